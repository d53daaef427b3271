import { createInstance } from '../../sandbox/state/customObjects.cts';
import { createOrganization } from '../../sandbox/state/organizations.cts';
import { createTask } from '../../sandbox/state/tasks.cts';
import { liveSuite } from './live.cts';

/** The node of Slack is replaced, because its address cannot be set: what would reach it is compared. */
describe('examples that post to Slack', () => {
	const { clock, sandbox, live, started } = liveSuite();
	const sending = ['Post to Slack'];

	describe('task-completed-to-slack.json', () => {
		const file = 'task-completed-to-slack.json';

		it('posts each task that is completed, with its account or organization', async () => {
			const { state } = sandbox();
			const [account] = state.accounts.all();
			const organization = createOrganization(
				state,
				{ externalId: 'o-1', name: 'Lantern' },
				'refuse',
			);
			const tasks = [
				createTask(state, { name: 'Send the contract', accountId: account.id }),
				createTask(state, { name: 'Plan the year', organizationId: organization.id }),
				createTask(state, { name: 'Stays open', accountId: account.id }),
			];
			const outcome = await live(file, {
				happen: () => {
					for (const task of tasks.slice(0, 2)) {
						clock.now += 1000;
						const now = state.now();
						state.tasks.change(task, { completedAt: now, updatedAt: now });
					}
				},
				sending,
			});
			const messages = outcome.items('Post to Slack').map(({ json }) => json);
			expect(messages).toMatchObject([
				{ operation: 'post', select: 'channel', channelId: { value: '#customer-tasks' } },
				{ text: 'Done: *Plan the year* (Lantern, CSM: none)' },
			]);
			expect(messages[0].text).toMatch(
				new RegExp(`^Done: \\*Send the contract\\* \\(${account.name}, CSM: .+\\)$`),
			);
		});

		it('posts a task without account, name and CSM', async () => {
			const outcome = await started(file, [{ id: 't-1', name: '' }], sending);
			const [{ json }] = outcome.items('Post to Slack');
			expect(json.text).toBe('Done: *t-1* (no account, CSM: none)');
		});
	});

	describe('segment-entered-to-slack.json', () => {
		const file = 'segment-entered-to-slack.json';
		const both = ['Post to Slack', 'Add to Log'];

		it('posts the account, and adds a row to the log', async () => {
			const { state } = sandbox();
			const [account, other] = state.accounts.all();
			const segments = [
				{ id: 'watchlist', name: 'Watchlist' },
				{ id: 'beta', name: 'Beta' },
			];
			const outcome = await live(file, {
				happen: () => {
					for (const [record, now] of [
						[account, segments],
						[other, []],
					] as const) {
						clock.now += 1000;
						state.accounts.change(record, { segments: [...now], updatedAt: state.now() });
					}
				},
				sending: both,
			});
			expect(outcome.items('Post to Slack').map(({ json }) => json.text)).toEqual([
				expect.stringMatching(
					new RegExp(`^\\*${account.name}\\* is now in Watchlist, Beta \\(CSM: .+\\)$`),
				),
			]);
			expect(outcome.items('Row').map(({ json }) => json)).toEqual([
				{
					Time: account.updatedAt,
					Account: account.name,
					'Account ID': account.id,
					Segments: 'Watchlist, Beta',
					CSM: expect.any(String) as string,
				},
			]);
			expect(outcome.items('Add to Log').map(({ json }) => json)).toMatchObject([
				{
					operation: 'append',
					sheetName: { value: 'Segments' },
					columns: { mappingMode: 'autoMapInputData' },
					options: { cellFormat: 'RAW', useAppend: true },
				},
			]);
		});

		it('adds a row for an account without name and CSM', async () => {
			const item = {
				id: 'a-1',
				name: null,
				csmName: null,
				updatedAt: 'now',
				segmentsAdded: ['VIP'],
			};
			const outcome = await started(file, [item], both);
			const row = { Time: 'now', Account: '', 'Account ID': 'a-1', Segments: 'VIP', CSM: '' };
			expect(outcome.items('Row').map(({ json }) => json)).toEqual([row]);
			const [{ json }] = outcome.items('Post to Slack');
			expect(json.text).toBe('*a-1* is now in VIP (CSM: none)');
		});
	});

	describe('custom-object-created-to-slack.json', () => {
		const file = 'custom-object-created-to-slack.json';

		it('posts each new deal with its account and traits', async () => {
			const { state } = sandbox();
			const [account] = state.accounts.all();
			const [goals, deals] = [...state.customObjects.all()];
			const traits = { 'vitally.custom.stage': 'Won', 'vitally.custom.amount': 67000 };
			const outcome = await live(file, {
				happen: () => {
					const deal = { name: 'Renewal 2027', customerId: account.id, traits };
					createInstance(state, deals.id, deal);
					createInstance(state, goals.id, { name: 'A goal', customerId: account.id });
				},
				sending,
			});
			expect(outcome.items('Post to Slack').map(({ json }) => json)).toEqual([
				expect.objectContaining({
					channelId: expect.objectContaining({ value: '#deals' }) as object,
					text: expect.stringMatching(
						new RegExp(
							`^New: \\*Renewal 2027\\* \\(${account.name}, CSM: .+\\)\\nstage: Won\\namount: 67000$`,
						),
					) as string,
				}),
			]);
		});

		it('posts one with nothing but an ID', async () => {
			const traits = { 'vitally.custom.stage': '', 'vitally.custom.amount': null };
			const outcome = await started(file, [{ id: 'd-1', name: '', traits }], sending);
			const [{ json }] = outcome.items('Post to Slack');
			expect(json.text).toBe('New: *d-1* (no account, CSM: none)');
		});
	});

	/** Slack notifies a whole channel for `<!channel>` in a message (its formatting of messages). */
	it.each([
		['task-completed-to-slack.json', 'Done: *{name}* (no account, CSM: none)', {}],
		['custom-object-created-to-slack.json', 'New: *{name}* (no account, CSM: none)', {}],
		[
			'segment-entered-to-slack.json',
			'*{name}* is now in A &amp; B (CSM: none)\n<https://acme.vitally.io/accounts/a-1|Open in Vitally>',
			{ segmentsAdded: ['A & B'], url: 'https://acme.vitally.io/accounts/a-1' },
		],
	])('%s: markup in a name stays text', async (file, text, fields) => {
		const name = '<!channel> Smith & Sons';
		const all = file.startsWith('segment') ? [...sending, 'Add to Log'] : sending;
		const outcome = await started(file, [{ id: 'x-1', name, ...fields }], all);
		const [{ json }] = outcome.items('Post to Slack');
		expect(json.text).toBe(text.replace('{name}', '&lt;!channel&gt; Smith &amp; Sons'));
	});
});

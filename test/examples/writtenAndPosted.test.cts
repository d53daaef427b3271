import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { createNpsResponse } from '../../sandbox/state/npsResponses.cts';
import { liveSuite, setScore } from './live.cts';

/** The node of Slack is replaced, because its address cannot be set: what would reach it is compared. */
describe('examples that write to Vitally and post to Slack', () => {
	const { clock, sandbox, live, started } = liveSuite();

	describe('health-score-drop-to-slack.json', () => {
		const file = 'health-score-drop-to-slack.json';
		const sending = ['Post Alert'];

		it('posts and logs every score that is lower or missing now', async () => {
			const set = (index: number, score: number | null) =>
				setScore(sandbox(), clock, [index, score]);
			for (const [index, score] of [8, 2, 6].entries()) set(index, score);
			const before = sandbox().state.notes.size;
			const outcome = await live(file, {
				happen: () => {
					for (const [index, score] of [3.5, 9, null].entries()) set(index, score);
				},
				sending,
			});
			const [first, , third] = [...sandbox().state.accounts.all()].filter(
				({ traits }) => !traits.churnedAt,
			);
			const texts = outcome.items('Post Alert').map(({ json }) => String(json.text));
			expect(texts.map((text) => text.replace(/CSM: .+/, 'CSM'))).toEqual([
				`*${first.name}*: the health score dropped from 8 to 3.5 (CSM`,
				`*${third.name}*: the health score dropped from 6 to no score (CSM`,
			]);
			expect(texts.join()).toMatch(/CSM: (?!none)/);
			expect(sandbox().state.notes.size).toBe(before + 2);
			const [note] = [...sandbox().state.notes.all()].slice(-2);
			expect(note).toMatchObject({
				accountId: first.id,
				note: '<p>The health score dropped from 8 to 3.5.</p>',
				tags: ['health'],
				subject: 'Health score dropped',
			});
		});

		it('logs a drop once when it runs again, and links the account', async () => {
			const [{ id }] = sandbox().state.accounts.all();
			const before = sandbox().state.notes.size;
			const values = { previousValues: { healthScore: 8 }, currentValues: { healthScore: 3 } };
			const url = 'https://acme.vitally.io/accounts/a-1';
			const item = { id, name: 'A <B> & C', url, updatedAt: '2026-11-20T12:00:00.000Z', ...values };
			await started(file, [item], sending);
			const outcome = await started(file, [item], sending);
			expect(sandbox().state.notes.size).toBe(before + 1);
			expect(outcome.items('Post Alert')[0].json.text).toBe(
				`*A &lt;B&gt; &amp; C*: the health score dropped from 8 to 3 (CSM: none)\n<${url}|Open in Vitally>`,
			);
		});

		it('posts although the note cannot be saved, and says so', async () => {
			const [{ id }] = sandbox().state.accounts.all();
			const values = { previousValues: { healthScore: 8 }, currentValues: { healthScore: 3 } };
			const items = ['00000000-0000-4000-8000-000000000000', id].map((accountId, index) => ({
				id: accountId,
				name: `Account ${index}`,
				updatedAt: '2026-11-20T12:00:00.000Z',
				...values,
			}));
			const outcome = await started(file, items, sending);
			expect(outcome.items('Post Alert').map(({ json }) => json.text)).toEqual([
				expect.stringMatching(/^\*Account 0\*: .+\nNo note was saved: .+/),
				'*Account 1*: the health score dropped from 8 to 3 (CSM: none)',
			]);
		});
	});

	describe('nps-detractor-to-slack.json', () => {
		const file = 'nps-detractor-to-slack.json';
		const sending = ['Post Detractor'];
		const tasks = () =>
			[...sandbox().state.tasks.all()].filter(({ externalId }) => externalId?.startsWith('nps-'));

		it('posts a score of 6 or less, and creates one task for the account', async () => {
			const { state } = sandbox();
			const [user] = [...state.users.all()].filter(({ accountIds }) => accountIds.length > 0);
			const answer = (score: number, feedback: string) =>
				createNpsResponse(state, {
					userId: user.id,
					respondedAt: state.now(),
					score,
					feedback,
				});
			const outcome = await live(file, {
				happen: () =>
					['Great', 'Slow, <!here> & <b>costly</b>'].map((text, index) => answer(7 - index, text)),
				sending,
			});
			const account = state.accounts.get(user.accountIds[0]);
			const [{ json: response }, ...others] = outcome.items('Detractor');
			expect(others).toEqual([]);
			expect(outcome.items('Post Detractor').map(({ json }) => json.text)).toEqual([
				expect.stringContaining(
					`*${user.name}* of ${account?.name} answered 6: Slow, &lt;!here&gt; &amp; &lt;b&gt;costly&lt;/b&gt; (CSM: `,
				),
			]);
			await started(file, [response], sending);
			expect(tasks()).toMatchObject([
				{
					externalId: `nps-${String(response.id)}`,
					name: `Call ${user.name} about a score of 6`,
					accountId: account?.id,
					description: '<p>Slow, &lt;!here&gt; &amp; &lt;b&gt;costly&lt;/b&gt;</p>',
					dueDate: expect.stringMatching(/^20\d\d-/) as string,
				},
			]);
		});

		it('creates the task for the organization of a user without account', async () => {
			const [organization] = sandbox().state.organizations.all();
			const item = { id: 'r-1', score: 0, organizationId: organization.id, organizationName: 'O' };
			const outcome = await started(file, [item], sending);
			expect(outcome.items('Post Detractor')[0].json.text).toBe(
				'*A user* of O answered 0: no comment (CSM: none)',
			);
			expect(tasks()).toMatchObject([{ organizationId: organization.id, accountId: null }]);
		});

		it('posts without account too, and says that there is no task', async () => {
			const outcome = await started(file, [{ id: 'r-2', score: 3 }], sending);
			expect(outcome.items('Post Detractor')[0].json.text).toMatch(
				/^\*A user\* of no account answered 3: no comment \(CSM: none\)\nNo task was created: .*Account/,
			);
			expect(tasks()).toEqual([]);
		});
	});

	describe('new-customer-onboarding.json', () => {
		const file = 'new-customer-onboarding.json';
		const sending = ['Post to Slack'];

		it('starts a project for each new account, and posts it', async () => {
			const { state } = sandbox();
			const before = state.projects.size;
			const outcome = await live(file, {
				happen: () => {
					createAccount(state, { externalId: 'new-1', name: 'Harbor Tools' }, 'refuse');
					createAccount(state, { externalId: 'new-2', name: 'Lantern & Co' }, 'refuse');
				},
				sending,
			});
			const projects = [...state.projects.all()].slice(before);
			expect(projects.map(({ name, accountId }) => [name, accountId])).toEqual([
				['Welcome, Harbor Tools', state.accounts.byExternalId('new-1')?.id],
				['Welcome, Lantern & Co', state.accounts.byExternalId('new-2')?.id],
			]);
			expect(outcome.items('Post to Slack').map(({ json }) => json.text)).toEqual([
				'New customer: *Harbor Tools* (MRR: none, CSM: none)\nOnboarding project: Welcome, Harbor Tools',
				'New customer: *Lantern &amp; Co* (MRR: none, CSM: none)\nOnboarding project: Welcome, Lantern &amp; Co',
			]);
		});

		it('posts although the project cannot be created, and starts the others', async () => {
			const [{ id }] = sandbox().state.accounts.all();
			const before = sandbox().state.projects.size;
			const items: IDataObject[] = [
				{ id: '00000000-0000-4000-8000-000000000000', name: 'Gone', mrr: 0, csmName: 'Ines Baker' },
				{ id, name: '', url: 'https://acme.vitally.io/accounts/a-1' },
			];
			const outcome = await started(file, items, sending);
			expect(outcome.items('Post to Slack').map(({ json }) => json.text)).toEqual([
				expect.stringMatching(
					/^New customer: \*Gone\* \(MRR: 0, CSM: Ines Baker\)\nThe onboarding project was not created: .+/,
				),
				`New customer: *${id}* (MRR: none, CSM: none)\nOnboarding project: Welcome, ${id}\n<https://acme.vitally.io/accounts/a-1|Open in Vitally>`,
			]);
			expect(sandbox().state.projects.size).toBe(before + 1);
		});
	});
});

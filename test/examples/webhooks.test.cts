import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { createUser } from '../../sandbox/state/users.cts';
import { parseMatch } from '../../nodes/Vitally/playbook/payload';
import { liveSuite } from './live.cts';

/**
 * The engine does not start at a webhook: another trigger is in its place, with what comes out of a call.
 * The nodes of Slack and Zendesk are replaced too, and what would reach them is compared.
 */
describe('examples that a webhook starts', () => {
	const { sandbox, started } = liveSuite();

	describe('playbook-to-zendesk-ticket.json', () => {
		/** As the trigger does it (test/playbook). */
		const ping = (body: IDataObject, isRepeated = false): IDataObject => {
			const { kind: recordType, record = {} } = parseMatch(body) ?? {};
			const { id = null, externalId = null, name = null } = record as IDataObject;
			return { body, ...(recordType && { recordType, id, externalId, name }), isRepeated };
		};
		const tickets = async (...items: IDataObject[]) => {
			const sending = ['Create Ticket'];
			const outcome = await started('playbook-to-zendesk-ticket.json', items, sending);
			return outcome.items('Create Ticket').map(({ json }) => json);
		};

		it('creates a ticket with the facts of the account, once for a repeated call', async () => {
			const [account] = [...sandbox().state.accounts.all()].filter(({ csmId }) => csmId);
			const body = { match: { account: { id: account.id, name: 'A name of the day before' } } };
			const [ticket, ...others] = await tickets(ping(body), ping(body, true));
			expect(others).toEqual([]);
			expect(ticket).toMatchObject({
				resource: 'ticket',
				operation: 'create',
				additionalFields: {
					externalId: account.id,
					subject: `Vitally playbook: ${account.name}`,
					// A list, which the node in the place of Zendesk's shows as text.
					tags: '["vitally_playbook"]',
				},
			});
			expect(String(ticket.description).split('\n')).toEqual([
				'A Vitally playbook found the account A name of the day before.',
				'',
				`Account: ${account.name}`,
				`Health score: ${account.healthScore ?? 'none'}`,
				expect.stringMatching(/^MRR: (\d+|none)$/),
				expect.stringMatching(/^Next renewal: (\d{4}-\d\d-\d\d|none)$/),
				expect.stringMatching(/^CSM: (?!none).+$/),
			]);
		});

		it('finds the account by its External ID, and the account of a user', async () => {
			const { state } = sandbox();
			const account = createAccount(state, { externalId: 'crm-1', name: 'Lantern' }, 'refuse');
			const user = createUser(
				state,
				{ externalId: 'u-1', name: 'Ines Baker', accountIds: [account.id] },
				'refuse',
			);
			const { id, name, accountIds } = user;
			const created = await tickets(
				ping({ match: { account: { externalId: 'crm-1' } } }),
				ping({ user: { id, name, accountIds } }),
				ping({ match: { task: { id: 't-1', name: 'Call', accountId: account.id } } }),
			);
			expect(created.map(({ description }) => String(description).split('\n').slice(0, 3))).toEqual(
				[
					['A Vitally playbook found the account crm-1.', '', 'Account: Lantern'],
					['A Vitally playbook found the user Ines Baker.', '', 'Account: Lantern'],
					['A Vitally playbook found the task Call.', '', 'Account: Lantern'],
				],
			);
		});

		it('creates the ticket although the account cannot be read', async () => {
			const gone = '00000000-0000-4000-8000-000000000000';
			const [first, second] = await tickets(
				ping({ match: { account: { id: gone, name: 'Gone' } } }),
				ping({ text: 'Put together by hand' }),
			);
			expect(first.additionalFields).toMatchObject({
				externalId: gone,
				subject: 'Vitally playbook: Gone',
			});
			expect(first.description).toMatch(
				/^A Vitally playbook found the account Gone\.\n\nThe account could not be read: .+\n\n\{/,
			);
			expect(second.additionalFields).toMatchObject({
				externalId: '',
				subject: 'Vitally playbook: record without a name',
			});
			expect(second.description).toContain('"text": "Put together by hand"');
		});
	});

	describe('slack-message-to-task.json', () => {
		/** Slack's event app_mention. */
		const mention = (text: string, more: IDataObject = {}): IDataObject => ({
			type: 'app_mention',
			user: 'U1',
			text,
			ts: '1795348800.123456',
			channel: 'C1',
			...more,
		});
		const sending = ['Reply Created', 'Reply Not Created'];
		const mentioned = async (...items: IDataObject[]) => {
			const outcome = await started('slack-message-to-task.json', items, sending);
			return sending.map((node) => outcome.items(node).map(({ json }) => json));
		};
		const tasks = () =>
			[...sandbox().state.tasks.all()].filter(({ externalId }) => externalId?.startsWith('slack-'));

		it('creates one task for a message, and replies in its thread', async () => {
			const { state } = sandbox();
			const account = createAccount(state, { externalId: 'c-1', name: 'Smith & Sons' }, 'refuse');
			const event = mention(
				'<@U0LAN0Z89> smith &amp; sons : send <https://acme.example/x|the contract>: 2 &lt; 3\nBy Friday\n\nAsk <@U2>',
			);
			await mentioned(event);
			const [[reply, ...others], failures] = await mentioned(event);
			expect([others, failures]).toEqual([[], []]);
			expect(tasks()).toMatchObject([
				{
					externalId: 'slack-C1-1795348800.123456',
					accountId: account.id,
					name: 'send https://acme.example/x: 2 < 3',
					description: '<p>By Friday</p><p>Ask @U2</p>',
				},
			]);
			expect(reply).toMatchObject({
				authentication: 'accessToken',
				channelId: { mode: 'id', value: 'C1' },
				text: 'The task *send https://acme.example/x: 2 &lt; 3* is in Vitally now, for smith &amp; sons.',
				otherOptions: { thread_ts: { replyValues: { thread_ts: '1795348800.123456' } } },
			});
		});

		it('replies what is missing, each in its thread, and creates the others', async () => {
			const { state } = sandbox();
			createAccount(state, { externalId: 'c-1', name: 'Harbor Tools' }, 'refuse');
			const texts = [
				'<@U0> Harbor: call',
				'<@U0> Harbor Tools',
				'<@U0>',
				'<@U0> Harbor Tools: call',
			];
			const [created, failed] = await mentioned(
				...texts.map((text, index) => mention(text, { ts: `${index}.1`, thread_ts: `${index}.0` })),
			);
			const threads = (replies: IDataObject[]) =>
				replies.map(({ otherOptions }) => otherOptions as IDataObject);
			expect(threads(created)).toMatchObject([
				{ thread_ts: { replyValues: { thread_ts: '3.0' } } },
			]);
			expect(threads(failed)).toMatchObject(
				['0.0', '1.0', '2.0'].map((thread_ts) => ({ thread_ts: { replyValues: { thread_ts } } })),
			);
			expect(failed.map(({ text }) => text)).toEqual([
				expect.stringMatching(/^No task was created: .*"Harbor"\n.*Harbor Tools.*\nWrite the name/),
				expect.stringMatching(/^No task was created: The field 'Name' is empty\n/),
				expect.stringMatching(/^No task was created: .*\n/),
			]);
			expect(tasks().map(({ name }) => name)).toEqual(['call']);
		});
	});
});

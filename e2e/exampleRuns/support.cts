import assert from 'node:assert/strict';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { PLAYBOOK_WEBHOOK } from '../examples.cts';
import { eventRequest } from '../fakeServices/slack.cts';
import { slackMention } from '../fakeServices/triggerEvents.cts';
import { only, present } from './assertions.cts';
import { registered, type ExampleRun } from './exampleRun.cts';

/** The webhook ID of the node in the example. */
const SLACK_EVENTS = '7b0f3f0e-52d1-4f0c-9c5e-3a1f6f1d2c44';

/** The examples with tickets, and with what people ask for in a chat. */
export const SUPPORT: Record<string, ExampleRun> = {
	'zendesk-to-conversations': async ({ from, zendesk, slack, sandbox: { state } }) => {
		const [admin] = state.admins.all();
		const [user] = state.users.all();
		const ticket = zendesk.add(
			{ subject: 'Import stops', requester_id: 8, assignee_id: 7 },
			{
				users: [
					{ id: 7, role: 'agent', email: admin.email, name: admin.name },
					{ id: 8, role: 'end-user', email: user.email, name: user.name },
					{ id: 9, role: 'end-user', email: 'nobody@unknown.example', name: 'Nobody' },
				],
				comments: [
					[8, true],
					[7, false],
					[7, true],
					[9, true],
				].map(([author_id, isPublic], index) => ({
					id: 101 + index,
					type: 'Comment',
					author_id,
					public: isPublic,
					body: `Comment ${index}`,
					html_body: `<div class="zd-comment"><p>Comment ${index}</p></div>`,
					created_at: `2026-11-04T08:1${index}:00Z`,
				})),
			},
		);
		const before = state.conversations.size;
		// The placeholders of the target that n8n's trigger makes in Zendesk: all are text.
		const event = {
			'ticket.id': String(ticket),
			'ticket.requester.email': user.email,
			'ticket.assignee.email': admin.email,
		};
		await from('Zendesk Trigger', [event]);
		const conversation = present(
			state.conversations.byExternalId(`zendesk-${ticket}`),
			'conversation',
		);
		assert.deepEqual(
			[conversation.subject, conversation.traits],
			['Import stops', { ticketStatus: 'open' }],
		);
		const sorted = [...conversation.messages].sort((one, other) =>
			String(one.timestamp).localeCompare(String(other.timestamp)),
		);
		assert.deepEqual(
			sorted.map(({ externalId, from: sender, to }) => [
				externalId,
				sender.id,
				to.map(({ id }) => id),
			]),
			[
				['zendesk-comment-101', user.id, [admin.id]],
				['zendesk-comment-103', admin.id, [user.id]],
			],
		);
		assert.match(String(sorted[0].message), /Comment 0/);
		assert.equal(state.conversations.size, before + 1);
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#customer-success');
		assert.match(String(text), /^\*Ticket 1: 1 comments? not logged[^]*nobody@unknown\.example/);

		// Again, and for a customer whose ticket has no assignee.
		await from('Zendesk Trigger', [{ ...event, 'ticket.assignee.email': '' }]);
		assert.equal(
			state.conversations.byExternalId(`zendesk-${ticket}`)?.messages.length,
			conversation.messages.length,
		);
		assert.match(String(slack.messages.at(-1)?.text), /support@example\.com/);
		return '2 messages of 4 comments, run twice; missing people reported';
	},

	'playbook-to-zendesk-ticket': async ({ activate, started, zendesk, sandbox }) => {
		const [account] = sandbox.state.accounts.all();
		const url = `${await activate()}/webhook/${PLAYBOOK_WEBHOOK}/playbook`;
		const ofAccount = { playbook: 'At risk', match: { account: { id: account.id, name: 'Old' } } };
		const post = async (body: object = ofAccount) => {
			const headers = { 'content-type': 'application/json' };
			return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
		};
		assert.equal(await registered(post), 200);
		await started(1);
		const ticket = only(zendesk.tickets, 'tickets');
		assert.deepEqual(
			[ticket.external_id, ticket.subject, ticket.tags],
			[account.id, `Vitally playbook: ${account.name}`, ['vitally_playbook']],
		);
		const { body } = ticket.comment as { body: string };
		const [title, , name, score] = body.split('\n');
		assert.deepEqual(
			[title, name, score],
			[
				'A Vitally playbook found the account Old.',
				`Account: ${account.name}`,
				`Health score: ${account.healthScore ?? 'none'}`,
			],
		);

		const gone = '00000000-0000-4000-8000-000000000000';
		const calls: Array<[body: object, title: string, account: RegExp]> = [
			[{ match: { account: { externalId: account.externalId } } }, 'account', /^Account: /],
			[{ user: { id: 'u-1', name: 'Ines', accountIds: [account.id] } }, 'user Ines', /^Account: /],
			[{ match: { task: { id: 't', name: 'Call', accountId: account.id } } }, 'task', /^Account: /],
			[
				{ match: { account: { id: gone, name: 'Gone' } } },
				'Gone',
				/^The account could not be read/,
			],
			[{ text: 'By hand' }, 'record without a name', /^The account could not be read/],
		];
		assert.equal(await post(), 200);
		await started(2);
		assert.equal(zendesk.tickets.length, 1, 'A repeated call creates no ticket');
		for (const [index, [sent, title, line]] of calls.entries()) {
			assert.equal(await post(sent), 200);
			await started(3 + index);
			const lines = (zendesk.tickets.at(-1)?.comment as { body: string }).body.split('\n');
			assert.equal(zendesk.tickets.length, 2 + index);
			assert.match(lines[0], new RegExp(`^A Vitally playbook found the .*${title}`));
			assert.match(lines[2], line);
		}
		return `${1 + calls.length} tickets of ${2 + calls.length} calls`;
	},

	'slack-message-to-task': async ({ activate, started, slack, sandbox: { state } }) => {
		const account = createAccount(state, { externalId: 'c-1', name: 'Smith & Sons' }, 'reject');
		const before = state.tasks.size;
		const ts = '1795348800.123456';
		const url = `${await activate()}/webhook/${SLACK_EVENTS}/webhook`;
		const send = async (text: string, timestamp: string, secret?: string) =>
			(await fetch(url, eventRequest(slackMention(text, timestamp), secret))).status;
		const link = '<https://acme.example/x|the contract>';
		const text = `smith &amp; sons : send ${link}: 2 &lt; 3\nBy Friday\n\nAsk <@U2>`;
		assert.equal(await registered(async () => await send(text, ts, 'another-secret')), 401);
		assert.equal(await send(text, ts), 200);
		await started(1);
		assert.equal(await send('Smith: call', '1795348801.000001'), 200);
		await started(2);
		assert.equal(await send('Smith &amp; Sons', '1795348802.000001'), 200);
		await started(3);
		assert.equal(await send(text, ts), 200);
		await started(4);
		const task = present(state.tasks.byExternalId(`slack-C0TEAM-${ts}`), 'task');
		assert.deepEqual(
			[task.accountId, task.name, task.description],
			[account.id, 'send https://acme.example/x: 2 < 3', '<p>By Friday</p><p>Ask @U2</p>'],
		);
		assert.equal(state.tasks.size, before + 1);
		const [reply, other, nameless, again, ...others] = slack.messages;
		assert.deepEqual([again, others], [reply, []]);
		assert.deepEqual(
			[reply?.channel, reply?.thread_ts, reply?.text],
			[
				'C0TEAM',
				ts,
				'The task *send https://acme.example/x: 2 &lt; 3* is in Vitally now, for smith &amp; sons.',
			],
		);
		assert.deepEqual([other?.channel, other?.thread_ts], ['C0TEAM', '1795348801.000001']);
		assert.match(String(other?.text), /^No task was created: .*"Smith"[^]*Smith &amp; Sons/);
		assert.match(String(nameless?.text), /^No task was created: The field 'Name' is empty\n/);
		return '1 task of 4 messages, 4 replies, none without the signature';
	},
};

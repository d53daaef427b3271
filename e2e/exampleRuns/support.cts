import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { PLAYBOOK_WEBHOOK } from '../examples.cts';
import { mentionRequest } from '../fakeServices/slack.cts';
import { postJson } from '../session.cts';
import { assertRecord, only, registered } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** The webhook ID of the node in the example. */
const SLACK_EVENTS = '7b0f3f0e-52d1-4f0c-9c5e-3a1f6f1d2c44';

/** The examples with tickets, and with what people ask for in a chat. */
export const SUPPORT: Record<string, ExampleRun> = {
	'zendesk-to-conversations': async ({ from, zendesk, slack, state }) => {
		const [admin] = state.admins.all();
		const [user] = state.users.all();

		zendesk.tickets.push({
			id: 1,
			url: `https://${zendesk.host}/api/v2/tickets/1.json`,
			status: 'open',
			subject: 'Import stops',
			requester_id: 8,
			assignee_id: 7,
		});
		zendesk.users.push(
			{ id: 7, role: 'agent', email: admin.email },
			{ id: 8, role: 'end-user', email: user.email },
			{ id: 9, role: 'end-user', email: 'nobody@unknown.example' },
		);

		const addComment = (comment: { id: number; author_id: number; public: boolean }) => {
			const { id } = comment;

			zendesk.comments.push({
				...comment,
				type: 'Comment',
				html_body: `<div class="zd-comment"><p>Comment ${id}</p></div>`,
				created_at: `2026-11-04T08:1${id}:00Z`,
			});
		};

		addComment({ id: 1, author_id: 8, public: true });
		addComment({ id: 2, author_id: 7, public: false });
		addComment({ id: 3, author_id: 7, public: true });
		addComment({ id: 4, author_id: 9, public: true });

		const before = state.conversations.size;
		// The placeholders of the target that n8n's trigger makes in Zendesk: all are text.
		const event = {
			'ticket.id': '1',
			'ticket.requester.email': user.email,
			'ticket.assignee.email': admin.email,
		};

		await from('Zendesk Trigger', [event]);
		const logged = () => state.conversations.byExternalId('zendesk-1');

		assertRecord(logged(), { subject: 'Import stops', traits: { ticketStatus: 'open' } });

		const messages = Object.fromEntries(
			logged()?.messages.map(({ externalId, ...message }) => [externalId, message]) ?? [],
		);
		const { 'zendesk-comment-1': first, 'zendesk-comment-3': second, ...others } = messages;

		assert.deepEqual([first.from.id, first.to[0].id], [user.id, admin.id]);
		assert.deepEqual([second.from.id, second.to[0].id], [admin.id, user.id]);
		assert.deepEqual(others, {});
		assert.match(String(first.message), /Comment 1/);
		assert.equal(state.conversations.size, before + 1);

		const [channel, text] = only(slack.posts, 'messages in Slack');

		assert.equal(channel, '#customer-success');
		assert.match(text, /^\*Ticket 1: 1 comments? not logged[^]*nobody@unknown\.example/);

		// Again, and for a customer whose ticket has no assignee.
		await from('Zendesk Trigger', [{ ...event, 'ticket.assignee.email': '' }]);
		assert.equal(logged()?.messages.length, 2);
		assert.match(slack.posts[1][1], /support@example\.com/);
	},

	'playbook-to-zendesk-ticket': async ({ activate, started, zendesk, state }) => {
		const [account] = state.accounts.all();
		const url = await activate(`/webhook/${PLAYBOOK_WEBHOOK}/playbook`);
		const match = { account: { id: account.id, name: 'Old' } };

		assert.equal(await registered(async () => await postJson(url, { match })), 200);

		await started(1);
		const ticket = only(zendesk.tickets, 'tickets');

		assertRecord<IDataObject>(ticket, {
			external_id: account.id,
			subject: `Vitally playbook: ${account.name}`,
			tags: ['vitally_playbook'],
		});

		const linesOf = ({ comment }: IDataObject) => (comment as { body: string }).body.split('\n');
		const [title, , name, score] = linesOf(ticket);

		assert.equal(title, 'A Vitally playbook found the account Old.');
		assert.equal(name, `Account: ${account.name}`);
		assert.equal(score, `Health score: ${account.healthScore ?? 'none'}`);

		await postJson(url, { match });
		await started(2);
		assert.equal(zendesk.tickets.length, 1, 'A repeated call creates no ticket');

		const others: Array<[body: object, title: RegExp, account: RegExp]> = [
			[{ user: { id: 'u-1', name: 'Ines', accountIds: [account.id] } }, /user Ines/, /^Account: /],
			[{ text: 'By hand' }, /record without a name/, /^The account could not be read/],
		];

		for (const [index, [body, titleOfOther, account]] of others.entries()) {
			await postJson(url, body);
			await started(3 + index);
			const lines = linesOf(zendesk.tickets[1 + index]);

			assert.match(lines[0], titleOfOther);
			assert.match(lines[2], account);
		}
	},

	'slack-message-to-task': async ({ activate, choose, started, slack, state, addAccount }) => {
		const account = addAccount('c-1', {}, 'Smith & Sons');
		const before = state.tasks.size;

		await choose('Slack Trigger', { channelId: { __rl: true, mode: 'id', value: 'C0TEAM' } });
		const url = await activate(`/webhook/${SLACK_EVENTS}/webhook`);
		let calls = 0;

		const send = async (text: string, ts: string) => {
			assert.equal((await fetch(url, mentionRequest(text, ts))).status, 200);

			await started(++calls);
		};

		const link = '<https://acme.example/x|the contract>';
		const text = `smith &amp; sons : send ${link}: 2 &lt; 3\nBy Friday\n\nAsk <@U2>`;
		const ts = '1795348800.123456';
		const forged = async () =>
			await fetch(url, mentionRequest(text, ts, { secret: 'another-secret' }));

		assert.equal(await registered(forged), 401);

		// A mention in another channel starts nothing.
		await fetch(url, mentionRequest(text, ts, { channel: 'C0GUESTS' }));

		await send(text, ts);
		await send('Smith: call', '1795348801.000001');
		await send('Smith &amp; Sons', '1795348802.000001');
		await send(text, ts);
		assertRecord(state.tasks.byExternalId(`slack-C0TEAM-${ts}`), {
			accountId: account.id,
			name: 'send https://acme.example/x: 2 < 3',
			description: '<p>By Friday</p><p>Ask @U2</p>',
		});
		assert.equal(state.tasks.size, before + 1);

		const [reply, other, nameless, again] = slack.messages;

		assert.deepEqual(again, reply);
		assertRecord(reply, {
			channel: 'C0TEAM',
			thread_ts: ts,
			text: 'The task *send https://acme.example/x: 2 &lt; 3* is in Vitally now, for smith &amp; sons.',
		});
		assert.match(String(other.text), /^No task was created: no account has exactly this name/);
		assert.doesNotMatch(String(other.text), /Sons/);
		assert.equal(nameless.text, other.text);
	},
};

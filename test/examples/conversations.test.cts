import type { IDataObject } from 'n8n-workflow';

import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { pinned, startedWith, withoutSending } from './replaced.cts';

/** The examples that log conversations between people of email addresses, each run twice. */
describe('examples with conversations', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const emailsOf = (people: Iterable<{ email: string | null }>) =>
		[...people].flatMap(({ email }) => email ?? []);
	const users = () => emailsOf(sandbox().state.users.all());
	const teammate = () => emailsOf(sandbox().state.admins.all())[0];
	const messagesOf = (externalId: string) =>
		sandbox()
			.state.conversations.byExternalId(externalId)
			?.messages.map(({ externalId, from, to, message, timestamp }) => [
				externalId,
				[from, ...to].map(({ id }) => sandbox().state.users.get(id)?.email ?? 'team'),
				message,
				timestamp,
			]);

	describe('zendesk-to-conversations.json', () => {
		const AGENT = 7;
		const CUSTOMER = 8;
		const comment = (id: number, author: number, more: IDataObject = {}) => ({
			id,
			author_id: author,
			public: true,
			html_body: `<p>Comment ${id}</p>`,
			created_at: `2026-11-04T08:${id}:00Z`,
			...more,
		});
		const run = async (
			comments: IDataObject[],
			{ customer = users()[0], assignee = teammate() } = {},
		) => {
			const people = [
				{ id: AGENT, email: teammate(), role: 'agent' },
				{ id: CUSTOMER, email: customer, role: 'end-user' },
			];
			const event = {
				'ticket.id': '5120',
				'ticket.requester.email': customer,
				'ticket.assignee.email': assignee,
			};
			const ticket = {
				id: 5120,
				url: 'https://acme.zendesk.com/api/v2/tickets/5120.json',
				subject: 'Two-factor login',
				status: 'open',
			};
			const file = readExample('zendesk-to-conversations.json');
			const read = pinned(pinned(file, 'Get Ticket', [ticket]), 'Get Comments', [
				{ comments, users: people, next_page: null },
			]);
			const started = startedWith(read, 'Zendesk Trigger', [event]);
			return await runExample(sandbox(), withoutSending(started, 'Report Missing People'));
		};

		it('logs the public comments once, between customer and team', async () => {
			const [email] = users();
			const internal = comment(12, AGENT, { public: false });
			await run([internal, comment(11, AGENT), comment(10, CUSTOMER)]);
			const outcome = await run([comment(13, CUSTOMER), internal, comment(11, AGENT)]);
			expect(messagesOf('zendesk-5120')).toEqual([
				['zendesk-comment-11', ['team', email], '<p>Comment 11</p>', '2026-11-04T08:11:00.000Z'],
				['zendesk-comment-10', [email, 'team'], '<p>Comment 10</p>', '2026-11-04T08:10:00.000Z'],
				['zendesk-comment-13', [email, 'team'], '<p>Comment 13</p>', '2026-11-04T08:13:00.000Z'],
			]);
			expect(sandbox().state.conversations.byExternalId('zendesk-5120')).toMatchObject({
				subject: 'Two-factor login',
				traits: { ticketStatus: 'open' },
			});
			expect(outcome.items('Report Missing People')).toEqual([]);
		});

		it('reports people that Vitally does not know in one message', async () => {
			const customer = 'someone@unknown.example';
			const outcome = await run([comment(11, AGENT), comment(10, CUSTOMER)], { customer });
			const [message, ...others] = outcome.items('Report Missing People').map(({ json }) => json);
			expect(others).toEqual([]);
			const [title, ...lines] = String(message.text).split('\n');
			expect(title).toBe('*Ticket 5120: 2 comments not logged in Vitally*');
			expect(lines).toEqual(Array(2).fill(expect.stringContaining(customer)));
			expect(messagesOf('zendesk-5120')).toBeUndefined();
		});

		it('asks for a teammate where a ticket has no assignee', async () => {
			const outcome = await run([comment(10, CUSTOMER)], { assignee: '' });
			const [{ json }] = outcome.items('Report Missing People');
			expect(json.text).toContain('support@example.com');
		});

		it('reads the comments at the address that Zendesk says', async () => {
			const ticket = { id: 5120, url: 'https://acme.zendesk.com/api/v2/tickets/5120.json' };
			const file = pinned(readExample('zendesk-to-conversations.json'), 'Get Ticket', [ticket]);
			const started = startedWith(file, 'Zendesk Trigger', [{}]);
			const silent = withoutSending(started, 'Report Missing People');
			const outcome = await runExample(sandbox(), withoutSending(silent, 'Get Comments'));
			const [{ json }] = outcome.items('Get Comments');
			expect(json).toMatchObject({
				url: 'https://acme.zendesk.com/api/v2/tickets/5120/comments.json',
				nodeCredentialType: 'zendeskApi',
			});
		});
	});

	describe('import-tickets-from-google-sheets.json', () => {
		const run = async (rows: IDataObject[]) => {
			const file = readExample('import-tickets-from-google-sheets.json');
			return await runExample(sandbox(), pinned(file, 'Ticket Messages', rows));
		};
		const row = (number: number, message: number, more: IDataObject = {}) => ({
			row_number: 2 + message,
			ticket: number,
			subject: 'Import stops at 500 rows',
			status: 'solved',
			message_number: message,
			from_role: 'customer',
			from: users()[0],
			to: teammate(),
			text: `<p>Message ${message}</p>`,
			sent_at: '2024-05-06T08:12:00Z',
			...more,
		});

		it('imports tickets and messages once, also a ticket without messages', async () => {
			const before = sandbox().state.conversations.size;
			const [email] = users();
			const reply = { from_role: 'team', from: teammate(), to: email, text: '<p>Solved</p>' };
			const blank = {
				subject: 'Call',
				message_number: '',
				from: '',
				to: '',
				text: '',
				sent_at: '',
			};
			const rows = [row(4711, 1), row(4711, 2, reply), row(4713, 0, blank)];
			await run(rows);
			const outcome = await run(rows);
			expect(messagesOf('ticket-4711')).toEqual([
				['ticket-4711-1', [email, 'team'], '<p>Message 1</p>', '2024-05-06T08:12:00.000Z'],
				['ticket-4711-2', ['team', email], '<p>Solved</p>', '2024-05-06T08:12:00.000Z'],
			]);
			expect(sandbox().state.conversations.byExternalId('ticket-4711')?.traits).toEqual({
				ticketStatus: 'solved',
				ticketNumber: 4711,
			});
			expect(messagesOf('ticket-4713')).toEqual([]);
			expect(sandbox().state.conversations.size).toBe(before + 2);
			expect(outcome.items('Not Imported')).toEqual([]);
		});

		it('lists the rows that were not imported, and imports the others', async () => {
			const from = 'someone@unknown.example';
			const outcome = await run([row(4711, 1, { from }), row(4711, 2)]);
			expect(outcome.items('Not Imported').map(({ json }) => json)).toEqual([
				{
					row: 3,
					ticket: '4711',
					message: '1',
					reason: expect.stringContaining(from) as string,
				},
			]);
			expect(messagesOf('ticket-4711')).toHaveLength(1);
		});
	});
});

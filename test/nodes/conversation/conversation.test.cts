import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import {
	addConversation,
	addThread,
	ADMIN,
	CONVERSATIONS,
	USER,
} from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';

describeOperation('conversation: get', [
	{
		name: 'returns its useful fields and the messages',
		given: addThread,
		parameters: { conversationId: byId('c-1') },
		sends: [{ method: 'GET', path: `${CONVERSATIONS}/c-1` }],
		returns: [{ id: 'c-1', externalId: 'T1', messages: ['user: <p>Hello</p>'] }],
	},
]);

describeOperation('conversation: getAll', [
	...(
		[
			[{ source: 'Intercom' }, ['c-2']],
			[{ source: 'intercom, ZENDESK' }, ['c-3', 'c-2']],
			[{ status: 'open' }, ['c-3', 'c-1']],
			[{ status: 'closed', source: 'google' }, []],
		] as const
	).map(
		([filters, ids]): OperationCase => ({
			name: `filters by source and status here: ${JSON.stringify(filters)}`,
			given: (sandbox) => {
				addConversation(sandbox, 'c-1', { source: 'google', status: 'open' });
				addConversation(sandbox, 'c-2', { source: 'intercom', status: 'closed' });
				addConversation(sandbox, 'c-3', { source: 'zendesk', status: 'open' });
				addConversation(sandbox, 'c-4', { source: null, status: null });
			},
			parameters: { filters },
			returns: ids.map((id) => ({ id })),
		}),
	),
]);

describe('create', () => {
	const create = { subject: 'Invoice' };

	describeOperation('conversation: create', [
		{
			name: 'builds messages between users and admins, times in UTC',
			given: addPeople,
			parameters: {
				...create,
				externalId: 'T1',
				messages: {
					message: [
						{
							externalId: 'T1-1',
							fromType: 'user',
							fromId: 'user-1',
							message: '<p>Hello</p>',
							timestamp: '2026-03-01T10:00:00+02:00',
							to: { recipient: [ADMIN, USER] },
						},
						{
							externalId: '',
							fromType: 'admin',
							fromId: 'admin-1',
							message: 'Answer',
							timestamp: '',
							to: {},
						},
					],
				},
			},
			sends: [
				{ method: 'GET', path: '/resources/users/user-1' },
				{
					method: 'POST',
					path: CONVERSATIONS,
					body: {
						externalId: 'T1',
						subject: 'Invoice',
						messages: [
							{
								externalId: 'T1-1',
								message: '<p>Hello</p>',
								timestamp: '2026-03-01T08:00:00.000Z',
								from: USER,
								to: [ADMIN, USER],
							},
							{ message: 'Answer', from: ADMIN, to: [] },
						],
					},
				},
			],
			returns: [
				{
					...{ externalId: 'T1', subject: 'Invoice' },
					messages: ['user: <p>Hello</p>', 'teammate: Answer'],
				},
			],
		},
		{
			name: 'sends the numbers of JSON as text, because the service converts no types',
			given: addPeople,
			parameters: { ...create, messagesMode: 'json', messagesJson: '={{ $json.messages }}' },
			items: [
				{
					messages: [
						{
							externalId: 71,
							message: 5,
							from: { type: 'user', id: 42 },
							to: [{ type: 'admin', id: 43 }],
							cc: [{ type: 'user', id: 44 }],
						},
					],
				},
			],
			sends: [
				{
					method: 'POST',
					path: CONVERSATIONS,
					body: {
						subject: 'Invoice',
						messages: [
							{
								externalId: '71',
								message: '5',
								from: { type: 'user', id: '42' },
								to: [{ type: 'admin', id: '43' }],
								cc: [{ type: 'user', id: '44' }],
							},
						],
					},
				},
			],
		},
		{
			name: 'rejects a number in JSON that has lost digits',
			parameters: { ...create, messagesMode: 'json', messagesJson: '={{ $json.messages }}' },
			items: [{ messages: [{ externalId: 2 ** 60 }] }],
			throws: /'Messages \(JSON\)' is a number that has lost digits/,
			sends: [],
		},
		{
			name: 'rejects JSON that is no list of messages',
			parameters: { ...create, messagesMode: 'json', messagesJson: '{ "message": "Hello" }' },
			throws: /The value of 'Messages \(JSON\)' is not a list of messages \[item 0\]/,
			sends: [],
		},
		{
			name: 'rejects a message without text',
			parameters: {
				...create,
				messages: { message: [{ message: '', fromType: 'user', fromId: 'user-1' }] },
			},
			throws: 'Message 1 has no text',
			sends: [],
		},
	]);
});

describe('participants', () => {
	const create = { resource: 'conversation', operation: 'create', subject: 'Invoice' };
	const ADMIN_SEARCH = '/resources/admins/search';

	/** One message from a teammate or user to a teammate. */
	const from = (fromType: string, fromId: unknown, to: unknown = 'admin-1') => ({
		...create,
		messages: {
			message: [
				{ message: 'Hello', fromType, fromId, to: { recipient: [{ type: 'admin', id: to }] } },
			],
		},
	});
	const sent = (sender: object) => ({
		method: 'POST',
		path: CONVERSATIONS,
		body: { subject: 'Invoice', messages: [{ message: 'Hello', from: sender, to: [ADMIN] }] },
	});
	const search = (path: string, email: string) => ({ method: 'GET', path, query: { email } });
	const answerSearchWith = (body: object) => (sandbox: Sandbox) => {
		addPeople(sandbox);
		sandbox.faults.add({ kind: 'status', status: 200, body, on: { path: ADMIN_SEARCH } });
	};

	describeOperation('conversation: the people of messages', [
		{
			name: 'finds a teammate whom the service returns in a list',
			given: answerSearchWith({
				results: [
					{ id: 'admin-9', email: 'other@team.example' },
					{ id: 'admin-1', email: 'lead@team.example' },
				],
			}),
			parameters: from('admin', byEmail('lead@team.example')),
			sends: [search(ADMIN_SEARCH, 'lead@team.example'), sent(ADMIN)],
		},
		{
			name: 'accepts no other teammate than the one with the address',
			given: answerSearchWith({ id: 'admin-1', email: 'lead@team.example' }),
			parameters: from('admin', byEmail('nobody@team.example')),
			throws:
				/no teammate with the email address "nobody@team.example" for 'Message 1: From' \[item 0\]/,
			sends: [search(ADMIN_SEARCH, 'nobody@team.example')],
		},
		{
			name: 'knows no external IDs of teammates',
			parameters: from('admin', byExternalId('A1')),
			throws: "A teammate has no external ID, by which 'Message 1: From' names one",
			sends: [],
		},
	]);
});

describe('update', () => {
	const message = (sandbox: Sandbox, id: string) =>
		sandbox.state.conversations
			.get(id)
			?.messages.map(({ externalId, message }) => [externalId, message]);
	const update = { conversationId: byId('c-1') };

	describeOperation('conversation: update', [
		{
			name: 'sends only what is set; messages merge by their external IDs',
			given: addThread,
			parameters: {
				...update,
				options: { traitsToClear: ['zendesk.status'] },
				messages: {
					message: [
						{ externalId: 'T1-1', message: '<p>Hello again</p>', fromType: 'user', fromId: '' },
						{
							externalId: 'T1-2',
							message: 'New',
							fromType: 'admin',
							fromId: 'admin-1',
							to: { recipient: [USER] },
						},
					],
				},
			},
			sends: [
				{ method: 'GET', path: '/resources/users/user-1' },
				{
					method: 'PUT',
					path: `${CONVERSATIONS}/c-1`,
					body: {
						messages: [
							{ externalId: 'T1-1', message: '<p>Hello again</p>' },
							{ externalId: 'T1-2', message: 'New', from: ADMIN, to: [USER] },
						],
						traits: { 'zendesk.status': null },
					},
				},
			],
			returns: [{ id: 'c-1', subject: 'Subject of c-1' }],
			then: (sandbox) =>
				expect(message(sandbox, 'c-1')).toEqual([
					['T1-1', '<p>Hello again</p>'],
					['T1-2', 'New'],
				]),
		},
		{
			name: 'sends an empty list of messages when JSON contains it',
			given: addThread,
			parameters: { ...update, messagesMode: 'json', messagesJson: '[]' },
			sends: [{ method: 'PUT', path: `${CONVERSATIONS}/c-1`, body: { messages: [] } }],
			then: (sandbox) => expect(message(sandbox, 'c-1')).toHaveLength(1),
		},
	]);
});

describeOperation('conversation: delete', [
	{
		name: 'sends the id in the path and in the body',
		given: addThread,
		parameters: { conversationId: byId('c-1') },
		sends: [{ method: 'DELETE', path: `${CONVERSATIONS}/c-1`, body: { id: 'c-1' } }],
		returns: [{ deleted: true, id: 'c-1' }],
		then: ({ state }) => expect(state.conversations.size).toBe(0),
	},
]);

const LIST = { method: 'GET', path: CONVERSATIONS, query: { limit: '100', sortBy: 'createdAt' } };

const upsert = { externalId: 'T1', subject: 'New' };
const fields = { subject: 'New' };
const count = ({ state }: Sandbox) => state.conversations.size;
const given = (sandbox: Sandbox) => void addConversation(sandbox, 'c-1', { externalId: 'T1' });

/** What happens when a request has ended, during the run. */
let meanwhile: ((path: string, method: string) => void) | undefined;
const options: SandboxOptions = {
	seed: 'empty',
	onRequest: ({ path, method }) => meanwhile?.(path, method),
};
afterEach(() => (meanwhile = undefined));

describeOperation(
	'conversation: upsert',
	[
		{
			name: 'finds the conversation in the list and updates it',
			given,
			parameters: upsert,
			sends: [LIST, { method: 'PUT', path: `${CONVERSATIONS}/c-1`, body: fields }],
			returns: [{ id: 'c-1', subject: 'New', created: false }],
		},
		{
			name: 'updates one that someone else creates after the list was read',
			given: (sandbox) => {
				addConversation(sandbox, 'old', { externalId: 'T0' });
				meanwhile = (path, method) => {
					if (path !== CONVERSATIONS || method !== 'GET' || count(sandbox) > 1) return;
					addConversation(sandbox, 'c-1', { ...row('c-1', 9), externalId: 'T1' });
				};
			},
			parameters: upsert,
			returns: [{ id: 'c-1', subject: 'New', created: false }],
			then: (sandbox) => expect(count(sandbox)).toBe(2),
		},
		{
			name: 'creates one that someone else deletes after the list was read',
			given: (sandbox) => {
				given(sandbox);
				meanwhile = (path) => {
					const gone = sandbox.state.conversations.get('c-1');
					if (path === CONVERSATIONS && gone) sandbox.state.conversations.remove(gone);
				};
			},
			parameters: upsert,
			returns: [{ externalId: 'T1', created: true }],
		},
		{
			name: 'rejects a message that a second run would add again',
			given: addPeople,
			parameters: {
				...upsert,
				messages: { message: [{ message: 'Hello', fromType: 'user', fromId: 'user-1' }] },
			},
			throws: /Message 1 has no 'Message ID \(External\)'/,
			sends: [],
		},
		{
			name: 'adds nothing when it runs again',
			given: (sandbox) => {
				addPeople(sandbox);
				given(sandbox);
			},
			parameters: {
				...upsert,
				messages: {
					message: [
						{
							externalId: 'T1-1',
							message: 'Hello',
							fromType: 'user',
							fromId: byEmail('office@customer.example'),
						},
					],
				},
			},
			items: [{}, {}],
			returns: [{ created: false }, { created: false }],
			then: ({ state }) =>
				expect(state.conversations.get('c-1')?.messages).toMatchObject([
					{ externalId: 'T1-1', from: USER },
				]),
		},
	],
	options,
);

describeOperation(
	'conversation: upsert, where the service would create a second one of the same external ID',
	[
		{
			name: 'creates no second one where the service is slow: it finishes 2.5 s after the connection broke',
			given: (sandbox) => {
				sandbox.faults.add({ kind: 'resetBefore', on: { method: 'POST' }, times: 1 });
				const finish = () =>
					addConversation(sandbox, 'c-slow', {
						externalId: 'T1',
						subject: fields.subject,
						createdAt: new Date().toISOString(),
					});
				setTimeout(finish, 2500);
			},
			parameters: { ...upsert, messages: {} },
			returns: [{ id: 'c-slow', created: true }],
			then: (sandbox) => {
				expect(count(sandbox)).toBe(1);
				expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			},
		},
	],
	{ seed: 'empty', duplicateExternalId: 'create' },
);

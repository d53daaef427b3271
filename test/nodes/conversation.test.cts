import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { addConversation, addPeople } from './activityWorld.cts';
import { row } from './customerWorld.cts';
import { describePairing } from './pairing.cts';

const CONVERSATIONS = '/resources/conversations';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byExternalId = (value: unknown) => ({ __rl: true, mode: 'externalId', value });
const USER = { type: 'user', id: 'user-1' };
const ADMIN = { type: 'admin', id: 'admin-1' };
const message = (sandbox: Sandbox, id: string) =>
	sandbox.state.conversations
		.get(id)
		?.messages.map(({ externalId, message }) => [externalId, message]);

/** One conversation with one message. */
const given = (sandbox: Sandbox) => {
	addPeople(sandbox);
	addConversation(sandbox, 'c-1', {
		externalId: 'T1',
		accountIds: ['acc-1'],
		messages: [
			{
				id: 'm-1',
				type: 'inbound',
				externalId: 'T1-1',
				conversationId: 'c-1',
				message: '<p>Hello</p>',
				timestamp: '2026-01-01T00:00:00.000Z',
				from: { type: 'user', id: 'user-1' },
				to: [{ type: 'admin', id: 'admin-1' }],
				cc: [],
				bcc: [],
			},
		],
	});
};

const create = { resource: 'conversation', operation: 'create', subject: 'Invoice' };

describeOperation('conversation: create', [
	{
		name: 'sends the subject and an empty list of messages',
		parameters: create,
		sends: [{ method: 'POST', path: CONVERSATIONS, body: { subject: 'Invoice', messages: [] } }],
		returns: [{ subject: 'Invoice' }],
	},
	{
		name: 'builds messages between users and admins, times in UTC, traits under their whole keys',
		given: addPeople,
		parameters: {
			...create,
			additionalFields: { externalId: 'T1' },
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
			traitsMode: 'json',
			traitsJson:
				'{ "zendesk.status": "", "dealArr": 0, "live": false, "none": null, "tags": [], "list": ["a"] }',
		},
		sends: [
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
					traits: {
						'zendesk.status': '',
						dealArr: 0,
						live: false,
						none: null,
						tags: [],
						list: ['a'],
					},
				},
			},
		],
		returns: [{ externalId: 'T1', subject: 'Invoice' }],
	},
	{
		name: 'takes messages as JSON, as they are',
		given: addPeople,
		parameters: {
			...create,
			messagesMode: 'json',
			messagesJson: '={{ $json.messages }}',
		},
		items: [{ messages: [{ message: '', from: USER, to: [ADMIN], cc: [USER] }] }],
		sends: [
			{
				method: 'POST',
				path: CONVERSATIONS,
				body: {
					subject: 'Invoice',
					messages: [{ message: '', from: USER, to: [ADMIN], cc: [USER] }],
				},
			},
		],
	},
	{
		name: 'refuses JSON that is no list of messages',
		parameters: { ...create, messagesMode: 'json', messagesJson: '{ "message": "Hello" }' },
		refuses: /The value of 'Messages \(JSON\)' is not a list of messages \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses a message without sender',
		parameters: { ...create, messages: { message: [{ message: 'Hello', fromType: 'user' }] } },
		refuses: 'The ID of the sender of message 1 is empty',
		sends: [],
	},
	{
		name: 'refuses a sender of an unknown type',
		parameters: {
			...create,
			messages: { message: [{ message: 'Hello', fromType: '={{ "bot" }}', fromId: 'b' }] },
		},
		refuses: 'The type "bot" of the sender of message 1 is unknown',
		sends: [],
	},
	{
		name: 'refuses a message without text',
		parameters: {
			...create,
			messages: { message: [{ message: '', fromType: 'user', fromId: 'user-1' }] },
		},
		refuses: 'Message 1 has no text',
		sends: [],
	},
	{
		name: 'refuses an empty subject',
		parameters: { ...create, subject: ' ' },
		refuses: "The field 'Subject' is empty",
		sends: [],
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...create, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'POST', query: {}, body: { subject: 'Invoice', messages: [] } }],
	},
]);

describeOperation('conversation: get', [
	{
		name: 'returns its useful fields and the messages',
		given,
		parameters: { resource: 'conversation', operation: 'get', conversationId: byId('c-1') },
		sends: [{ method: 'GET', path: `${CONVERSATIONS}/c-1` }],
		returns: [{ id: 'c-1', externalId: 'T1', messages: [{ externalId: 'T1-1', from: USER }] }],
	},
	{
		name: 'returns everything when it is not to simplify',
		given,
		parameters: {
			resource: 'conversation',
			operation: 'get',
			conversationId: byId('c-1'),
			simple: false,
		},
		returns: [{ accounts: [{ id: 'acc-1' }], users: [{ id: 'user-1' }], traits: {} }],
	},
	{
		name: 'names the conversation that is not there',
		parameters: { resource: 'conversation', operation: 'get', conversationId: byId('nobody') },
		refuses: /The conversation "nobody" was not found \[item 0\][^]*'By External ID'/,
	},
	{
		name: 'says that no conversation has the external ID',
		given,
		parameters: {
			resource: 'conversation',
			operation: 'get',
			conversationId: byExternalId('T9'),
		},
		refuses: 'Vitally has no conversation with the external ID "T9"',
	},
]);

describeOperation('conversation: get many', [
	{
		name: 'lists all, without messages, by subject',
		given: (sandbox) => {
			addConversation(sandbox, 'c-1', { subject: 'The invoice of May' });
			addConversation(sandbox, 'c-2', { subject: 'Training' });
		},
		parameters: {
			resource: 'conversation',
			operation: 'getAll',
			returnAll: true,
			filters: { nameContains: 'INVOICE' },
		},
		sends: [{ method: 'GET', path: CONVERSATIONS, query: { limit: '100', sortBy: 'createdAt' } }],
		returns: [{ id: 'c-1', subject: 'The invoice of May', status: null }],
	},
	{
		name: 'lists those of an account, found by its external ID',
		given,
		parameters: {
			resource: 'conversation',
			operation: 'getAll',
			scope: 'account',
			accountId: byExternalId('A1'),
			limit: 5,
			options: { sortBy: 'createdAt' },
		},
		sends: [
			{ method: 'GET', path: '/resources/accounts/A1' },
			{
				method: 'GET',
				path: '/resources/accounts/acc-1/conversations',
				query: { limit: '5', sortBy: 'createdAt' },
			},
		],
		returns: [{ id: 'c-1' }],
	},
	{
		name: 'lists those of an organization',
		given: (sandbox) => {
			addPeople(sandbox);
			addConversation(sandbox, 'c-1', { organizationIds: ['org-1'] });
			addConversation(sandbox, 'c-2', { organizationIds: ['org-2'] });
		},
		parameters: {
			resource: 'conversation',
			operation: 'getAll',
			scope: 'organization',
			organizationId: byId('org-1'),
			simple: false,
		},
		returns: [{ id: 'c-1', traits: {} }],
	},
]);

const update = {
	resource: 'conversation',
	operation: 'update',
	conversationId: byId('c-1'),
};

describeOperation('conversation: update', [
	{
		name: 'sends only what is set; messages merge by their external IDs',
		given,
		parameters: {
			...update,
			updateFields: { subject: '' },
			messages: {
				message: [
					{ externalId: 'T1-1', message: '<p>Hello again</p>', fromType: 'user', fromId: '' },
					{ externalId: 'T1-2', message: 'New', fromType: 'admin', fromId: 'admin-1' },
				],
			},
			traitsToClear: ['zendesk.status'],
		},
		sends: [
			{
				method: 'PUT',
				path: `${CONVERSATIONS}/c-1`,
				body: {
					subject: '',
					messages: [
						{ externalId: 'T1-1', message: '<p>Hello again</p>' },
						{ externalId: 'T1-2', message: 'New', from: ADMIN },
					],
					traits: { 'zendesk.status': null },
				},
			},
		],
		refuses: 'A new message needs message, from and to',
	},
	{
		name: 'adds one message and changes another',
		given,
		parameters: {
			...update,
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
		returns: [{ id: 'c-1', subject: 'Subject of c-1' }],
		then: (sandbox) =>
			expect(message(sandbox, 'c-1')).toEqual([
				['T1-1', '<p>Hello again</p>'],
				['T1-2', 'New'],
			]),
	},
	{
		name: 'sends an empty list of messages when JSON says so',
		given,
		parameters: { ...update, messagesMode: 'json', messagesJson: '[]' },
		sends: [{ method: 'PUT', path: `${CONVERSATIONS}/c-1`, body: { messages: [] } }],
		then: (sandbox) => expect(message(sandbox, 'c-1')).toHaveLength(1),
	},
	{
		name: 'finds the conversation by its external ID where paths take none, once for all items',
		given: (sandbox) => {
			given(sandbox);
			addConversation(sandbox, 'c-2', { externalId: 'T2' });
		},
		parameters: {
			...update,
			conversationId: byExternalId('={{ $json.id }}'),
			updateFields: { subject: '={{ $json.subject }}' },
		},
		items: [
			{ id: 'T1', subject: 'One' },
			{ id: 'T2', subject: 'Two' },
			{ id: 'T1', subject: 'Three' },
		],
		returns: [{ subject: 'One' }, { subject: 'Two' }, { subject: 'Three' }],
		then: ({ requests, state }) => {
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
			expect(state.conversations.get('c-1')?.subject).toBe('Three');
		},
	},
	{
		name: 'refuses an update of nothing',
		given,
		parameters: update,
		refuses: 'There is nothing to update',
		sends: [],
	},
]);

describeOperation('conversation: delete', [
	{
		name: 'sends the id in the path and in the body',
		given,
		parameters: { resource: 'conversation', operation: 'delete', conversationId: byId('c-1') },
		sends: [{ method: 'DELETE', path: `${CONVERSATIONS}/c-1`, body: { id: 'c-1' } }],
		returns: [{ deleted: true, id: 'c-1' }],
		then: ({ state }) => expect(state.conversations.size).toBe(0),
	},
	{
		name: 'deletes by external ID',
		given,
		parameters: {
			resource: 'conversation',
			operation: 'delete',
			conversationId: byExternalId('T1'),
		},
		returns: [{ deleted: true, id: 'c-1' }],
		then: ({ state }) => expect(state.conversations.size).toBe(0),
	},
	{
		name: 'keeps it in a dry run',
		given,
		parameters: {
			resource: 'conversation',
			operation: 'delete',
			conversationId: byId('c-1'),
			options: { dryRun: true },
		},
		sends: [],
		returns: [{ method: 'DELETE', body: { id: 'c-1' } }],
	},
]);

describePairing('conversation: update', {
	given: (sandbox) => addConversation(sandbox, 'c-1', row('c-1')),
	parameters: {
		...update,
		conversationId: byId('={{ $json.id }}'),
		updateFields: { subject: 'New' },
	},
	good: { id: 'c-1' },
	bad: { id: 'nobody' },
	refuses: /The conversation "nobody" was not found \[item 1\]/,
});

describePairing('conversation: get many', {
	given: (sandbox) => {
		addPeople(sandbox);
		addConversation(sandbox, 'c-1', { accountIds: ['acc-1'] });
		addConversation(sandbox, 'c-2', { accountIds: ['acc-1'] });
	},
	parameters: {
		resource: 'conversation',
		operation: 'getAll',
		scope: 'account',
		accountId: byExternalId('={{ $json.account }}'),
	},
	good: { account: 'A1' },
	bad: { account: 'nobody' },
	refuses: /Vitally has no record with the external ID "nobody" for 'Account' \[item 1\]/,
});

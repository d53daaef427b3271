import { describeOperation } from '../engine/operationCases.cts';
import { addPeople, addThread } from './activityWorld.cts';
import { byExternalId, byId } from './customerWorld.cts';

const CONVERSATIONS = '/resources/conversations';
const USER = { type: 'user', id: 'user-1' };
const ADMIN = { type: 'admin', id: 'admin-1' };
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
		given: addThread,
		parameters: { resource: 'conversation', operation: 'get', conversationId: byId('c-1') },
		sends: [{ method: 'GET', path: `${CONVERSATIONS}/c-1` }],
		returns: [{ id: 'c-1', externalId: 'T1', messages: [{ externalId: 'T1-1', from: USER }] }],
	},
	{
		name: 'returns everything when it is not to simplify',
		given: addThread,
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
		given: addThread,
		parameters: {
			resource: 'conversation',
			operation: 'get',
			conversationId: byExternalId('T9'),
		},
		refuses: 'Vitally has no conversation with the external ID "T9"',
	},
]);

describeOperation('conversation: delete', [
	{
		name: 'sends the id in the path and in the body',
		given: addThread,
		parameters: { resource: 'conversation', operation: 'delete', conversationId: byId('c-1') },
		sends: [{ method: 'DELETE', path: `${CONVERSATIONS}/c-1`, body: { id: 'c-1' } }],
		returns: [{ deleted: true, id: 'c-1' }],
		then: ({ state }) => expect(state.conversations.size).toBe(0),
	},
	{
		name: 'deletes by external ID',
		given: addThread,
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
		given: addThread,
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

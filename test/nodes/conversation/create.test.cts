import { describeOperation } from '../../engine/operationCases.cts';
import { ADMIN, CONVERSATIONS, USER } from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';

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
			additionalFields: {
				externalId: 'T1',
				traitsJson:
					'{ "zendesk.status": "", "dealArr": 0, "live": false, "none": null, "tags": [], "list": ["a"] }',
			},
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
			options: { emptyValues: 'send' },
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
		throws: /The value of 'Messages \(JSON\)' is not a list of messages \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses a message without sender',
		parameters: { ...create, messages: { message: [{ message: 'Hello', fromType: 'user' }] } },
		throws: "The field 'Message 1: From' is empty",
		sends: [],
	},
	{
		name: 'refuses a sender of an unknown type',
		parameters: {
			...create,
			messages: { message: [{ message: 'Hello', fromType: '={{ "bot" }}', fromId: 'b' }] },
		},
		throws: `The role "bot" of 'Message 1: From' is unknown`,
		sends: [],
	},
	{
		name: 'refuses a message without text',
		parameters: {
			...create,
			messages: { message: [{ message: '', fromType: 'user', fromId: 'user-1' }] },
		},
		throws: 'Message 1 has no text',
		sends: [],
	},
]);

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { lostChangeError } from '../../errors/lostChangeError.cts';
import {
	emptyLocatorError,
	invisibleCharacterError,
	notAnOptionError,
	notDateError,
	nullLikeError,
	wrongEncodingError,
} from '../../errors/valueErrors.cts';
import {
	addConversation,
	addThread,
	ADMIN,
	CONVERSATIONS,
	USER,
} from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { GET, POST, PUT } from '../../fixtures/requests.cts';

describeOperation(
	'conversation: getAll',
	[
		{
			what: 'those of a source that Vitally writes in capitals',
			filters: { source: 'intercom' },
			ids: ['closed of Intercom'],
		},
		{
			what: 'those of a source that is entered in capitals',
			filters: { source: 'ZENDESK' },
			ids: ['open of zendesk'],
		},
		{
			what: 'those of several sources',
			filters: { source: 'intercom, zendesk' },
			ids: ['open of zendesk', 'closed of Intercom'],
		},
		{
			what: 'those with a status, also one in capitals',
			filters: { status: 'open' },
			ids: ['open of zendesk', 'open of google', 'OPEN of front'],
		},
		{
			what: 'those with the other status',
			filters: { status: 'closed' },
			ids: ['closed of Intercom'],
		},
		{
			what: 'none with the status of one and the source of another one',
			filters: { status: 'closed', source: 'google' },
			ids: [],
		},
	].map(({ what, filters, ids }) => ({
		name: `returns ${what}`,
		given: (sandbox) => {
			addConversation(sandbox, 'open of google', { source: 'google', status: 'open' });
			addConversation(sandbox, 'closed of Intercom', { source: 'Intercom', status: 'closed' });
			addConversation(sandbox, 'open of zendesk', { source: 'zendesk', status: 'open' });
			addConversation(sandbox, 'none of either', { source: null, status: null });
			addConversation(sandbox, 'OPEN of front', { source: 'front', status: 'OPEN' as 'open' });
		},
		parameters: { filters },
		returns: ids.map((id) => ({ id })),
	})),
);

describeOperation('conversation: getAll', [
	{
		name: 'takes no word for nothing as a source',
		parameters: { filters: { source: 'zendesk, null' } },
		throws: nullLikeError('Source', 'null'),
		sends: [],
	},
]);

const post = (...messages: object[]) => POST(CONVERSATIONS, { subject: 'Invoice', messages });
const json = { subject: 'Invoice', messagesMode: 'json', messagesJson: '={{ $json.messages }}' };
const written = (...message: object[]) => ({ subject: 'Invoice', messages: { message } });

const localTime = { message: 'Hello', timestamp: '2026-03-01T10:00:00' };

describeOperation('conversation: create', [
	{
		name: 'sends an empty list of messages where the form has none, which the service requires',
		parameters: { subject: 'Invoice' },
		sends: [post()],
	},
	...[
		{
			form: 'the form',
			parameters: written({ ...localTime, fromType: 'user', fromId: byId('user-1') }),
		},
		{
			form: 'JSON',
			parameters: { ...json, messagesJson: JSON.stringify([{ ...localTime, from: USER, to: [] }]) },
		},
	].map(({ form, parameters }) => ({
		name: `reads a time without a zone in the zone of the workflow, in ${form}`,
		given: addPeople,
		timeZone: 'Europe/Berlin',
		parameters,
		then: ({ requests }: Sandbox) => {
			const { messages } = requests.at(-1)?.body as { messages: IDataObject[] };

			expect(messages.map(({ timestamp }) => timestamp)).toEqual(['2026-03-01T09:00:00.000Z']);
		},
	})),
	{
		name: 'takes a sender without a role for a user',
		given: addPeople,
		parameters: written({ message: 'Hello', fromId: byId('user-1') }),
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({
				subject: 'Invoice',
				messages: [{ message: 'Hello', from: USER, to: [] }],
			}),
	},
	{
		name: 'takes a recipient without a role for a teammate',
		given: addPeople,
		parameters: written({
			message: 'Hello',
			fromId: byId('user-1'),
			to: { recipient: [{ id: byId('admin-1') }] },
		}),
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({
				subject: 'Invoice',
				messages: [{ message: 'Hello', from: USER, to: [ADMIN] }],
			}),
	},
	...[
		{ what: 'the first recipient', to: [{ type: 'manager', id: 'admin-1' }] },
		{ what: 'the second recipient', to: [USER, { type: 'manager', id: 'admin-1' }] },
	].map(({ what, to }) => ({
		name: `names the field of the recipients where the role of ${what} is unknown`,
		parameters: written({
			message: 'Hello',
			fromType: 'user',
			fromId: 'user-1',
			to: { recipient: to },
		}),
		throws: notAnOptionError('Message 1: To', '"manager"', 'admin, user'),
		sends: [],
	})),
	{
		name: 'names the field of the recipients where one is no person',
		parameters: written({
			message: 'Hello',
			fromType: 'user',
			fromId: 'user-1',
			to: { recipient: [{ type: 'user', id: byId('') }] },
		}),
		throws: emptyLocatorError('Message 1: To'),
		sends: [],
	},
	{
		name: 'takes no time of a message that is empty',
		given: addPeople,
		parameters: written({ message: 'Hello', fromType: 'user', fromId: 'user-1', timestamp: '' }),
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({
				subject: 'Invoice',
				messages: [{ message: 'Hello', from: USER, to: [] }],
			}),
	},
	{
		name: 'sends each message from its author to its recipients',
		given: addPeople,
		parameters: written(
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
		),
		sends: [
			GET('/resources/users/user-1'),
			post(
				{
					externalId: 'T1-1',
					message: '<p>Hello</p>',
					timestamp: '2026-03-01T08:00:00.000Z',
					from: USER,
					to: [ADMIN, USER],
				},
				{ message: 'Answer', from: ADMIN, to: [] },
			),
		],
		returns: [{ messages: ['user: <p>Hello</p>', 'teammate: Answer'] }],
	},
	{
		name: 'sends the numbers of JSON as text, because the service converts no types',
		parameters: json,
		items: [
			{
				messages: [
					{ externalId: 71, message: 5, from: { ...USER, id: 42 }, to: [{ ...ADMIN, id: 43 }] },
				],
			},
		],
		sends: [
			post({
				externalId: '71',
				message: '5',
				from: { ...USER, id: '42' },
				to: [{ ...ADMIN, id: '43' }],
			}),
		],
	},
	...[
		{
			what: 'JSON that is a list of anything else',
			parameters: { ...json, messagesJson: '["Hello"]' },
			throws: {
				message: "The value of 'Messages (JSON)' is not a list of messages",
				description:
					'Enter a list such as [{ "externalId": "m1", "message": "‹p>Hello‹/p>", "from": { "type": "user", "id": "…" }, "to": [{ "type": "admin", "id": "…" }] }]. It may be empty.',
			},
		},
		{
			what: 'a number in JSON that is none, of which JSON makes null',
			parameters: { ...json, messagesJson: '={{ [{ externalId: NaN }] }}' },
			throws: {
				message: "The value NaN of 'externalId' in 'Messages (JSON)' cannot be sent",
				description: 'Check the expression: it may calculate with a value that is missing.',
			},
		},
		{
			what: 'JSON that is no list of messages',
			parameters: { ...json, messagesJson: '{ "message": "Hello" }' },
			throws: {
				message: "The value of 'Messages (JSON)' is not a list of messages",
				description:
					'Enter a list such as [{ "externalId": "m1", "message": "‹p>Hello‹/p>", "from": { "type": "user", "id": "…" }, "to": [{ "type": "admin", "id": "…" }] }]. It may be empty.',
			},
		},
		{
			what: 'a role without a value, in place of which no default is sent',
			parameters: written({ message: 'Hello', fromType: '={{ $json.role }}', fromId: 'user-1' }),
			throws: notAnOptionError('Message 1: From', 'null', 'admin, user'),
		},
		{
			what: 'a message without text',
			parameters: written({ externalId: 'T1-1', message: '', fromType: 'user', fromId: 'user-1' }),
			throws: {
				message: 'Message 1 has no text',
				description: "Enter the 'Message', or remove the row. For a message without text use JSON.",
			},
		},
		{
			what: 'a message without a sender',
			parameters: written({ externalId: 'T1-1', message: 'Hello', fromType: 'user', fromId: '' }),
			throws: emptyLocatorError('Message 1: From'),
		},
		...[
			{
				what: 'an External ID with a character that nobody sees',
				fields: { externalId: 'T1-1\u200B' },
				errorOf: (label: string) =>
					invisibleCharacterError(`${label}: External ID`, 'U+200B', "after 'T1-1'"),
			},
			{
				what: 'an External ID that stands for nothing',
				fields: { externalId: 'N/A' },
				errorOf: (label: string) => nullLikeError(`${label}: External ID`, 'N/A'),
			},
			{
				what: 'a damaged text',
				fields: { message: 'M\uFFFDller' },
				errorOf: (label: string) => wrongEncodingError(`${label}: Message`, "after 'M'"),
				errorInJson: wrongEncodingError('Messages (JSON)', "after 'M'"),
			},
			{
				what: 'a time that is none',
				fields: { timestamp: 'soon' },
				errorOf: (label: string) => notDateError(`${label}: Sent At`, '"soon"'),
			},
		].flatMap(({ what, fields, errorOf, errorInJson = errorOf('Message 2') }) => {
			const first = { externalId: 'T1-1', message: 'Hello', fromType: 'user', fromId: 'user-1' };
			const second = { ...first, ...fields };

			return [
				{
					what: `${what} in the second row of the form`,
					parameters: written(first, second),
					throws: errorOf('Message 2'),
				},
				{
					what: `${what} in the second message of JSON`,
					parameters: { ...json, messagesJson: JSON.stringify([first, second]) },
					throws: errorInJson,
				},
			];
		}),
		{
			what: 'an External ID of a teammate',
			parameters: written({ message: 'Hello', fromType: 'admin', fromId: byExternalId('A1') }),
			throws: {
				message: "'Message 1: From' contains an External ID, but teammates in Vitally have none",
				description: "Choose 'Message 1: From' from the list, or enter the Vitally ID.",
			},
		},
	].map(({ what, ...row }) => ({ ...row, name: `rejects ${what}`, sends: [] })),
]);

const update = { conversationId: byId('c-1') };

describeOperation('conversation: update', [
	{
		name: 'sends only what is set of a message that is there',
		given: addThread,
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
					{ externalId: 'T1-1', message: '', timestamp: '2026-03-01' },
				],
			},
		},
		sends: [
			GET('/resources/users/user-1'),
			PUT(`${CONVERSATIONS}/c-1`, {
				messages: [
					{ externalId: 'T1-1', message: '<p>Hello again</p>' },
					{ externalId: 'T1-2', message: 'New', from: ADMIN, to: [USER] },
					{ externalId: 'T1-1', timestamp: '2026-03-01T00:00:00.000Z' },
				],
			}),
		],
	},
	{
		name: 'sends no messages where the form has none',
		given: addThread,
		parameters: { ...update, updateFields: { subject: 'New' } },
		sends: [PUT(`${CONVERSATIONS}/c-1`, { subject: 'New' })],
	},
	{
		name: 'goes out again after a lost response where it changes no messages',
		given: withFault(addThread, { kind: 'resetBefore', on: { method: 'PUT' } }),
		parameters: { ...update, updateFields: { subject: 'New' } },
		throws: (sandbox: Sandbox) => lostChangeError(sandbox, `PUT ${CONVERSATIONS}/c-1`, '3 times'),
	},
	...[
		{
			title: 'goes out again after a lost response where each message has an ID',
			messagesJson: '[{ "externalId": "T1-1", "message": "Hi" }]',
			times: '3 times' as const,
		},
		{
			title: 'goes out once where a message has no ID, because it would be there twice',
			messagesJson: '[{ "externalId": "T1-1" }, { "message": "Hi" }]',
			times: '1 time' as const,
		},
	].map(({ title, messagesJson, times }) => ({
		name: title,
		given: withFault(addThread, { kind: 'resetBefore', on: { method: 'PUT' } }),
		parameters: { ...update, messagesMode: 'json', messagesJson },
		throws: (sandbox: Sandbox) => lostChangeError(sandbox, `PUT ${CONVERSATIONS}/c-1`, times),
	})),
	...[
		{
			what: 'a new message without text',
			message: { externalId: '', message: '', fromType: 'user', fromId: 'user-1' },
			throws: {
				message: 'Message 1 has no text',
				description: "Enter the 'Message', or remove the row. For a message without text use JSON.",
			},
		},
		{
			what: 'a new message without a sender',
			message: { externalId: '', message: 'Hello', fromType: 'user', fromId: '' },
			throws: emptyLocatorError('Message 1: From'),
		},
		{
			what: 'a change of a message whose sender has an unknown role',
			message: { externalId: 'T1-1', fromType: '={{ "manager" }}', fromId: 'user-1' },
			throws: notAnOptionError('Message 1: From', '"manager"', 'admin, user'),
		},
		{
			what: 'a change of a message whose recipient has an unknown role',
			message: {
				externalId: 'T1-1',
				message: 'Hello',
				to: { recipient: [{ type: 'manager', id: 'admin-1' }] },
			},
			throws: notAnOptionError('Message 1: To', '"manager"', 'admin, user'),
		},
	].map(({ what, message, throws }) => ({
		name: `rejects ${what}, before anything is sent`,
		given: addThread,
		parameters: { ...update, messages: { message: [message] } },
		throws,
		sends: [],
	})),
	{
		name: 'sends an empty list of messages for empty JSON',
		given: addThread,
		parameters: { ...update, messagesMode: 'json', messagesJson: '' },
		sends: [PUT(`${CONVERSATIONS}/c-1`, { messages: [] })],
	},
]);

const upsert = { externalId: 'T1', subject: 'New' };

describeOperation('conversation: upsert', [
	{
		name: 'creates one without messages as one with an empty list, which the service requires',
		parameters: upsert,
		then: ({ requests }) =>
			expect(requests.slice(1).map(({ method, body }) => [method, body])).toEqual([
				['POST', { ...upsert, messages: [] }],
			]),
	},
	{
		name: 'changes for the next item the one that it has created, without another look-up',
		parameters: { ...upsert, externalId: 'T7' },
		items: [{}, {}],
		then: ({ requests }) => {
			expect({ requests: requests.map(({ method }) => method) }).toEqual({
				requests: ['GET', 'POST', 'PUT'],
			});
			expect(requests.at(-1)?.body).toEqual({ subject: 'New' });
		},
	},
	{
		name: 'creates at once the one that the search does not find, without an update before',
		parameters: { ...upsert, externalId: 'T7' },
		returns: [{ externalId: 'T7', created: true }],
		then: ({ requests }) =>
			expect({
				writes: requests.map(({ method }) => method).filter((name) => name !== 'GET'),
			}).toEqual({ writes: ['POST'] }),
	},
	{
		name: 'creates again the one that it has created, where someone deletes it before the next item',
		given: ({ state, faults }) => {
			const matches = () => {
				const created = state.conversations.byExternalId('T7');
				if (created) state.conversations.remove(created);

				return false;
			};

			faults.add({ kind: 'status', status: 404, on: { method: 'PUT', matches } });
		},
		parameters: { ...upsert, externalId: 'T7' },
		items: [{}, {}],
		returns: [
			{ externalId: 'T7', created: true },
			{ externalId: 'T7', created: true },
		],
		then: ({ requests }) =>
			expect({
				writes: requests.map(({ method }) => method).filter((name) => name !== 'GET'),
			}).toEqual({ writes: ['POST', 'PUT', 'POST'] }),
	},
	...[
		{ name: 'creates one with its messages', method: 'POST' },
		{ name: 'sends its messages again for the next item, which changes it', method: 'PUT' },
	].map(({ name, method }) => ({
		name,
		given: addPeople,
		parameters: {
			...upsert,
			messages: {
				message: [
					{
						externalId: 'T1-1',
						message: 'Hello',
						fromType: 'user',
						fromId: 'user-1',
						to: { recipient: [ADMIN] },
					},
				],
			},
		},
		items: [{}, {}],
		then: ({ requests }: Sandbox) => {
			const sentMessages = requests
				.filter((request) => request.method === method)
				.flatMap(({ body }) => (body as { messages: IDataObject[] }).messages);

			expect(sentMessages.map(({ externalId, message }) => ({ externalId, message }))).toEqual([
				{ externalId: 'T1-1', message: 'Hello' },
			]);
		},
	})),
	...[
		{
			form: 'of the form',
			fields: { messages: { message: [{ message: 'Hello', fromType: 'user', fromId: 'user-1' }] } },
		},
		{
			form: 'in JSON',
			fields: {
				messagesMode: 'json',
				messagesJson: '[{ "externalId": "", "message": "Hello" }]',
			},
		},
	].map(({ form, fields }) => ({
		name: `rejects a message ${form} without an ID, which a second run would add again`,
		parameters: { ...upsert, ...fields },
		throws: {
			message: "Message 1 has no 'Message ID (External)'",
			description:
				"Enter a 'Message ID (External)' for every message. 'Create or Update' recognizes a message only by this ID: without it, each execution would add the message again.",
		},
		sends: [],
	})),
]);

describeOperation('conversation: delete', [
	{
		name: 'deletes by its Vitally ID, also in the body, the conversation that an External ID names',
		given: addThread,
		parameters: { conversationId: byExternalId('T1') },
		returns: [{ deleted: true, id: 'c-1', externalId: 'T1' }],
		then: ({ requests }) => {
			const { method, path, body } = requests.at(-1) ?? {};

			expect({ method, path, body }).toEqual({
				method: 'DELETE',
				path: `${CONVERSATIONS}/c-1`,
				body: { id: 'c-1' },
			});
		},
	},
]);

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { notAnOptionError } from '../../errors/valueErrors.cts';
import { addThread, ADMIN, USER } from '../../fixtures/conversations.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';

const create = {
	conversationId: byId('c-1'),
	externalId: 'T1-2',
	message: '<p>Answer</p>',
	fromId: byId('user-1'),
};
const body = { externalId: 'T1-2', message: '<p>Answer</p>', from: USER, to: [] };
const messagesOf = ({ state }: Sandbox) => state.conversations.get('c-1')?.messages ?? [];

describeOperation('message: create', [
	{
		name: 'sends the time in UTC',
		given: addThread,
		parameters: { ...create, timestamp: '2026-03-01T10:00:00+02:00' },
		returns: [{ timestamp: '2026-03-01T08:00:00.000Z' }],
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({ ...body, timestamp: '2026-03-01T08:00:00.000Z' }),
	},
	{
		name: 'sends the author whom an email address names',
		given: addThread,
		parameters: { ...create, fromType: 'admin', fromId: byEmail('lead@team.example') },
		returns: [{ type: 'outbound' }],
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ ...body, from: ADMIN }),
	},
	{
		name: 'sends the recipient whom an External ID names, beside another one',
		given: addThread,
		parameters: {
			...create,
			to: { recipient: [{ type: 'user', id: byExternalId('U1') }, ADMIN] },
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ ...body, to: [USER, ADMIN] }),
	},
	{
		name: 'takes a sender without a role for a user, and a recipient for a teammate',
		given: addThread,
		parameters: { ...create, to: { recipient: [{ id: byId('admin-1') }] } },
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ ...body, to: [ADMIN] }),
	},
	...[
		{
			what: 'the sender',
			fields: { fromType: '={{ "manager" }}' },
			throws: notAnOptionError('From', '"manager"', 'admin, user'),
		},
		{
			what: 'a recipient',
			fields: { to: { recipient: [{ type: 'manager', id: 'admin-1' }] } },
			throws: notAnOptionError('To', '"manager"', 'admin, user'),
		},
	].map(({ what, fields, throws }) => ({
		name: `names the field of ${what} whose role is unknown`,
		given: addThread,
		parameters: { ...create, ...fields },
		throws,
		sends: [],
	})),
	{
		name: 'adds messages in the order of the items, however long one takes',
		given: withFault(addThread, { kind: 'delay', ms: 100, on: { method: 'POST' }, times: 1 }),
		parameters: { ...create, externalId: '={{ $json.id }}' },
		items: [{ id: 'T1-3' }, { id: 'T1-4' }],
		then: (sandbox) => {
			const ids = messagesOf(sandbox).map(({ externalId }) => externalId);

			expect(ids).toEqual(['T1-1', 'T1-3', 'T1-4']);
		},
	},
	{
		name: 'adds no second message for an item with the External ID of the one before it',
		given: addThread,
		parameters: create,
		items: [{}, {}],
		throws: {
			message: 'The External ID "T1-2" already belongs to another message',
			description: "Use 'Update' of the conversation to change it, or enter another 'External ID'.",
			itemIndex: 1,
		},
		then: (sandbox) => {
			const ids = messagesOf(sandbox).map(({ externalId }) => externalId);

			expect(ids).toEqual(['T1-1', 'T1-2']);
		},
	},
	{
		name: 'sends a message again that was lost, where the conversation is shown without messages',
		given: withFault(
			addThread,
			{ kind: 'resetBefore', on: { method: 'POST' }, times: 1 },
			{
				kind: 'shown',
				as: (record) => ({ ...record, messages: undefined }),
				on: { method: 'GET' },
			},
		),
		parameters: create,
		returns: [{ externalId: 'T1-2', message: '<p>Answer</p>' }],
		then: (sandbox) => {
			const ids = messagesOf(sandbox).map(({ externalId }) => externalId);

			expect(ids).toEqual(['T1-1', 'T1-2']);
		},
	},
	{
		name: 'names the conversation that does not exist',
		given: addThread,
		parameters: { ...create, conversationId: byId('c-9') },
		throws: {
			message: 'The conversation "c-9" was not found',
			description:
				'Check the value of \'Conversation\': it may be deleted, or belong to another workspace than the credential. Vitally says: "Conversation not found". (HTTP 404, POST /resources/conversations/c-9/messages)',
			httpCode: '404',
		},
	},
	...[
		{
			externalId: 'T1-1',
			throws: {
				message: 'The External ID "T1-1" already belongs to another message',
				description:
					"Use 'Update' of the conversation to change it, or enter another 'External ID'.",
				httpCode: '409',
			},
		},
		{
			externalId: 'T1-9',
			throws: {
				message: 'Vitally rejected the request',
				description:
					'Check the values of this item. (HTTP 409, POST /resources/conversations/c-1/messages)',
				httpCode: '409',
			},
		},
	].map(({ externalId, throws }) => ({
		name: `reports how to continue where the service rejects the External ID ${externalId}`,
		given: withFault(addThread, { kind: 'status', status: 409, on: { method: 'POST' } }),
		parameters: { ...create, externalId },
		throws,
		then: (sandbox: Sandbox) =>
			expect(messagesOf(sandbox).map((message) => message.externalId)).toEqual(['T1-1']),
	})),
]);

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import {
	addConversation,
	addThread,
	ADMIN,
	CONVERSATIONS,
	USER,
} from '../../fixtures/conversations.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

const message = (sandbox: Sandbox, id: string) =>
	sandbox.state.conversations
		.get(id)
		?.messages.map(({ externalId, message }) => [externalId, message]);
const update = {
	resource: 'conversation',
	operation: 'update',
	conversationId: byId('c-1'),
};

describeOperation('conversation: update', [
	{
		name: 'sends only what is set; messages merge by their external IDs',
		given: addThread,
		parameters: {
			...update,
			updateFields: { subject: '' },
			messages: {
				message: [
					{ externalId: 'T1-1', message: '<p>Hello again</p>', fromType: 'user', fromId: '' },
					{ externalId: 'T1-2', message: 'New', fromType: 'admin', fromId: 'admin-1' },
				],
			},
			options: { emptyValues: 'send', traitsToClear: ['zendesk.status'] },
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
		throws: 'A new message needs message, from and to',
	},
	{
		name: 'adds one message and changes another',
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
		given: addThread,
		parameters: { ...update, messagesMode: 'json', messagesJson: '[]' },
		sends: [{ method: 'PUT', path: `${CONVERSATIONS}/c-1`, body: { messages: [] } }],
		then: (sandbox) => expect(message(sandbox, 'c-1')).toHaveLength(1),
	},
	{
		name: 'finds the conversation by its external ID in the list, read once for all items',
		given: (sandbox) => {
			addThread(sandbox);
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
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
			expect(state.conversations.get('c-1')?.subject).toBe('Three');
		},
	},
]);

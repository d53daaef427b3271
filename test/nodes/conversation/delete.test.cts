import { describeOperation } from '../../engine/operationCases.cts';
import { addThread, CONVERSATIONS } from '../../fixtures/conversations.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

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
		returns: [{ deleted: true, id: 'c-1', externalId: 'T1' }],
		then: ({ state }) => expect(state.conversations.size).toBe(0),
	},
]);

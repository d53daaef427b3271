import { describeOperation } from '../../engine/operationCases.cts';
import { addThread } from '../../fixtures/conversations.cts';
import { byId } from '../../fixtures/locators.cts';

const remove = { resource: 'message', operation: 'delete', messageId: byId('m-1') };

describeOperation('message: delete', [
	{
		name: 'deletes the message, and says so',
		given: addThread,
		parameters: remove,
		sends: [{ method: 'DELETE', path: '/resources/messages/m-1' }],
		returns: [{ deleted: true, id: 'm-1' }],
		then: ({ state }) => expect(state.conversations.get('c-1')?.messages).toEqual([]),
	},
]);

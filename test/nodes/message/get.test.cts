import { describeOperation } from '../../engine/operationCases.cts';
import { addThread, ADMIN, USER } from '../../fixtures/conversations.cts';
import { byId } from '../../fixtures/locators.cts';

const get = { resource: 'message', operation: 'get' };

describeOperation('message: get', [
	{
		name: 'returns the message with its people',
		given: addThread,
		parameters: { ...get, messageId: byId('m-1') },
		sends: [{ method: 'GET', path: '/resources/messages/m-1' }],
		returns: [{ id: 'm-1', externalId: 'T1-1', conversationId: 'c-1', from: USER, to: [ADMIN] }],
	},
	{
		name: 'names the message that is not there',
		given: addThread,
		parameters: { ...get, messageId: byId('T1-1') },
		throws: /The message "T1-1" was not found \[item 0\]\n[^]*'Get' of a conversation/,
	},
]);

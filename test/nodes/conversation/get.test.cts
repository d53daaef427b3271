import { describeOperation } from '../../engine/operationCases.cts';
import { addThread, CONVERSATIONS, USER } from '../../fixtures/conversations.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

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
			output: 'raw',
		},
		returns: [{ accounts: [{ id: 'acc-1' }], users: [{ id: 'user-1' }], traits: {} }],
	},
	{
		name: 'names the conversation that is not there',
		parameters: { resource: 'conversation', operation: 'get', conversationId: byId('nobody') },
		throws: /The conversation "nobody" was not found \[item 0\][^]*'By External ID'/,
	},
	{
		name: 'says that no conversation has the external ID',
		given: addThread,
		parameters: {
			resource: 'conversation',
			operation: 'get',
			conversationId: byExternalId('T9'),
		},
		throws: 'Vitally has no conversation with the external ID "T9"',
	},
]);

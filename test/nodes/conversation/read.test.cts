import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addConversation, addThread, CONVERSATIONS, USER } from '../../fixtures/conversations.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

describeOperation('conversation: get', [
	{
		name: 'returns its useful fields and the messages',
		given: addThread,
		parameters: { conversationId: byId('c-1') },
		sends: [{ method: 'GET', path: `${CONVERSATIONS}/c-1` }],
		returns: [{ id: 'c-1', externalId: 'T1', messages: [{ externalId: 'T1-1', from: USER }] }],
	},
]);

describeOperation('conversation: getAll', [
	{
		name: 'lists all, without messages, by subject',
		given: (sandbox) => {
			addConversation(sandbox, 'c-1', { subject: 'The invoice of May' });
			addConversation(sandbox, 'c-2', { subject: 'Training' });
		},
		parameters: { returnAll: true, filters: { nameContains: 'INVOICE' } },
		sends: [{ method: 'GET', path: CONVERSATIONS, query: { limit: '100', sortBy: 'createdAt' } }],
		returns: [{ id: 'c-1', subject: 'The invoice of May', status: null }],
	},
	{
		name: 'lists those of an account, found by its external ID',
		given: addThread,
		parameters: { scope: 'account', accountId: byExternalId('A1'), limit: 5, sortBy: 'createdAt' },
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
	...(['createdAfter', 'updatedAfter'] as const).map((filter) => ({
		name: `rejects ${filter} where the rows are as the document shows them, without times`,
		given: (sandbox: Sandbox) =>
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: {
					results: [{ id: 'c-1', externalId: 'T1', externalUrl: null, subject: 'Old', traits: {} }],
					next: null,
				},
			}),
		parameters: { filters: { [filter]: '2026-01-01' } },
		throws: /cannot be applied, because Vitally's list does not show (created|updated)At/,
	})),
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';

describeOperation('account: get', [
	{
		name: 'returns ten fields, or all',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'get',
			accountId: byExternalId('a1'),
			output: 'simplified',
		},
		sends: [{ method: 'GET', path: `${ACCOUNTS}/a1` }],
		returns: [{ externalId: 'a1', healthScore: null }],
	},
	{
		name: 'names the account that is not there',
		parameters: { resource: 'account', operation: 'get', accountId: byExternalId('nobody') },
		throws: /The account "nobody" was not found \[item 0\]/,
	},
	{
		name: 'refuses an answer that is no record',
		given: async (sandbox) => {
			await withAccounts('a1')(sandbox);
			sandbox.faults.add({ kind: 'notJson' });
		},
		parameters: { resource: 'account', operation: 'get', accountId: byExternalId('a1') },
		throws: 'The response is not a Vitally record',
	},
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';

describeOperation('account: delete', [
	{
		name: 'refuses without the confirmation',
		given: withAccounts('a1'),
		parameters: { resource: 'account', operation: 'delete', accountId: byExternalId('a1') },
		throws: "'Confirm Permanent Delete' is off",
		sends: [],
	},
	{
		name: 'deletes with it, and says so',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'delete',
			accountId: byExternalId('a1'),
			confirmPermanentDelete: true,
		},
		sends: [{ method: 'DELETE', path: `${ACCOUNTS}/a1` }],
		returns: [{ deleted: true, id: 'a1' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toBeUndefined(),
	},
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';

const remove = { resource: 'account', operation: 'delete', accountId: byExternalId('a1') };
const confirmed = { ...remove, confirmPermanentDelete: true };

describeOperation('account: delete', [
	{
		name: 'refuses without the confirmation',
		given: withAccounts('a1'),
		parameters: remove,
		throws: "'Confirm Permanent Delete' is off",
		sends: [],
	},
	{
		name: 'deletes with it, and says so',
		given: withAccounts('a1'),
		parameters: confirmed,
		sends: [{ method: 'DELETE', path: `${ACCOUNTS}/a1` }],
		returns: [{ deleted: true, externalId: 'a1' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toBeUndefined(),
	},
	{
		name: 'takes a login page for no answer',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'status', status: 200, body: '<html>Please log in</html>' }),
		parameters: confirmed,
		throws: /Vitally's response to the change could not be read/,
	},
	{
		name: 'sends nothing where an expression gives Dry Run as text',
		given: withAccounts('a1'),
		parameters: { ...confirmed, options: { dryRun: '={{ "TRUE" }}' } },
		sends: [],
		returns: [{ method: 'DELETE' }],
	},
	{
		name: 'sends nothing where an expression gives Dry Run as something unknown',
		given: withAccounts('a1'),
		parameters: { ...confirmed, options: { dryRun: '={{ "yes" }}' } },
		throws: `The value "yes" of 'Dry Run' is not true or false`,
		sends: [],
	},
]);

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { userOf, USERS } from '../../fixtures/users.cts';

const create = {
	resource: 'user',
	operation: 'create',
	externalId: 'u1',
	additionalFields: { accountIds: 'acc-1' },
};
const ACCOUNT = { method: 'GET', path: '/resources/accounts/acc-1' };

describeOperation('user: create', [
	{
		name: 'sends only the fields that are set',
		given: addCustomers,
		parameters: { ...create, output: 'raw' },
		sends: [
			ACCOUNT,
			{ method: 'POST', path: USERS, body: { externalId: 'u1', accountIds: ['acc-1'] } },
		],
		returns: [{ externalId: 'u1', name: null, accounts: [{ id: 'acc-1' }] }],
	},
	{
		name: 'finds accounts and organizations by External ID, each once in the run',
		given: addCustomers,
		parameters: {
			output: 'raw',
			...create,
			externalId: '={{ $json.id }}',
			additionalFields: { accountIds: '={{ $json.accounts }}', organizationIds: '["O1"]' },
		},
		items: [
			{ id: 'u1', accounts: 'A1, A2, A1' },
			{ id: 'u2', accounts: ['A2'] },
		],
		returns: [
			{ accounts: [{ id: 'acc-1' }, { id: 'acc-2' }], organizations: [{ id: 'org-1' }] },
			{ accounts: [{ id: 'acc-2' }], organizations: [{ id: 'org-1' }] },
		],
		then: ({ requests }) => {
			const reads = requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
			expect(reads.sort()).toEqual([
				'/resources/accounts/A1',
				'/resources/accounts/A2',
				'/resources/organizations/O1',
			]);
		},
	},
	{
		name: 'takes an External ID for one also where it has the form of a Vitally ID',
		given: (sandbox: Sandbox) => {
			addCustomers(sandbox);
			const [account] = sandbox.state.accounts.all();
			const externalId = '11111111-2222-4333-8444-555555555555';
			sandbox.state.accounts.change(account, { externalId });
		},
		parameters: {
			output: 'raw',
			...create,
			additionalFields: { accountIds: '11111111-2222-4333-8444-555555555555' },
		},
		returns: [{ accounts: [{ id: 'acc-1' }] }],
	},
	...['', ' ', ',', '={{ [] }}', '={{ null }}'].map((accountIds) => ({
		name: `refuses a user of nobody, before anything is sent: ${JSON.stringify(accountIds)}`,
		parameters: { ...create, additionalFields: { name: 'New', accountIds } },
		throws: errorText(
			'The user is not created, because it has neither an account nor an organization [item 0]',
			"Add 'Account IDs' or 'Organization IDs' under 'Additional Fields'.",
		),
		sends: [],
	})),
	{
		name: 'names the account that is not there, and creates nobody',
		given: addCustomers,
		parameters: { ...create, additionalFields: { accountIds: 'acc-1, nobody' } },
		throws: /no account with the external ID "nobody" \[item 0\]\nCheck the value of 'Account IDs'/,
		then: (sandbox) => expect(userOf(sandbox, 'u1')).toBeUndefined(),
	},
	{
		name: 'refuses what is no ID, before anything is sent',
		parameters: { ...create, additionalFields: { accountIds: ['acc-1', '..'] } },
		throws: "'Account IDs'",
		sends: [],
	},
	{
		name: 'finds its own user after a lost answer',
		given: (sandbox: Sandbox) => {
			addCustomers(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: create,
		returns: [{ externalId: 'u1' }],
		then: (sandbox) => {
			expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			expect(sandbox.state.users.size).toBe(1);
		},
	},
	{
		name: 'shows the request in a dry run, with the IDs that it would send',
		given: addCustomers,
		parameters: {
			...create,
			additionalFields: { accountIds: 'A1' },
			options: { dryRun: true },
		},
		sends: [{ method: 'GET', path: '/resources/accounts/A1' }],
		returns: [{ method: 'POST', body: { externalId: 'u1', accountIds: ['acc-1'] } }],
		then: (sandbox) => expect(userOf(sandbox, 'u1')).toBeUndefined(),
	},
]);

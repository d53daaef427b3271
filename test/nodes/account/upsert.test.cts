import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';

describeOperation('account: upsert', [
	{
		name: 'updates an account that is there',
		given: withAccounts('a1'),
		parameters: { externalId: 'a1', name: 'New' },
		sends: [{ method: 'PUT', path: `${ACCOUNTS}/a1`, body: { name: 'New' } }],
		returns: [{ externalId: 'a1', name: 'New', created: false }],
	},
	{
		name: 'creates one that is not',
		parameters: { externalId: 'a/1', name: 'New' },
		sends: [
			{ method: 'PUT', path: `${ACCOUNTS}/a%2F1`, body: { name: 'New' } },
			{ method: 'POST', path: ACCOUNTS, body: { externalId: 'a/1', name: 'New' } },
		],
		returns: [{ externalId: 'a/1', name: 'New', created: true }],
	},
	{
		name: 'falls back to the update when another client creates the account in between',
		given: async (sandbox) => {
			await withAccounts('a1')(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
		},
		parameters: { externalId: 'a1', name: 'New' },
		returns: [{ externalId: 'a1', name: 'New', created: false }],
		then: (sandbox) => expect([...sandbox.state.accounts.all()]).toHaveLength(1),
	},
	{
		name: 'rejects with the text of the creation when the values are at fault',
		given: (sandbox) =>
			sandbox.faults.add({
				kind: 'status',
				status: 400,
				body: { error: 'name is too long' },
				on: { method: 'POST' },
			}),
		parameters: { externalId: 'a1', name: 'New' },
		throws: 'name is too long',
	},
]);

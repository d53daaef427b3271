import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { userOf, USERS, withUsers } from '../../fixtures/users.cts';

const upsert = { externalId: 'u1', name: 'New', accountId: byExternalId('A2') };
const body = { name: 'New', accountIds: ['acc-2'] };
const READ = { method: 'GET', path: '/resources/accounts/A2' };

describeOperation('user: upsert', [
	{
		name: 'updates a user that is there, and adds the account',
		given: withUsers('u1'),
		parameters: upsert,
		sends: [READ, { method: 'PUT', path: `${USERS}/u1`, body }],
		returns: [{ externalId: 'u1', created: false }],
		then: (sandbox) =>
			expect(userOf(sandbox, 'u1')).toMatchObject({ accountIds: ['acc-1', 'acc-2'] }),
	},
	{
		name: 'creates one that is not',
		given: addCustomers,
		parameters: { ...upsert, externalId: 'u/1' },
		sends: [
			READ,
			{ method: 'PUT', path: `${USERS}/u%2F1`, body },
			{ method: 'POST', path: USERS, body: { externalId: 'u/1', ...body } },
		],
		returns: [{ externalId: 'u/1', created: true }],
	},
	{
		name: 'updates a user without naming an account, and clears nothing at the top',
		given: withUsers('u1'),
		parameters: { ...upsert, accountId: byId(''), email: '', options: { emptyValues: 'clear' } },
		sends: [{ method: 'PUT', path: `${USERS}/u1`, body: { name: 'New' } }],
		returns: [{ name: 'New', created: false }],
	},
	{
		name: 'reports what a new user lacks, and creates none',
		parameters: { ...upsert, accountId: byId('') },
		throws: 'The user is not created, because it has neither an account nor an organization',
		sends: [{ method: 'PUT', path: `${USERS}/u1`, body: { name: 'New' } }],
	},
	{
		name: 'rejects an update of nothing',
		parameters: { ...upsert, name: ' ', accountId: byId('') },
		throws: 'There is nothing to update',
		sends: [],
	},
]);

describe.each(['reject', 'upsert', 'create'] as const)(
	'where a POST with a known External ID would %s',
	(duplicateExternalId) => {
		describeOperation(
			'user: upsert',
			[
				{
					name: 'falls back to the update when another client creates the user in between',
					given: (sandbox) => {
						withUsers('u1')(sandbox);
						sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
						// The creation by another client is rejected here, whatever the service does with a second one.
						if (duplicateExternalId === 'create') {
							sandbox.faults.add({ kind: 'status', status: 400, on: { method: 'POST' }, times: 1 });
						}
					},
					parameters: upsert,
					returns: [{ externalId: 'u1', name: 'New' }],
					then: (sandbox) => expect(sandbox.state.users.size).toBe(1),
				},
			],
			{ seed: 'empty', duplicateExternalId },
		);
	},
);

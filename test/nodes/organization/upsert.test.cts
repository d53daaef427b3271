import { describeOperation } from '../../engine/operationCases.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const upsert = { resource: 'organization', operation: 'upsert', externalId: 'o1', name: 'New' };

describeOperation('organization: upsert', [
	{
		name: 'updates an organization that is there',
		given: withOrganizations('o1'),
		parameters: upsert,
		sends: [{ method: 'PUT', path: `${ORGANIZATIONS}/o1`, body: { name: 'New' } }],
		returns: [{ externalId: 'o1', name: 'New', created: false }],
	},
	{
		name: 'creates one that is not',
		parameters: { ...upsert, externalId: 'o/1' },
		sends: [
			{ method: 'PUT', path: `${ORGANIZATIONS}/o%2F1`, body: { name: 'New' } },
			{ method: 'POST', path: ORGANIZATIONS, body: { externalId: 'o/1', name: 'New' } },
		],
		returns: [{ externalId: 'o/1', name: 'New', created: true }],
	},
	{
		name: 'creates one organization from two items of the same external ID',
		parameters: { ...upsert, name: '={{ $json.name }}' },
		items: [{ name: 'First' }, { name: 'Second' }],
		returns: [
			{ name: 'First', created: true },
			{ name: 'Second', created: false },
		],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toMatchObject({ name: 'Second' }),
	},
]);

describe.each(['reject', 'upsert', 'create'] as const)(
	'where a POST with a known external ID would %s',
	(duplicateExternalId) => {
		describeOperation(
			'organization: upsert',
			[
				{
					name: 'falls back to the update when another client creates the organization in between',
					given: (sandbox) => {
						withOrganizations('o1')(sandbox);
						sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
						// The creation by another client is rejected here, whatever the service does with a second one.
						if (duplicateExternalId === 'create') {
							sandbox.faults.add({ kind: 'status', status: 400, on: { method: 'POST' }, times: 1 });
						}
					},
					parameters: upsert,
					returns: [{ externalId: 'o1', name: 'New' }],
					then: (sandbox) => expect(sandbox.state.organizations.size).toBe(1),
				},
			],
			{ seed: 'empty', duplicateExternalId },
		);
	},
);

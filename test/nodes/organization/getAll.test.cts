import { describeOperation } from '../../engine/operationCases.cts';
import { ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const getAll = { resource: 'organization', operation: 'getAll' };

describeOperation('organization: getAll', [
	{
		name: 'returns exactly as many as the limit says',
		given: withOrganizations('o1', 'o2', 'o3'),
		parameters: { ...getAll, limit: 2 },
		sends: [{ method: 'GET', path: ORGANIZATIONS, query: { limit: '2', sortBy: 'updatedAt' } }],
		returns: [{ externalId: 'o3' }, { externalId: 'o2' }],
	},
	{
		name: 'filters by name and time here, since the service takes no filter',
		given: withOrganizations('a1', 'b1', 'A2'),
		parameters: {
			...getAll,
			filters: { nameContains: 'of A', createdAfter: '2026-01-02T00:00:00Z' },
			sort: { sortBy: 'createdAt' },
		},
		sends: [{ method: 'GET', path: ORGANIZATIONS, query: { limit: '100', sortBy: 'createdAt' } }],
		returns: [{ externalId: 'A2' }],
	},
]);

describeOperation(
	'organization: getAll over pages',
	[
		{
			name: 'reads every organization once',
			parameters: { ...getAll, returnAll: true },
			then: (sandbox) => expect(sandbox.requests).toHaveLength(3),
		},
	],
	{ seed: { accounts: 1, organizations: 250 } },
);

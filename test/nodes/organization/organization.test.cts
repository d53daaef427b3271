import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';
import { addCustomers } from '../../fixtures/customers.cts';

describeOperation('organization: get', [
	{
		name: 'returns ten fields, by external ID',
		given: withOrganizations('o1'),
		parameters: { organizationId: byExternalId('o1') },
		sends: [{ method: 'GET', path: `${ORGANIZATIONS}/o1` }],
		returns: [{ id: 'org-o1', externalId: 'o1', accountsCount: 0, csmId: null }],
	},
]);

describeOperation('organization: getAll', [
	{
		name: 'returns exactly as many as the limit allows',
		given: withOrganizations('o1', 'o2', 'o3'),
		parameters: { limit: 2 },
		sends: [{ method: 'GET', path: ORGANIZATIONS, query: { limit: '2', sortBy: 'updatedAt' } }],
		returns: [{ externalId: 'o3' }, { externalId: 'o2' }],
	},
]);

describe('create', () => {
	const create = { externalId: 'o1', name: 'Group' };

	describeOperation('organization: create', [
		{
			name: 'sends only the fields that are set',
			parameters: create,
			sends: [{ method: 'POST', path: ORGANIZATIONS, body: { externalId: 'o1', name: 'Group' } }],
			returns: [{ externalId: 'o1', name: 'Group', accountsCount: 0 }],
		},
	]);
});

describe('delete', () => {
	const remove = { organizationId: byExternalId('o1') };

	describeOperation('organization: delete', [
		{
			name: 'deletes with it, and confirms it',
			given: withOrganizations('o1'),
			parameters: { ...remove, confirmPermanentDelete: true },
			sends: [{ method: 'DELETE', path: `${ORGANIZATIONS}/o1` }],
			returns: [{ deleted: true, externalId: 'o1' }],
			then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeUndefined(),
		},
	]);
});

describeOperation('organization: sync', [
	{
		name: 'writes only what differs, fields that are sent as traits among it',
		given: ({ state, ...sandbox }) => {
			addCustomers({ state, ...sandbox });
			const organization = state.organizations.byExternalId('O2');
			if (organization) state.organizations.change(organization, { traits: { mrr: 100 } });
		},
		parameters: {
			externalId: '={{ $json.id }}',
			name: '={{ $json.name }}',
			additionalFields: { mrr: '={{ $json.mrr }}' },
			traitsMode: 'fields',
		},
		items: [
			{ id: 'O1', name: 'Group 1', mrr: '200' },
			{ id: 'O2', name: 'Group 2', mrr: '100.0' },
			{ id: 'O3', name: 'Group 3', mrr: '' },
		],
		sends: [
			{
				method: 'GET',
				path: '/resources/organizations',
				query: { sortBy: 'createdAt', limit: '100' },
			},
			{ method: 'PUT', path: '/resources/organizations/org-1', body: { traits: { mrr: 200 } } },
			{
				method: 'POST',
				path: '/resources/organizations',
				body: { externalId: 'O3', name: 'Group 3' },
			},
		],
		returns: [{ created: 1, updated: 1, unchanged: 1, missing: 0, failed: 0, requests: 3 }],
	},
]);

const upsert = { externalId: 'o1', name: 'New' };

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
]);

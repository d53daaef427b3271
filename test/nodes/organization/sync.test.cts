import { describeOperation } from '../../engine/operationCases.cts';
import { addCustomers } from '../../fixtures/customers.cts';

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

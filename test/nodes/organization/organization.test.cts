import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

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

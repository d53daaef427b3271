import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const get = { resource: 'organization', operation: 'get' };

describeOperation('organization: get', [
	{
		name: 'returns ten fields, by external ID',
		given: withOrganizations('o1'),
		parameters: { ...get, organizationId: byExternalId('o1') },
		sends: [{ method: 'GET', path: `${ORGANIZATIONS}/o1` }],
		returns: [{ id: 'org-o1', externalId: 'o1', accountsCount: 0, csmId: null }],
	},
	{
		name: 'returns all fields, by ID',
		given: withOrganizations('o1'),
		parameters: { ...get, organizationId: byId('org-o1'), output: 'raw' },
		sends: [{ method: 'GET', path: `${ORGANIZATIONS}/org-o1` }],
		returns: [{ externalId: 'o1', keyRoles: [], segments: [], usersCount: 0, npsScore: null }],
	},
	{
		name: 'names the organization that is not there',
		parameters: { ...get, organizationId: byExternalId('nobody') },
		throws: /The organization "nobody" was not found \[item 0\]/,
	},
]);

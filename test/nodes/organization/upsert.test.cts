import { describeOperation } from '../../engine/operationCases.cts';
import { ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

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

import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const remove = {
	resource: 'organization',
	operation: 'delete',
	organizationId: byExternalId('o1'),
};

describeOperation('organization: delete', [
	{
		name: 'deletes with it, and says so',
		given: withOrganizations('o1'),
		parameters: { ...remove, confirmPermanentDelete: true },
		sends: [{ method: 'DELETE', path: `${ORGANIZATIONS}/o1` }],
		returns: [{ deleted: true, externalId: 'o1' }],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeUndefined(),
	},
]);

import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const remove = {
	resource: 'organization',
	operation: 'delete',
	organizationId: byExternalId('o1'),
};

describeOperation('organization: delete', [
	{
		name: 'refuses without the confirmation',
		given: withOrganizations('o1'),
		parameters: remove,
		throws: errorText(
			"The organization is not deleted, because 'Confirm Permanent Delete' is off [item 0]",
			"This would permanently delete the organization with its traits and all that belongs to it alone and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.",
		),
		sends: [],
	},
	{
		name: 'deletes with it, and says so',
		given: withOrganizations('o1'),
		parameters: { ...remove, confirmPermanentDelete: true },
		sends: [{ method: 'DELETE', path: `${ORGANIZATIONS}/o1` }],
		returns: [{ deleted: true, externalId: 'o1' }],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeUndefined(),
	},
	{
		name: 'sends nothing in a dry run',
		given: withOrganizations('o1'),
		parameters: { ...remove, confirmPermanentDelete: true, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'DELETE' }],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeDefined(),
	},
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	organizationOf,
	ORGANIZATIONS,
	withOrganizations,
	withTraits,
} from '../../fixtures/organizations.cts';

const update = {
	resource: 'organization',
	operation: 'update',
	organizationId: byExternalId('o1'),
};

describeOperation('organization: update', [
	{
		name: 'sends what was added, and keeps other traits',
		given: withTraits({ kept: 1, gone: 2 }),
		parameters: {
			...update,
			updateFields: { name: 'New' },
			traits: { trait: [traitRow('zero', 'number', 0)] },
			options: { traitsToClear: ['gone'] },
		},
		sends: [
			{
				method: 'PUT',
				path: `${ORGANIZATIONS}/o1`,
				body: { name: 'New', traits: { zero: 0, gone: null } },
			},
		],
		returns: [{ name: 'New', traits: { kept: 1, zero: 0 } }],
	},
	{
		name: 'refuses an update of nothing',
		parameters: update,
		throws: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'writes one organization in the order of the items',
		given: withOrganizations('o1'),
		parameters: { ...update, updateFields: { name: '={{ $json.name }}' } },
		items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toMatchObject({ name: 'Name 29' }),
	},
	{
		name: 'names the organization that is not there',
		parameters: { ...update, organizationId: byId('unknown'), updateFields: { name: 'New' } },
		throws: /The organization "unknown" was not found \[item 0\]/,
	},
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { ORGANIZATIONS, withTraits } from '../../fixtures/organizations.cts';

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
]);

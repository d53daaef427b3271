import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withTraits } from '../../fixtures/organizations.cts';

const create = { resource: 'organization', operation: 'create', externalId: 'o1', name: 'Group' };
const update = {
	resource: 'organization',
	operation: 'update',
	organizationId: byExternalId('o1'),
};

const fields = {
	mrr: '1200.50',
	nextRenewalDate: '2027-03-31T23:30:00+02:00',
	trialEndDate: '2026-12-01',
	churnedAt: '2026-03-01T10:00:00+02:00',
};
const traits = {
	mrr: 1200.5,
	nextRenewalDate: '2027-03-31T00:00:00.000Z',
	trialEndDate: '2026-12-01T00:00:00.000Z',
	churnedAt: '2026-03-01T08:00:00.000Z',
};

describeOperation('organization: the fields that are sent as traits', [
	{
		name: 'create sends them',
		parameters: { ...create, additionalFields: fields },
		sends: [
			{
				method: 'POST',
				path: ORGANIZATIONS,
				body: { externalId: 'o1', name: 'Group', traits },
			},
		],
		returns: [{ mrr: 1200.5, churnedAt: '2026-03-01T08:00:00.000Z' }],
	},
	{
		name: 'upsert sends them',
		given: withTraits({ kept: 1 }),
		parameters: { ...create, operation: 'upsert', additionalFields: fields },
		sends: [{ method: 'PUT', path: `${ORGANIZATIONS}/o1`, body: { name: 'Group', traits } }],
		returns: [{ created: false, mrr: 1200.5 }],
	},
	{
		name: 'update sends them alone, 0 too, and clears them when it is told to',
		given: withTraits({ kept: 1, churnedAt: '2026-03-01T08:00:00.000Z' }),
		parameters: {
			...update,
			updateFields: { mrr: 0, churnedAt: '' },
			options: { emptyValues: 'clear' },
		},
		sends: [
			{
				method: 'PUT',
				path: `${ORGANIZATIONS}/o1`,
				body: { traits: { mrr: 0, churnedAt: null } },
			},
		],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')?.traits).toEqual({ kept: 1, mrr: 0 }),
	},
]);

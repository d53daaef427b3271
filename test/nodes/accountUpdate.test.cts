import { describeOperation } from '../engine/operationCases.cts';
import { ACCOUNTS, accountOf, byExternalId, call, given, trait } from './accountWorld.cts';

describeOperation('account: update', [
	{
		name: 'sends what was added, null and empty values included, and keeps other traits',
		given: async (sandbox) => {
			await call(sandbox, 'POST', ACCOUNTS, {
				externalId: 'a1',
				name: 'Acme',
				traits: { kept: 1, 'gone.for.good': 2 },
			});
		},
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: null },
			traits: { trait: [trait('empty', 'string', ''), trait('zero', 'number', 0)] },
			traitsToClear: ['gone.for.good'],
		},
		sends: [
			{
				method: 'PUT',
				path: `${ACCOUNTS}/a1`,
				body: { organizationId: null, traits: { empty: '', zero: 0, 'gone.for.good': null } },
			},
		],
		returns: [{ traits: { kept: 1, empty: '', zero: 0 } }],
		then: (sandbox) =>
			expect(accountOf(sandbox, 'a1')?.traits).toEqual({ kept: 1, empty: '', zero: 0 }),
	},
	{
		name: 'refuses an update of nothing',
		parameters: { resource: 'account', operation: 'update', accountId: byExternalId('a1') },
		refuses: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'writes one account in the order of the items',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { name: '={{ $json.name }}' },
		},
		items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'Name 29' }),
	},
	{
		name: 'looks an organization up by its external ID, once for all items',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: byExternalId('nowhere') },
		},
		items: [{}, {}, {}],
		refuses: /no record with the external ID "nowhere" for 'Organization'/,
		sends: [{ method: 'GET', path: '/resources/organizations/nowhere' }],
	},
]);

describeOperation('account: delete', [
	{
		name: 'refuses without the confirmation',
		given: given('a1'),
		parameters: { resource: 'account', operation: 'delete', accountId: byExternalId('a1') },
		refuses: "'Confirm Permanent Delete' is off",
		sends: [],
	},
	{
		name: 'deletes with it, and says so',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'delete',
			accountId: byExternalId('a1'),
			confirmPermanentDelete: true,
		},
		sends: [{ method: 'DELETE', path: `${ACCOUNTS}/a1` }],
		returns: [{ deleted: true, id: 'a1' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toBeUndefined(),
	},
]);

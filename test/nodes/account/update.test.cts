import { describeOperation } from '../../engine/operationCases.cts';
import {
	accountOf,
	ACCOUNTS,
	createAccount,
	traitRow,
	withAccounts,
} from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';

describeOperation('account: update', [
	{
		name: 'sends what was added, null and empty values included, and keeps other traits',
		given: async (sandbox) => {
			await createAccount(sandbox, {
				externalId: 'a1',
				name: 'Acme',
				traits: { kept: 1, 'gone.for.good': 2 },
			});
		},
		parameters: {
			output: 'raw',
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: null },
			traits: { trait: [traitRow('empty', 'string', ''), traitRow('zero', 'number', 0)] },
			options: { emptyValues: 'send', traitsToClear: ['gone.for.good'] },
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
		throws: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'writes one account in the order of the items',
		given: withAccounts('a1'),
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
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: byExternalId('nowhere') },
		},
		items: [{}, {}, {}],
		throws: /no record with the external ID "nowhere" for 'Organization'/,
		sends: [{ method: 'GET', path: '/resources/organizations/nowhere' }],
	},
]);

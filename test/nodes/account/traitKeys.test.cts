import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, traitRow } from '../../fixtures/accounts.cts';
import { byKey } from '../../fixtures/locators.cts';

const create = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };

describeOperation('account: the key of a trait', [
	{
		name: 'is taken from the list, as typed, and as the text that an expression gives',
		parameters: {
			...create,
			traits: {
				trait: [
					{ ...traitRow('', 'string', 'call'), key: byKey('vitally.custom.nextStep', 'list') },
					{ ...traitRow('', 'number', 3), key: byKey(' seats ') },
					{ ...traitRow('', 'string', 'b'), key: byKey('={{ $json.key }}') },
					traitRow('={{ $json.key }}2', 'string', 'c'),
				],
			},
		},
		items: [{ key: 'a.b' }],
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: {
					externalId: 'a1',
					name: 'Acme',
					traits: { 'vitally.custom.nextStep': 'call', seats: 3, 'a.b': 'b', 'a.b2': 'c' },
				},
			},
		],
	},
	{
		name: 'is asked for where it is empty',
		parameters: {
			...create,
			traits: { trait: [{ ...traitRow('', 'string', 'x'), key: byKey('') }] },
		},
		throws: "The trait in row 1 of 'Traits' has no key",
		sends: [],
	},
]);

import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { byName } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';

const NAMES = [...Array.from({ length: 7 }, (_, index) => `Shop ${index}`), 'Zürich Gas'];

const get = (name: string): Omit<OperationCase, 'name'> => ({
	given: ({ state }) => {
		for (const [index, one] of NAMES.entries()) {
			state.accounts.insert(newAccount(row(`id-${index}`), `E${index}`, one, {}));
		}
	},
	parameters: { resource: 'account', operation: 'get', accountId: byName(name) },
});
const missing = (name: string, suggestion: string): OperationCase => ({
	...get(name),
	name: `suggests similar names for ${name}`,
	throws: `No account is called "${name}" [item 0]\n${suggestion}Check the name, or choose the account in 'Account' from the list.`,
});

describeOperation('account: by name', [
	{
		...get('zu\u0308rich GAS'),
		name: 'compares letters in both of their forms, not case-sensitive',
		returns: [{ id: 'id-7' }],
	},
	missing(
		'my shop',
		'Accounts with "shop" in their name: Shop 6 (E6, id-6), Shop 5 (E5, id-5), Shop 4 (E4, id-4), Shop 3 (E3, id-3), Shop 2 (E2, id-2) and 2 more. ',
	),
	{
		...get('Twin'),
		name: 'lists records that have the name, with an external ID where it is not empty',
		given: ({ state }) => {
			for (const externalId of ['', 'E1']) {
				state.accounts.insert(newAccount(row(`id-${externalId}`), externalId, 'Twin', {}));
			}
		},
		throws: 'Twin (E1, id-E1), Twin (id-).',
	},
	missing('Nobody', ''),
	missing('an', ''),
]);

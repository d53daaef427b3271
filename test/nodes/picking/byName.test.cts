import { newAccount } from '../../../sandbox/state/customers.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { emptyLocatorError } from '../../errors/valueErrors.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byName } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';
import { GET } from '../../fixtures/requests.cts';
import { ID, accountPage, get, given, inDeals, page } from './records.cts';

/** A record that is picked by its name, for every kind that has a field for one. */
const NAMED: OperationCase[] = [
	{
		name: 'can be an account, whatever the case and the blanks around the name',
		given,
		...get('account', byName(' acme ')),
		returns: [{ id: ID }],
	},
	{
		name: 'fails to be found where two users have the name',
		given,
		...get('user', byName('Office Manager')),
		throws: {
			message: '2 users are called "Office Manager"',
			description:
				"Choose one of them in 'User' from the list or by ID: Office Manager (U2, user-2), Office Manager (U1, user-1).",
		},
	},
	{
		name: 'can be a task',
		given,
		...get('task', byName('Name of t-2')),
		returns: [{ id: 't-2' }],
	},
	{
		name: 'can be an instance whose custom object is picked by its name, too',
		given,
		...get('customObjectInstance', byName('Name of i-2'), inDeals),
		returns: [{ id: 'i-2', customObjectId: 'obj-1' }],
	},
];

describeOperation('a record by its name', [
	...NAMED,
	{
		name: 'comes from one read of the list for all names of a run, active or churned',
		given,
		parameters: { ...get('account', byName('={{ $json.name }}')).parameters },
		items: [{ name: 'Acme' }, { name: 'Account 1' }, { name: 'ACME' }],
		sends: [
			accountPage,
			GET(`${ACCOUNTS}/${ID}`),
			GET(`${ACCOUNTS}/acc-1`),
			GET(`${ACCOUNTS}/${ID}`),
		],
		returns: [{ id: ID }, { id: 'acc-1' }, { id: ID }],
	},
	{
		name: 'fails to be found before anything is sent where the name is blank',
		parameters: get('account', byName(' ')).parameters,
		throws: emptyLocatorError('Account'),
		sends: [],
	},
	{
		name: 'can be the filter of a list',
		given,
		parameters: {
			resource: 'projectTemplate',
			operation: 'getAll',
			filters: { categoryId: byName('Onboarding') },
			returnAll: true,
		},
		sends: [
			page('/resources/projectCategories'),
			page('/resources/projectTemplates', { categoryId: 'cat-1' }),
		],
	},
]);

const NAMES = [...Array.from({ length: 6 }, (_, index) => `Shop ${index}`), 'Zürich Gas'];

const getShop = (name: string): Omit<OperationCase, 'name'> => ({
	given: ({ state }) => {
		for (const [index, accountName] of NAMES.entries()) {
			state.accounts.insert(newAccount(row(`id-${index}`), `E${index}`, accountName, {}));
		}
	},
	parameters: { resource: 'account', operation: 'get', accountId: byName(name) },
});
const missing = (name: string, suggestion: string): OperationCase => ({
	...getShop(name),
	name: `suggests similar names for ${name}`,
	throws: {
		message: `No account is called "${name}"`,
		description: `${suggestion}Check the name, or choose the account in 'Account' from the list.`,
		httpCode: '404',
	},
});

describeOperation('a record whose name is not quite right', [
	{
		...getShop('zu\u0308rich GAS'),
		name: 'compares letters in both of their forms, not case-sensitive',
		returns: [{ id: 'id-6' }],
	},
	missing(
		'my shop',
		'Accounts with "shop" in their name: Shop 5 (E5, id-5), Shop 4 (E4, id-4), Shop 3 (E3, id-3), Shop 2 (E2, id-2), Shop 1 (E1, id-1) and 1 more. ',
	),
	{
		...getShop('Twin'),
		name: 'fails with a list of several accounts, each with its External ID where that is not empty',
		given: ({ state }) => {
			for (const externalId of ['', 'E1']) {
				state.accounts.insert(newAccount(row(`id-${externalId}`), externalId, 'Twin', {}));
			}
		},
		throws: {
			message: '2 accounts are called "Twin"',
			description:
				"Choose one of them in 'Account' from the list or by ID: Twin (E1, id-E1), Twin (id-).",
		},
	},
	missing('Nobody', ''),
	missing('an', ''),
]);

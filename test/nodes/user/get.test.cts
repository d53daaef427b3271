import { describeOperation } from '../../engine/operationCases.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { USER_SEARCH, USERS, withUsers } from '../../fixtures/users.cts';

const get = { resource: 'user', operation: 'get' };
const search = (email: string) => ({ method: 'GET', path: USER_SEARCH, query: { email } });

describeOperation('user: get', [
	{
		name: 'returns ten fields, by External ID',
		given: withUsers('u1'),
		parameters: { ...get, userId: byExternalId('u1') },
		sends: [{ method: 'GET', path: `${USERS}/u1` }],
		returns: [{ id: 'user-u1', externalId: 'u1', email: 'u1@customer.example', segments: [] }],
	},
	{
		name: 'returns all fields, by ID, accounts and organizations among them',
		given: withUsers('u1'),
		parameters: { ...get, userId: byId('user-u1'), output: 'raw' },
		returns: [{ accounts: [{ id: 'acc-1', externalId: 'A1' }], organizations: [], traits: {} }],
	},
	{
		name: 'finds users by email address, each address once',
		given: withUsers('u1'),
		parameters: { ...get, userId: byEmail('={{ $json.email }}') },
		items: [{ email: 'u1@customer.example' }, { email: ' U1@Customer.Example' }],
		returns: [{ id: 'user-u1' }, { id: 'user-u1' }],
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path).sort()).toEqual(
				[USER_SEARCH, `${USERS}/user-u1`, `${USERS}/user-u1`].sort(),
			),
	},
	{
		name: 'names the user that is not there',
		parameters: { ...get, userId: byExternalId('nobody') },
		throws: /The user "nobody" was not found \[item 0\]/,
	},
	{
		name: 'says that nobody has the email address',
		given: withUsers('u1'),
		parameters: { ...get, userId: byEmail('nobody@customer.example') },
		throws: `Vitally has no user with the email address "nobody@customer.example" for 'User' [item 0]`,
		sends: [search('nobody@customer.example')],
	},
	{
		name: 'does not choose between two with one address',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);
			for (const user of sandbox.state.users.all()) {
				sandbox.state.users.change(user, { email: 'office@customer.example' });
			}
		},
		parameters: { ...get, userId: byEmail('office@customer.example') },
		throws: /2 users have the email address "office@customer.example"[^]*user-u1, user-u2/,
		sends: [search('office@customer.example')],
	},
	{
		name: 'asks for nobody by what is no email address',
		parameters: { ...get, userId: byEmail('Office Manager') },
		throws: `The value "Office Manager" of 'User' is not an email address`,
		sends: [],
	},
]);

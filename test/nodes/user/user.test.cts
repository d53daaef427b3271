import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { vitallyId } from '../../fixtures/records.cts';
import { GET, PUT } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { USER_SEARCH, userOf, USERS, withUsers } from '../../fixtures/users.cts';
import { writesOf } from '../account/syncCases.cts';

describeOperation('user: get', [
	{
		name: 'does not choose between two with one address',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);

			for (const user of sandbox.state.users.all()) {
				sandbox.state.users.change(user, { email: 'office@customer.example' });
			}
		},
		parameters: { userId: byEmail('office@customer.example') },
		throws: {
			message: '2 users have the email address "office@customer.example"',
			description: `Choose one of them in 'User' from the list or by ID: Name of u1 (u1, ${vitallyId('u1')}), Name of u2 (u2, ${vitallyId('u2')}).`,
		},
		sends: [GET(USER_SEARCH, { email: 'office@customer.example' })],
	},
	{
		name: 'fails where nobody has the address',
		given: withUsers('u1'),
		parameters: { userId: byEmail('nobody@customer.example') },
		throws: {
			message: `Vitally has no user with the email address "nobody@customer.example" for 'User'`,
			description: "Check the email address, or choose 'User' from the list.",
			httpCode: '404',
		},
		sends: [GET(USER_SEARCH, { email: 'nobody@customer.example' })],
	},
	{
		name: 'calls by their address those of two with one address that have no name',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);

			for (const user of sandbox.state.users.all()) {
				sandbox.state.users.change(user, { email: 'office@customer.example', name: null });
			}
		},
		parameters: { userId: byEmail('office@customer.example') },
		throws: {
			message: '2 users have the email address "office@customer.example"',
			description: `Choose one of them in 'User' from the list or by ID: office@customer.example (u1, ${vitallyId('u1')}), office@customer.example (u2, ${vitallyId('u2')}).`,
		},
	},
]);

describeOperation(
	'user: search',
	[
		{ searchBy: 'email', query: { email: 'u1@customer.example' } },
		{ searchBy: 'externalId', query: { externalId: ' u1@customer.example ' } },
	].map(({ searchBy, query }) => ({
		name: `takes blanks off an address, and not off an External ID: ${searchBy}`,
		parameters: { searchBy, searchValue: ' u1@customer.example ' },
		sends: [GET(USER_SEARCH, query)],
	})),
);

describeOperation(
	'user: search',
	[
		{
			what: 'an address without capitals once',
			searchBy: 'email',
			searchValue: 'u9@customer.example',
			queries: [{ email: 'u9@customer.example' }],
		},
		{
			what: 'an address with capitals once more without them',
			searchBy: 'email',
			searchValue: 'U9@Customer.example',
			queries: [{ email: 'U9@Customer.example' }, { email: 'u9@customer.example' }],
		},
		{
			what: 'a domain once, as it is entered',
			searchBy: 'emailSubdomain',
			searchValue: 'Customer.example',
			queries: [{ emailSubdomain: 'Customer.example' }],
		},
		{
			what: 'an External ID once, as it is entered',
			searchBy: 'externalId',
			searchValue: 'U9',
			queries: [{ externalId: 'U9' }],
		},
	].map(({ what, searchBy, searchValue, queries }) => ({
		name: `looks for ${what}, where it finds no one`,
		parameters: { searchBy, searchValue },
		sends: queries.map((query) => GET(USER_SEARCH, query)),
		returns: [],
	})),
);

const create = { externalId: 'u1', accountId: byId('') };
const UUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describeOperation('user: create', [
	...['ignore', 'clear', 'send'].map((emptyValues) => ({
		name: `sends no account where its expression returns nothing, with the rule ${emptyValues}`,
		given: addCustomers,
		parameters: {
			...create,
			accountId: byId('={{ $json.account }}'),
			additionalFields: { organizationIds: 'org-1' },
			options: { emptyValues },
		},
		items: [{ account: null }],
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({ externalId: 'u1', organizationIds: ['org-1'] }),
	})),
	...['ignore', 'clear', 'send'].map((emptyValues) => ({
		name: `sends false, which is not empty, with the rule ${emptyValues}`,
		given: addCustomers,
		parameters: {
			...create,
			accountId: byId('acc-1'),
			additionalFields: { unsubscribedFromConversations: false },
			options: { emptyValues },
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({
				externalId: 'u1',
				accountIds: ['acc-1'],
				unsubscribedFromConversations: false,
			}),
	})),
	{
		name: 'sends all accounts in one list, each once, whatever form their External IDs have',
		given: (sandbox) => {
			addCustomers(sandbox);
			const [account] = sandbox.state.accounts.all();

			sandbox.state.accounts.change(account, { externalId: UUID });
		},
		parameters: {
			...create,
			accountId: byId('acc-1'),
			additionalFields: { accountIds: ['A2', UUID] },
		},
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({ externalId: 'u1', accountIds: ['acc-1', 'acc-2'] }),
	},
	{
		name: 'sends what its field says in place of a column of the same name, which fills an empty field',
		given: addCustomers,
		parameters: {
			...create,
			accountId: byId('acc-1'),
			name: 'Of the field',
			email: '',
			traitsMode: 'mapper',
			traitsMapper: {
				mappingMode: 'autoMapInputData',
				value: null,
				schema: [],
				matchingColumns: [],
			},
		},
		items: [{ name: 'Of the column', email: 'kim@customer.example' }],
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({
				externalId: 'u1',
				accountIds: ['acc-1'],
				name: 'Of the field',
				email: 'kim@customer.example',
			}),
	},
	{
		name: 'needs no account where there is an organization',
		given: addCustomers,
		parameters: { ...create, additionalFields: { organizationIds: 'O1' } },
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toEqual({ externalId: 'u1', organizationIds: ['org-1'] }),
	},
	{
		name: 'rejects a user without a customer, before anything is sent',
		parameters: { ...create, additionalFields: { accountIds: '={{ [] }}' } },
		throws: {
			message: 'The user is not created, because it has neither an account nor an organization',
			description: "Choose an 'Account', or add 'Organization IDs' under 'Additional Fields'.",
		},
		sends: [],
	},
]);

describe('user: delete on a day', () => {
	const started = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ way: 'Vitally ID', userId: byId(vitallyId('u1')) },
		{ way: 'External ID', userId: byExternalId('u1') },
	])('does not report the user as deleted, whom the $way names', async ({ userId }) => {
		withUsers('u1')(started());
		const parameters = {
			resource: 'user',
			operation: 'delete',
			confirmPermanentDelete: true,
			userId,
			options: { deleteOn: '2099-03-31T23:30:00-05:00' },
		};
		const outcome = await runIn(started(), { parameters });
		const deleteOn = '2099-03-31';

		expect(outcome.items(NODE).map(({ json }) => json)).toEqual([
			{ id: vitallyId('u1'), deleteOn },
		]);
		expect(userOf(started(), 'u1')).toMatchObject({ deleteOn });
	});
});

const sync = {
	dryRun: false,
	syncOutput: 'summary',
	externalId: '={{ $json.id }}',
	accountId: byId(null),
	traitsMode: 'fields',
	additionalFields: {
		accountIds: '={{ $json.accounts ?? [] }}',
		organizationIds: '={{ $json.organizations ?? [] }}',
	},
};
const none = { missing: 0, failed: 0 };

/** The user u1 of the account acc-1 and the organization org-1. */
function addUserOfBoth(sandbox: Sandbox): void {
	withUsers('u1')(sandbox);
	const [user] = sandbox.state.users.all();

	sandbox.state.users.change(user, { accountIds: ['acc-1'], organizationIds: ['org-1'] });
}

describeOperation('user: sync', [
	{
		name: 'compares no field of which the row has no value',
		given: addUserOfBoth,
		parameters: sync,
		items: [{ id: 'u1', organizations: ['org-1'] }],
		returns: [{ ...none, updated: 0, unchanged: 1 }],
	},
	...[
		{
			what: 'an account that the user lacks behind those that the user has',
			row: { accounts: ['acc-2'] },
			sent: { accountIds: ['acc-1', 'acc-2'] },
		},
		{
			what: 'an organization that the user lacks behind those that the user has',
			row: { organizations: ['org-2'] },
			sent: { organizationIds: ['org-1', 'org-2'] },
		},
	].map(({ what, row, sent }) => ({
		name: `sends ${what}`,
		given: addUserOfBoth,
		parameters: sync,
		items: [{ id: 'u1', ...row }],
		returns: [{ ...none, updated: 1, unchanged: 0 }],
		then: (sandbox: Sandbox) => expect(writesOf(sandbox).map(({ body }) => body)).toEqual([sent]),
	})),
	...[
		{ what: 'accounts', row: { accounts: ['acc-1'] } },
		{ what: 'organizations', row: { organizations: ['org-1'] } },
	].map(({ what, row }) => ({
		name: `counts a user who has the ${what} of the row as unchanged, and removes no other ones`,
		given: (sandbox: Sandbox) => {
			addUserOfBoth(sandbox);
			const [user] = sandbox.state.users.all();

			sandbox.state.users.change(user, {
				accountIds: ['acc-1', 'acc-2'],
				organizationIds: ['org-1', 'org-2'],
			});
		},
		parameters: sync,
		items: [{ id: 'u1', ...row }],
		returns: [{ ...none, updated: 0, unchanged: 1 }],
		then: (sandbox: Sandbox) => expect(writesOf(sandbox).map(({ body }) => body)).toEqual([]),
	})),
	{
		name: 'compares the accounts of a user whom someone else creates in between',
		given: withFault(withUsers('u1'), {
			kind: 'status',
			status: 404,
			on: { path: USERS },
			times: 1,
		}),
		parameters: sync,
		items: [{ id: 'u1', accounts: ['acc-1'] }],
		returns: [{ ...none, created: 0, updated: 0, unchanged: 1 }],
	},
	{
		name: 'creates no user who belongs nowhere, and says so',
		given: withUsers('u1'),
		parameters: sync,
		items: [
			{ id: 'u1', accounts: 'acc-1' },
			{ id: 'u8', accounts: '' },
		],
		returns: [
			{
				unchanged: 1,
				failed: 1,
				failures: [{ externalId: 'u8', reason: expect.stringContaining('neither an account') }],
			},
		],
	},
]);

describeOperation('user: upsert', [
	{
		name: 'sends nothing where there is nothing to update',
		parameters: create,
		throws: {
			message: 'There is nothing to update',
			description:
				"Add a field, a trait under 'Traits' or a key under 'Traits to Clear'. Empty values change nothing unless 'Empty Values' under 'Options' says so.",
		},
		sends: [],
	},
	{
		name: 'reports what a new user lacks, and creates none',
		parameters: { ...create, name: 'New' },
		throws: {
			message: 'The user is not created, because it has neither an account nor an organization',
			description: "Choose an 'Account', or add 'Organization IDs' under 'Additional Fields'.",
		},
		sends: [PUT(`${USERS}/u1`, { name: 'New' })],
	},
]);

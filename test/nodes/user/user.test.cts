import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { vitallyId } from '../../fixtures/records.cts';
import { USER_SEARCH, userOf, USERS, withUsers } from '../../fixtures/users.cts';

const search = (email: string) => ({ method: 'GET', path: USER_SEARCH, query: { email } });

describeOperation('user: get', [
	{
		name: 'finds users by email address, each address once',
		given: withUsers('u1'),
		parameters: { userId: byEmail('={{ $json.email }}') },
		items: [{ email: 'u1@customer.example' }, { email: ' U1@Customer.Example' }],
		returns: [{ id: vitallyId('u1') }, { id: vitallyId('u1') }],
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path).sort()).toEqual(
				[USER_SEARCH, `${USERS}/${vitallyId('u1')}`, `${USERS}/${vitallyId('u1')}`].sort(),
			),
	},
	{
		name: 'does not choose between two with one address',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);
			for (const user of sandbox.state.users.all()) {
				sandbox.state.users.change(user, { email: 'office@customer.example' });
			}
		},
		parameters: { userId: byEmail('office@customer.example') },
		throws:
			/2 users have the email address "office@customer.example"[^]*\(u1, 0{8}-[-0-9]+7531\), Name of u2 \(u2, 0{8}-[-0-9]+7532\)/,
		sends: [search('office@customer.example')],
	},
]);

describeOperation('user: search', [
	{
		name: 'sends a plus sign as one, without blanks around the address',
		given: (sandbox) => {
			withUsers('u1')(sandbox);
			const [user] = sandbox.state.users.all();
			sandbox.state.users.change(user, { email: 'office+news@customer.example' });
		},
		parameters: { searchBy: 'email', searchValue: ' office+news@customer.example ' },
		sends: [{ method: 'GET', path: USER_SEARCH, query: { email: 'office+news@customer.example' } }],
		returns: [{ externalId: 'u1' }],
	},
]);

const create = { externalId: 'u1', accountId: byId('acc-1') };

describeOperation('user: create', [
	{
		name: 'finds accounts and organizations by External ID, each once in the run, all accounts in one list',
		given: addCustomers,
		parameters: {
			output: 'raw',
			...create,
			externalId: '={{ $json.id }}',
			email: '={{ $json.id }}@customer.example',
			name: '={{ "Name of " + $json.id }}',
			accountId: byId('acc-2'),
			additionalFields: { accountIds: '={{ $json.accounts }}', organizationIds: '["O1"]' },
		},
		items: [
			{ id: 'u2', accounts: 'A1, A2, A1' },
			{ id: 'u3', accounts: ['A2'] },
		],
		returns: [
			{
				name: 'Name of u2',
				email: 'u2@customer.example',
				accounts: [{ id: 'acc-2' }, { id: 'acc-1' }],
				organizations: [{ id: 'org-1' }],
			},
			{ accounts: [{ id: 'acc-2' }], organizations: [{ id: 'org-1' }] },
		],
		then: ({ requests }) => {
			const reads = requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
			expect(reads.sort()).toEqual([
				'/resources/accounts/A1',
				'/resources/accounts/A2',
				'/resources/organizations/O1',
			]);
		},
	},
	{
		name: 'accepts an External ID also where it has the form of a Vitally ID',
		given: (sandbox: Sandbox) => {
			addCustomers(sandbox);
			const [account] = sandbox.state.accounts.all();
			const externalId = '11111111-2222-4333-8444-555555555555';
			sandbox.state.accounts.change(account, { externalId });
		},
		parameters: {
			output: 'raw',
			...create,
			accountId: byId(''),
			additionalFields: { accountIds: '11111111-2222-4333-8444-555555555555' },
		},
		returns: [{ accounts: [{ id: 'acc-1' }] }],
	},
	...[' ', '={{ [] }}'].map((accountIds) => ({
		name: `rejects a user without a customer, before anything is sent: ${JSON.stringify(accountIds)}`,
		parameters: { ...create, accountId: byId(''), additionalFields: { accountIds } },
		throws: errorText(
			'The user is not created, because it has neither an account nor an organization [item 0]',
			"Choose an 'Account', or add 'Organization IDs' under 'Additional Fields'.",
		),
		sends: [],
	})),
]);

const confirmed = { resource: 'user', operation: 'delete', confirmPermanentDelete: true };

describeOperation('user: delete', [
	{
		name: 'rejects what is no day before anything is sent',
		given: withUsers('u1'),
		parameters: {
			...confirmed,
			userId: byEmail('u1@customer.example'),
			options: { deleteOn: 'tomorrow' },
		},
		throws: `The value "tomorrow" of 'Delete On' is not a date`,
		sends: [],
	},
]);

describe('user: delete on a day', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	it.each([byId(vitallyId('u1')), byExternalId('u1')])(
		'does not report the user as deleted: %j',
		async (userId) => {
			const sandbox = started();
			withUsers('u1')(sandbox);
			const parameters = {
				...confirmed,
				userId,
				options: { deleteOn: '2099-03-31T23:30:00-05:00' },
			};
			const outcome = await runIn(sandbox, { parameters });
			const deleteOn = '2099-03-31';
			expect(outcome.items(NODE).map(({ json }) => json)).toEqual([
				{ id: vitallyId('u1'), deleteOn },
			]);
			expect(userOf(sandbox, 'u1')).toMatchObject({ deleteOn });
		},
	);
});

const sync = {
	...{ dryRun: false, syncOutput: 'summary' },
	externalId: '={{ $json.id }}',
	traitsMode: 'fields',
	additionalFields: { name: '={{ $json.name }}', accountIds: '={{ $json.accounts }}' },
};
const none = { missing: 0, failed: 0 };

describeOperation('user: sync', [
	{
		name: 'adds accounts that are lacking, and leaves the others',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);
			for (const user of sandbox.state.users.all())
				sandbox.state.users.change(user, { name: 'Same' });
		},
		parameters: sync,
		items: [
			{ id: 'u1', name: 'Same', accounts: ['acc-1'] },
			{ id: 'u2', name: 'Same', accounts: ['acc-2'] },
		],
		then: (sandbox) => {
			expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
				{ method: 'PUT', body: { accountIds: ['acc-1', 'acc-2'] } },
			]);
			expect(userOf(sandbox, 'u2')).toMatchObject({ accountIds: ['acc-1', 'acc-2'] });
		},
		returns: [{ ...none, created: 0, updated: 1, unchanged: 1 }],
	},
	{
		name: 'compares the accounts of a user whom someone else creates in between',
		given: (sandbox) => {
			withUsers('u1')(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { path: USERS }, times: 1 });
		},
		parameters: sync,
		items: [{ id: 'u1', name: 'Name of u1', accounts: ['acc-1'] }],
		returns: [{ ...none, created: 0, updated: 0, unchanged: 1 }],
	},
	{
		name: 'creates users that Vitally lacks, and returns which of them belong nowhere',
		given: withUsers('u1'),
		parameters: { ...sync, additionalFields: { accountIds: '={{ $json.accounts }}' } },
		items: [
			{ id: 'u8', accounts: '' },
			{ id: 'u9', accounts: 'acc-1' },
		],
		then: (sandbox) => expect(userOf(sandbox, 'u9')).toMatchObject({ accountIds: ['acc-1'] }),
		returns: [
			{
				created: 1,
				failed: 1,
				failures: [{ externalId: 'u8', reason: expect.stringContaining('neither an account') }],
			},
		],
	},
]);

const upsert = { externalId: 'u1', name: 'New', accountId: byExternalId('A2') };

describeOperation('user: upsert', [
	{
		name: 'prefers a mapped column to a field at the top that is empty',
		given: withUsers('u1'),
		parameters: {
			...{ externalId: 'u1', name: '={{ $json.missing }}', accountId: byId('') },
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'defineBelow', value: { name: 'Mapped' }, schema: [] },
			options: { emptyValues: 'clear' },
		},
		sends: [{ method: 'PUT', path: `${USERS}/u1`, body: { name: 'Mapped' } }],
	},
	{
		name: 'updates a user without naming an account, and clears nothing at the top',
		given: withUsers('u1'),
		parameters: { ...upsert, accountId: byId(''), email: '', options: { emptyValues: 'clear' } },
		sends: [{ method: 'PUT', path: `${USERS}/u1`, body: { name: 'New' } }],
		returns: [{ name: 'New', created: false }],
	},
	{
		name: 'sends nothing where there is nothing to update',
		parameters: { externalId: 'u1', accountId: byId('') },
		throws: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'reports what a new user lacks, and creates none',
		parameters: { ...upsert, accountId: byId('') },
		throws: 'The user is not created, because it has neither an account nor an organization',
		sends: [{ method: 'PUT', path: `${USERS}/u1`, body: { name: 'New' } }],
	},
]);

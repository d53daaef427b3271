import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { runIn } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { notAnOptionError } from '../errors/valueErrors.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addDeal, addInstance, INSTANCES } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { row, vitallyId } from '../fixtures/records.cts';
import { GET } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { userOf, USERS, USER_SEARCH, withUsers } from '../fixtures/users.cts';
import { hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';

const UUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const writes = (sandbox: Sandbox) => writesOf(sandbox).map(({ path, body }) => [path, body]);

const byExternalId = sync({}, { syncOutput: 'each' });

describeOperation(
	'sync: match by External ID',
	[
		{ form: 'the form of a Vitally ID, in capitals', id: UUID.toUpperCase() },
		{ form: 'capitals', id: 'ACME-1' },
		{ form: 'a space at its end', id: 'acme-1 ' },
		{ form: 'a space at its beginning', id: ' acme-1' },
	].flatMap(({ form, id }): OperationCase[] => [
		{
			name: `creates a record with an External ID as the table has it: ${form}`,
			parameters: byExternalId,
			items: [{ id, name: 'New' }],
			returns: [{ result: 'created', externalId: id }],
			then: (sandbox) =>
				expect(writes(sandbox)).toEqual([['/resources/accounts', { externalId: id, name: 'New' }]]),
		},
		{
			name: `finds the record with an External ID as the table has it: ${form}`,
			given: (sandbox) => {
				sandbox.state.accounts.insert(newAccount(row('acc-7'), id, 'Old', {}));
			},
			parameters: byExternalId,
			items: [{ id, name: 'New' }],
			returns: [{ result: 'updated', externalId: id, id: 'acc-7' }],
			then: (sandbox) =>
				expect(writes(sandbox)).toEqual([['/resources/accounts/acc-7', { name: 'New' }]]),
		},
	]),
);

describeOperation('sync: match by Vitally ID', [
	{
		name: 'finds a record whose ID has blanks around it in the table',
		given: addCustomers,
		parameters: sync({}, { matchBy: 'id', vitallyId: '={{ $json.id }}', syncOutput: 'each' }),
		items: [{ id: ' acc-1 ', name: 'New' }],
		returns: [{ result: 'updated', externalId: 'A1', id: 'acc-1' }],
	},
	{
		name: 'finds a record whose ID is in capitals in the table',
		given: (sandbox) => {
			sandbox.state.accounts.insert(newAccount(row(UUID), 'A3', 'Account 3', {}));
		},
		parameters: sync({}, { matchBy: 'id', vitallyId: '={{ $json.id }}', syncOutput: 'each' }),
		items: [{ id: UUID.toUpperCase(), name: 'Account 3' }],
		returns: [{ result: 'unchanged', name: 'Account 3', externalId: 'A3', id: UUID }],
	},
	{
		name: 'updates, and creates nothing',
		given: addCustomers,
		parameters: sync({}, { matchBy: 'id', vitallyId: '={{ $json.id }}', syncOutput: 'each' }),
		items: [
			{ id: ' acc-1 ', name: 'New' },
			{ id: 'A2', name: 'Its External ID' },
			{ id: 'acc-9', name: 'Nine' },
			{ id: '', name: 'None' },
		],
		returns: [
			{ result: 'updated', name: 'New', externalId: 'A1', id: 'acc-1' },
			{
				result: 'missing',
				row: 2,
				name: 'Its External ID',
				id: 'A2',
				reason: "No account has the Vitally ID 'A2'",
			},
			{ result: 'missing', id: 'acc-9' },
			{
				row: 4,
				name: 'None',
				result: 'failed',
				reason: "The field 'Vitally ID Column' is empty",
				description:
					"Enter a value for 'Vitally ID Column', or check that the expression returns one.",
			},
		],
		then: (sandbox) =>
			expect(writes(sandbox)).toEqual([['/resources/accounts/acc-1', { name: 'New' }]]),
	},
	{
		name: 'reads a few records one by one, and an External ID is none of them',
		given: addCustomers,
		parameters: sync({}, { matchBy: 'id', vitallyId: '={{ $json.id }}' }),
		items: [
			{ id: 'acc-1', name: 'Account 1' },
			{ id: 'A2', name: 'New' },
		],
		sends: ['acc-1', 'A2'].map((id) => GET(`/resources/accounts/${id}`)),
		returns: [{ unchanged: 1, missing: 1 }],
	},
	{
		name: 'finds instances, also those that share an External ID',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: {
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byId('obj-1'),
			matchBy: 'id',
			vitallyId: '={{ $json.id }}',
			name: '={{ $json.name }}',
			traitsMode: 'fields',
			dryRun: false,
			syncOutput: 'each',
		},
		items: [
			{ id: 'i-2', name: 'New' },
			{ id: 'D1', name: 'Its External ID' },
		],
		returns: [
			{ result: 'updated', externalId: 'D1', id: 'i-2' },
			{ result: 'missing', id: 'D1' },
		],
		then: (sandbox) => {
			expect(writes(sandbox)).toEqual([[`${INSTANCES}/i-2`, { name: 'New' }]]);
			expect(sandbox.requests[0]).toMatchObject({
				path: `${INSTANCES}/search`,
				query: { id: 'i-2' },
			});
		},
	},
]);

const byEmail = {
	resource: 'user',
	operation: 'sync',
	matchBy: 'email',
	matchEmail: '={{ $json.mail }}',
	traitsMode: 'fields',
	name: '={{ $json.name }}',
	dryRun: false,
	syncOutput: 'summary',
};

describeOperation('sync: match by email address', [
	{
		name: 'ignores case and blanks, and creates nothing',
		given: withUsers('u1', 'u2', 'u3'),
		parameters: { ...byEmail, syncOutput: 'each' },
		items: [
			{ mail: ' U1@Customer.example ', name: 'New' },
			{ mail: 'u2@customer.example', name: 'Name of u2' },
			{ mail: 'none@customer.example', name: 'Nobody' },
			{ mail: 'u3', name: 'No address' },
		],
		returns: [
			{ result: 'updated', name: 'New', externalId: 'u1', id: vitallyId('u1') },
			{ result: 'unchanged', externalId: 'u2' },
			{ result: 'missing', row: 3, name: 'Nobody', resource: 'user' },
			{
				result: 'failed',
				row: 4,
				name: 'No address',
				reason: 'The value "u3" of \'Email Column\' is not an email address',
			},
		],
		then: (sandbox) =>
			expect(writes(sandbox)).toEqual([[`${USERS}/${vitallyId('u1')}`, { name: 'New' }]]),
	},
	{
		name: 'searches for the address of a row in place of reading the list of users',
		given: withUsers('u1', 'u2', 'u3'),
		parameters: byEmail,
		items: [{ mail: 'U1@customer.example', name: 'Name of u1' }],
		sends: [GET(USER_SEARCH, { email: 'U1@customer.example' })],
		returns: [{ unchanged: 1 }],
	},
	{
		name: 'searches for the address of each row as the table writes it',
		given: withUsers('u1', 'u2'),
		parameters: byEmail,
		items: [
			{ mail: 'U1@customer.example', name: 'Name of u1' },
			{ mail: 'u2@Customer.example', name: 'Name of u2' },
		],
		sends: ['U1@customer.example', 'u2@Customer.example'].map((email) =>
			GET(USER_SEARCH, { email }),
		),
		returns: [{ unchanged: 2 }],
	},
	...['next to each other', 'on two pages of the list'].map((place): OperationCase => {
		const between = Array.from({ length: 100 }, (_, index) => `between-${index}`);
		const others = ['u2', 'u3', 'u4', 'u5'];
		const withTwins = place === 'on two pages of the list' ? [...between, 'twin'] : ['twin'];

		return {
			name: `writes to none of two users who have one address, ${place}`,
			given: (sandbox) => {
				withUsers('u1', ...withTwins, ...others)(sandbox);
				const twin = sandbox.state.users.byExternalId('twin');
				if (twin) sandbox.state.users.change(twin, { email: 'u1@customer.example' });
			},
			parameters: byEmail,
			items: ['u1', ...others].map((id) => ({ mail: `${id}@customer.example`, name: 'New' })),
			returns: [
				{
					updated: 4,
					failed: 1,
					failures: [{ row: 1, reason: '2 users have the email address "u1@customer.example"' }],
				},
			],
		};
	}),
	...[1, 4].flatMap((rows): OperationCase[] => {
		/** The first row, and some others; a record is changed so that it has another address. */
		const withAddress = (first: string, address: string): Omit<OperationCase, 'name'> => ({
			given: (sandbox) => {
				withUsers('u1', 'u2', 'u3', 'u4', 'u5', 'u6')(sandbox);
				const [user] = sandbox.state.users.all();

				sandbox.state.users.change(user, { email: address });
			},
			parameters: byEmail,
			items: [first, 'u2', 'u3', 'u4', 'u5']
				.slice(0, rows + 1)
				.map((id) => ({ mail: `${id}@customer.example`, name: 'New' })),
		});
		const reason = '2 users have the email address "u6@customer.example"';

		return [
			{
				name: `counts blanks around an address in Vitally, in a table of ${rows + 1}`,
				...withAddress('u1', ' u1@customer.example '),
				returns: [{ updated: rows, missing: 1 }],
			},
			{
				name: `fails only the row whose address several users have, in small letters and in capitals, in a table of ${rows + 1}`,
				...withAddress('u6', 'U6@customer.example'),
				returns: [{ updated: rows, failed: 1, failures: [{ row: 1, reason }] }],
				then: (sandbox) => expect(userOf(sandbox, 'u6')?.name).toBe('Name of u6'),
			},
		];
	}),
	{
		name: 'fails for records without an address',
		parameters: sync({}, { matchBy: 'email' }),
		items: [{ id: 'a1', name: 'New' }],
		throws: notAnOptionError('Match By', '"email"', 'externalId, id'),
		sends: [],
	},
]);

describe('the line above the output about rows that Vitally does not have', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{
			count: 3,
			line: '3 not in Vitally: row 1 (Ann, U1), row 2 (Ann, U2), row 3 (Ann, U3).',
		},
		{
			count: 4,
			line: '4 not in Vitally: row 1 (Ann, U1), row 2 (Ann, U2), row 3 (Ann, U3), and 1 more.',
		},
	])('names the first three of $count', async ({ count, line }) => {
		withUsers('u1')(sandbox());
		const items = Array.from({ length: count }, (_, index) => ({
			externalId: `U${index + 1}`,
			name: 'Ann',
		}));
		const outcome = await runIn(sandbox(), {
			parameters: {
				...byEmail,
				matchBy: 'externalId',
				externalId: '={{ $json.externalId }}',
				createMissing: false,
			},
			items,
		});

		expect(hintsOf(outcome)).toEqual([
			`0 created, 0 updated, 0 unchanged, ${count} not in Vitally, with 1 request.`,
			line,
		]);
	});

	it.each([
		{ matchBy: 'email', by: 'their address', row: 'Ann, none@customer.example' },
		{ matchBy: 'id', by: 'their Vitally ID', row: 'Ann, user-9' },
		{ matchBy: 'externalId', by: 'their External ID', row: 'Ann, U9' },
	])('names them by $by', async ({ matchBy, row: named }) => {
		withUsers('u1')(sandbox());
		const outcome = await runIn(sandbox(), {
			parameters: {
				...byEmail,
				matchBy,
				vitallyId: '={{ $json.id }}',
				externalId: '={{ $json.externalId }}',
				createMissing: false,
			},
			items: [{ mail: 'none@customer.example', id: 'user-9', externalId: 'U9', name: 'Ann' }],
		});

		expect(hintsOf(outcome)).toEqual([
			'0 created, 0 updated, 0 unchanged, 1 not in Vitally, with 1 request.',
			`1 not in Vitally: row 1 (${named}).`,
		]);
	});
});

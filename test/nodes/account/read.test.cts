import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, createAccount } from '../../fixtures/accounts.cts';
import { addTeammate } from '../../fixtures/customers.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { GET } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

/** Accounts by External ID, with what each has as its next renewal; two have none, in two ways. */
const RENEWALS: Array<[externalId: string, traits: object]> = [
	['without the trait', {}],
	['later', { nextRenewalDate: '2027-05-01' }],
	['past', { nextRenewalDate: '2025-01-31' }],
	['null', { nextRenewalDate: null }],
	['soon', { nextRenewalDate: '2027-01-07' }],
	['later too', { nextRenewalDate: '2027-05-01T00:00:00.000Z' }],
];

const addRenewals = async (sandbox: Sandbox) => {
	for (const [externalId, traits] of RENEWALS) {
		await createAccount(sandbox, { externalId, name: externalId, traits });
	}
};

const VITALLY_ID = '11111111-1111-4111-8111-111111111111';

/** Lets Vitally answer with a body. */
const answeredWith =
	(body: object) =>
	({ faults }: Sandbox) =>
		faults.add({ kind: 'status', status: 200, body });

/** Lets the list of accounts have these records. */
const shownAs = (results: object[]) => (sandbox: Sandbox) =>
	answeredWith({ results, next: null })(sandbox);

describeOperation('account: get', [
	{
		name: 'fails where Vitally returns another account than that of the Vitally ID',
		given: answeredWith({ id: 'acc-2', externalId: 'crm-2' }),
		parameters: { accountId: byId(VITALLY_ID) },
		throws: {
			message: `Vitally has another account for the ID "${VITALLY_ID}", with the ID "acc-2"`,
			description: "Check that account in Vitally. An External ID needs 'By External ID'.",
			httpCode: '200',
		},
	},
	{
		name: 'fails where Vitally returns another account than that of the External ID',
		given: answeredWith({ id: 'acc-2', externalId: 'crm-2' }),
		parameters: { accountId: byExternalId('crm-1') },
		throws: {
			message: 'Vitally has another account for the External ID "crm-1", with the ID "acc-2"',
			description: "Check that account in Vitally. An External ID needs 'By External ID'.",
			httpCode: '200',
		},
	},
	{
		name: 'fails where Vitally reads the External ID as the Vitally ID of another account',
		given: answeredWith({ id: 'crm-1', externalId: 'crm-2' }),
		parameters: { accountId: byExternalId('crm-1') },
		throws: {
			message: '"crm-1" is the Vitally ID of another account',
			description:
				"Check that account as well. Use another 'External ID' for the record: Vitally reads this one as a Vitally ID.",
			httpCode: '200',
		},
	},
]);

const WHOLE_LIST = [GET(ACCOUNTS, { limit: '100', sortBy: 'createdAt' })];

describeOperation('account: getAll', [
	{
		name: 'keeps the order of the list among accounts that renew on one day, with a time or without',
		given: shownAs([
			{ id: 'with a time', name: 'A', traits: {}, nextRenewalDate: '2027-05-01T08:00:00.000Z' },
			{ id: 'without', name: 'B', traits: {}, nextRenewalDate: '2027-05-01' },
			{
				id: 'with a time again',
				name: 'C',
				traits: {},
				nextRenewalDate: '2027-05-01T00:00:00.000Z',
			},
		]),
		parameters: { output: 'raw', returnAll: true, sortBy: 'nextRenewalDate' },
		returns: ['with a time', 'without', 'with a time again'].map((id) => ({ id })),
	},
	{
		name: 'sorts the whole list by the next renewal, accounts without one last',
		given: addRenewals,
		parameters: { returnAll: true, sortBy: 'nextRenewalDate' },
		sends: WHOLE_LIST,
		returns: ['past', 'soon', 'later too', 'later', 'null', 'without the trait'].map(
			(externalId) => ({ externalId }),
		),
	},
	{
		name: 'reads the time of a filter without a zone in the zone of the workflow',
		timeZone: 'Asia/Tokyo',
		given: answeredWith({
			results: [
				{ id: 'after', createdAt: '2026-01-01T15:00:00.001Z' },
				{ id: 'before', createdAt: '2026-01-01T15:00:00.000Z' },
			],
			next: null,
		}),
		parameters: { output: 'raw', filters: { createdAfter: '2026-01-02' } },
		returns: [{ id: 'after' }],
	},
	{
		name: 'keeps the order of a list in which no account has a renewal',
		given: async (sandbox) => {
			for (const externalId of ['first', 'second']) {
				await createAccount(sandbox, { externalId, name: externalId });
			}
		},
		parameters: { returnAll: true, sortBy: 'nextRenewalDate' },
		returns: [{ externalId: 'second' }, { externalId: 'first' }],
	},
	{
		name: 'reads the whole list for the two accounts with the next renewal',
		given: addRenewals,
		parameters: { limit: 2, sortBy: 'nextRenewalDate' },
		sends: WHOLE_LIST,
		returns: [{ externalId: 'past' }, { externalId: 'soon' }],
	},
]);

describeOperation(
	'account: getAll over pages',
	[
		{
			name: 'stops at the first account that is older than the window',
			parameters: { returnAll: true, filters: { createdAfter: '2100-01-01' } },
			returns: [],
			then: (sandbox) => expect({ requests: sandbox.requests.length }).toEqual({ requests: 1 }),
		},
		{
			name: 'reads on in a window where several records have one time',
			given: ({ faults }) => {
				const createdAt = '2026-01-03T00:00:00Z';
				const results = ['first', 'second'].map((id) => ({ id, name: id, createdAt }));

				faults.add({ kind: 'status', status: 200, body: { results, next: null } });
			},
			parameters: { returnAll: true, output: 'raw', filters: { createdAfter: '2026-01-02' } },
			returns: [{ id: 'first' }, { id: 'second' }],
		},
		{
			name: 'leaves out of a window what is as old as its bound',
			given: shownAs([
				{ id: 'after the bound', createdAt: '2026-01-02T00:00:00.001Z' },
				{ id: 'at the bound', createdAt: '2026-01-02T00:00:00Z' },
			]),
			parameters: { returnAll: true, output: 'raw', filters: { createdAfter: '2026-01-02' } },
			returns: [{ id: 'after the bound' }],
		},
		{
			name: 'keeps in a window what has no time',
			given: shownAs([
				{ id: 'with a time', createdAt: '2026-01-03T00:00:00Z' },
				{ id: 'without a time' },
			]),
			parameters: { returnAll: true, output: 'raw', filters: { createdAfter: '2026-01-02' } },
			returns: [{ id: 'with a time' }, { id: 'without a time' }],
		},
		{
			name: 'leaves out by a text what has no name',
			given: shownAs([
				{ id: 'with the text', name: 'ACME 2' },
				{ id: 'with null', name: null },
				{ id: 'without a name' },
			]),
			parameters: { returnAll: true, output: 'raw', filters: { nameContains: 'acme' } },
			returns: [{ id: 'with the text' }],
		},
		{
			name: 'reads on where the list has another order than the window',
			given: ({ faults }) => {
				const updatedAt = '2026-01-04T00:00:00Z';
				const results = ['01', '03'].map((day) => ({
					id: `of ${day}`,
					updatedAt,
					createdAt: `2026-01-${day}T00:00:00Z`,
				}));

				faults.add({ kind: 'status', status: 200, body: { results, next: null } });
			},
			parameters: { output: 'raw', filters: { createdAfter: '2026-01-02' } },
			returns: [{ id: 'of 03' }],
		},
		{
			name: 'rejects a window in a list that comes oldest first',
			given: ({ faults, state }) => {
				const results = [...state.accounts.all()].slice(0, 2).map(({ id }, index) => ({
					id,
					createdAt: `2026-01-0${1 + index}T00:00:00Z`,
				}));

				faults.add({ kind: 'status', status: 200, body: { results, next: 'more' } });
			},
			parameters: { returnAll: true, filters: { createdAfter: '2026-01-01T12:00:00Z' } },
			throws: {
				message:
					"The filter 'Created After' cannot be applied, because Vitally's list is not sorted by the newest first",
				description: "Choose another 'Sort By', so that the node reads the whole list.",
			},
		},
	],
	{ seed: { accounts: 250 } },
);

describeOperation('account: getHealthScores', [
	{
		name: 'returns each entry of a list, since the document does not show the body',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'status', status: 200, body: [{ score: 1 }, { score: 2 }] }),
		parameters: { accountId: byExternalId('a1') },
		sends: [GET(`${ACCOUNTS}/a1/healthScores`)],
		returns: [{ score: 1 }, { score: 2 }],
	},
	{
		name: 'reports that the account is not there',
		parameters: { accountId: byExternalId('a9') },
		throws: {
			message: 'The account "a9" was not found',
			description:
				'Check the value of \'Account\': it may be deleted, or belong to another workspace than the credential. Vitally says: "Account not found". (HTTP 404, GET /resources/accounts/a9/healthScores)',
			httpCode: '404',
		},
	},
]);

describe('account: getAll with a limit', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 102 } });

	/** How many accounts an item returns, and the sizes of the pages that it asks for. */
	const read = async (limit: number, filters: object) => {
		sandbox().requests.length = 0;
		const parameters = { resource: 'account', operation: 'getAll', limit, filters };
		const { items } = await runIn(sandbox(), { parameters });
		const pageSizes = sandbox().requests.map(({ query }) => Number(query.limit));

		return { accounts: items(NODE).length, pageSizes };
	};

	beforeEach(() => {
		for (const account of sandbox().state.accounts.all()) {
			sandbox().state.accounts.change(account, { name: 'Acme', traits: {} });
		}
	});

	it.each([
		{ limit: 1, accounts: 1, pageSizes: [1] },
		{ limit: 99, accounts: 99, pageSizes: [99] },
		{ limit: 100, accounts: 100, pageSizes: [100] },
		{ limit: 101, accounts: 101, pageSizes: [100, 100] },
		{ limit: 102, accounts: 102, pageSizes: [100, 100] },
		{ limit: 103, accounts: 102, pageSizes: [100, 100] },
	])('returns $accounts of 102 accounts with the limit $limit', async ({ limit, ...expected }) => {
		expect(await read(limit, {})).toEqual(expected);
	});

	it.each([
		{ limit: 1, accounts: 1, pageSizes: [100] },
		{ limit: 100, accounts: 100, pageSizes: [100] },
		{ limit: 101, accounts: 101, pageSizes: [100, 100] },
	])(
		'returns $accounts of 102 accounts that a filter includes with the limit $limit',
		async ({ limit, ...expected }) => {
			expect(await read(limit, { nameContains: 'acme' })).toEqual(expected);
		},
	);

	it('shows each page before it reads the next one, so that a long list is not kept twice', async () => {
		const { accounts } = sandbox().state;
		const getAll = { resource: 'account', operation: 'getAll', returnAll: true };

		addTeammate(sandbox(), 'csm-1', 'Robin Case', 'robin@acme.example');
		for (const account of accounts.all()) accounts.change(account, { csmId: 'csm-1' });
		sandbox().requests.length = 0;

		await runIn(sandbox(), { parameters: getAll });

		const paths = sandbox().requests.map(({ path }) => path);

		// What a page shows of its CSMs is read where the page is shown.
		expect(paths).toEqual([ACCOUNTS, '/resources/admins', ACCOUNTS]);
	});
});

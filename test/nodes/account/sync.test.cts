import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { accountOf, ACCOUNTS, createAccount, withAccounts } from '../../fixtures/accounts.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { GET, POST, PUT } from '../../fixtures/requests.cts';
import { bodiesOf, idOf, named, summary, sync, writesOf } from './syncCases.cts';

describeOperation('account: sync', [
	{
		name: 'writes only what differs, and returns how much it was',
		given: async (sandbox) => {
			await withAccounts('a1', 'a2')(sandbox);
			await createAccount(sandbox, {
				externalId: 'a3',
				name: 'Name of a3',
				traits: { plan: 'gold', 'vitally.custom.seats': 12, region: 'EU' },
			});
		},
		parameters: sync(),
		items: [
			named('a1'),
			{ id: 'a2', name: 'New' },
			{ ...named('a3'), traits: { plan: 'gold', 'vitally.custom.seats': '13' } },
			{ ...named('a4'), traits: { plan: 'free' } },
		],
		sends: (sandbox) => [
			GET('/resources/customFields', { model: 'accounts' }),
			GET(ACCOUNTS, { sortBy: 'createdAt', status: 'activeOrChurned', limit: '100' }),
			PUT(`${ACCOUNTS}/${idOf(sandbox, 'a2')}`, { name: 'New' }),
			PUT(`${ACCOUNTS}/${idOf(sandbox, 'a3')}`, { traits: { 'vitally.custom.seats': '13' } }),
			GET(`${ACCOUNTS}/a4`),
			POST(ACCOUNTS, { externalId: 'a4', name: 'Name of a4', traits: { plan: 'free' } }),
		],
		returns: [
			summary({ created: 1, updated: 2, unchanged: 1, requests: 6, seconds: expect.any(Number) }),
		],
	},
	...(
		[
			['ignore', {}, { plan: 'gold', seats: 3 }],
			['clear', { organizationId: null, traits: { plan: null, seats: null } }, {}],
			['send', { organizationId: null, traits: { plan: '', seats: null } }, { plan: '' }],
		] as const
	).map(
		([emptyValues, body, traits]): OperationCase => ({
			name: `follows 'Empty Values' ${emptyValues} for what is empty in the row, and not in Vitally`,
			given: async (sandbox) => {
				addCustomers(sandbox);
				const account = accountOf(sandbox, 'A1');
				if (account) sandbox.state.accounts.change(account, { traits: { plan: 'gold', seats: 3 } });
			},
			parameters: sync({ emptyValues }, { additionalFields: { organizationId: byId('') } }),
			items: [{ id: 'A1', name: '', traits: { plan: '', seats: null, none: null } }],
			returns: [summary(emptyValues === 'ignore' ? { unchanged: 1 } : { updated: 1 })],
			then: (sandbox) => {
				expect(bodiesOf(sandbox)).toEqual(emptyValues === 'ignore' ? [] : [body]);
				expect(accountOf(sandbox, 'A1')).toMatchObject({ name: 'Account 1' });
				expect(accountOf(sandbox, 'A1')?.traits).toEqual(traits);
			},
		}),
	),
	{
		name: 'shows the name of a row whose record is still to be created',
		parameters: sync({ dryRun: true }),
		items: [named('a1')],
		returns: [{ externalId: 'a1', result: 'wouldCreate', name: 'Name of a1' }],
	},
	{
		name: 'creates no record whose name is a word for nothing',
		parameters: sync({}, { syncOutput: 'each' }),
		items: [{ id: 'a1', name: 'None' }, named('a2')],
		returns: [
			{ result: 'failed', reason: `'Name' contains the text "None" instead of a value` },
			{ result: 'created' },
		],
	},
	{
		name: 'lists failures in the order of the rows, whenever each was found to fail',
		given: withAccounts('a1'),
		parameters: sync(),
		items: [named('a1'), { id: 'a2' }, { id: '' }, { id: 'a3' }, { id: '' }],
		returns: [{ failed: 4, failures: [2, 3, 4, 5].map((row) => ({ row })) }],
	},
	{
		name: 'fails only a bad row, with its reason',
		given: withAccounts('a1'),
		parameters: sync(),
		items: [
			{ id: 'a1', name: 'New' },
			{ id: '', name: 'Nobody' },
			{ id: 'a2', traits: { seats: 1 } },
			{ id: 'a3', name: 'Three', traits: 'none' },
			{ id: 'a4', name: 'Four' },
			{ id: '..', name: 'Path' },
		],
		returns: [
			summary({
				created: 1,
				updated: 1,
				failed: 4,
				failures: [
					{ row: 2, externalId: '', reason: "The field 'External ID Column' is empty" },
					{
						row: 3,
						externalId: 'a2',
						reason: "No account has the External ID 'a2', and a new one needs a 'Name'",
					},
					{ row: 4, externalId: 'a3', reason: "The value of 'Traits (JSON)' is not a JSON object" },
					{ row: 6, externalId: '', reason: `The value of 'External ID Column' cannot be ".."` },
				],
			}),
		],
		then: (sandbox) => expect(accountOf(sandbox, 'a4')).toMatchObject({ name: 'Four' }),
	},
	{
		name: 'shows a failed row under its own name, though its record has another one',
		given: withAccounts('a1'),
		parameters: sync({ maxChanges: 9 }, { syncOutput: 'each' }),
		items: [
			{ id: 'a1', name: 'Own', traits: 'none' },
			{ id: 'a1', traits: { plan: 'gold' } },
		],
		returns: [
			{ externalId: 'a1', result: 'failed', name: 'Own' },
			{ externalId: 'a1', result: 'updated', name: 'Name of a1' },
		],
	},
	{
		name: 'returns the ID of a new record for each of its rows',
		parameters: sync({}, { syncOutput: 'each' }),
		items: [named('a1'), named('a1'), { id: 'a1', name: 'Own', traits: 'none' }],
		returns: [
			...['created', 'unchanged'].map((result) => ({ result, id: expect.any(String) })),
			{ result: 'failed' },
		],
	},
	{
		name: 'reports in a dry run what it would do, and writes nothing',
		given: withAccounts('a1', 'a2', 'a3'),
		parameters: sync({ dryRun: true }, { syncOutput: 'each' }),
		items: [
			named('a1'),
			{ id: 'a2', traits: 'none' },
			{ id: 'a2', name: 'New' },
			named('a9'),
			{ id: 'a9', traits: { plan: 'gold' } },
		],
		returns: [
			{ externalId: 'a1', result: 'unchanged' },
			{ externalId: 'a2', result: 'failed', id: expect.any(String) },
			{
				externalId: 'a2',
				result: 'wouldUpdate',
				name: 'Name of a2',
				dryRun: true,
				changedFields: JSON.stringify({ name: { old: 'Name of a2', new: 'New' } }),
			},
			{ externalId: 'a9', result: 'wouldCreate', dryRun: true },
			{ externalId: 'a9', result: 'wouldUpdate', dryRun: true },
		],
		then: (sandbox) => expect(bodiesOf(sandbox).slice(3)).toEqual([]),
	},
	{
		name: 'returns what it knows of a record where the response is empty',
		given: withFault(withAccounts('a1'), { kind: 'status', status: 200, on: { method: 'PUT' } }),
		parameters: sync({}, { syncOutput: 'changed' }),
		items: [{ id: 'a1', name: 'New' }],
		returns: [{ result: 'updated', name: 'New', externalId: 'a1', id: expect.any(String) }],
	},
	{
		name: 'compares and sends the Vitally ID of an organization that the row names by its External ID',
		given: addCustomers,
		parameters: sync(
			{},
			{ additionalFields: { organizationId: byExternalId('={{ $json.group }}') } },
		),
		items: [
			{ id: 'A1', group: 'O1' },
			{ id: 'A2', group: 'O1' },
			{ id: 'A3', name: 'Account 3', group: 'O1' },
		],
		returns: [{ unchanged: 1, updated: 1, created: 1, failed: 0 }],
		then: (sandbox) =>
			expect(bodiesOf(sandbox)).toEqual([
				{ organizationId: 'org-1' },
				{ externalId: 'A3', name: 'Account 3', organizationId: 'org-1' },
			]),
	},
	{
		name: 'sends nothing of a row whose organization is not there',
		given: addCustomers,
		parameters: sync(
			{},
			{ additionalFields: { organizationId: byExternalId('={{ $json.group }}') } },
		),
		items: [
			{ id: 'A2', group: 'O1' },
			{ id: 'A4', name: 'Account 4', group: 'O9' },
		],
		returns: [{ updated: 1, created: 0, failures: [{ row: 2 }] }],
		then: (sandbox) => expect(bodiesOf(sandbox)).toEqual([{ organizationId: 'org-1' }]),
	},
	{
		name: 'writes nothing unless someone turned Dry Run off, whatever is under Options',
		parameters: { ...sync({}), dryRun: undefined, options: { dryRun: false } },
		items: [named('a1')],
		returns: [{ created: 1, dryRun: true }],
		then: (sandbox) => expect(bodiesOf(sandbox)).toEqual([]),
	},
	{
		name: 'writes several rows of one record together, and tells what each of them changed',
		given: withAccounts('a1', 'a2'),
		parameters: sync({}, { syncOutput: 'each' }),
		items: [
			{ id: 'a1', name: 'New', traits: { plan: 'gold' } },
			{ id: 'a1', traits: { seats: 3 } },
			{ id: 'a9', name: 'Nine' },
			{ id: 'a9', traits: { plan: 'free' } },
		],
		returns: [
			{
				result: 'updated',
				name: 'New',
				changedFields: JSON.stringify({
					name: { old: 'Name of a1', new: 'New' },
					'traits.plan': { old: null, new: 'gold' },
				}),
			},
			{
				result: 'updated',
				name: 'New',
				changedFields: JSON.stringify({ 'traits.seats': { old: null, new: 3 } }),
			},
			{ result: 'created', id: expect.any(String) },
			{ result: 'updated', id: expect.any(String) },
		],
		then: (sandbox) =>
			expect(
				writesOf(sandbox)
					.slice(2)
					.map(({ method, body }) => [method, body]),
			).toEqual([
				['PUT', { name: 'New', traits: { plan: 'gold', seats: 3 } }],
				['POST', { externalId: 'a9', name: 'Nine', traits: { plan: 'free' } }],
			]),
	},
]);

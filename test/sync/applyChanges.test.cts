import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { jsonOf, linesOf } from '../engine/itemLines.cts';
import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { withFault } from '../fixtures/faults.cts';
import { vitallyId } from '../fixtures/records.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { rowColumns } from '../fixtures/rowColumns.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { userOf, withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';
import { accounts, change, changed, changeOperation, rowError } from './changeCases.cts';

const apply = changeOperation('applyChanges');
/** An item of the dry run of a Sync. */
const wouldUpdate = (externalId: string, changedFields: object, others: object = {}) =>
	changed('wouldUpdate', externalId, changedFields, { name: 'A', dryRun: true, ...others });

const wouldCreate = (externalId: string, fields: Record<string, unknown>, others: object = {}) => {
	const changes = Object.entries(fields).map(([name, value]) => [name, change(null, value)]);
	const plan = { result: 'wouldCreate', id: undefined, ...others };

	return wouldUpdate(externalId, Object.fromEntries(changes) as object, plan);
};

const renamed = (externalId: string) => wouldUpdate(externalId, { name: change('A', 'B') });

/** Rows of a Sync that change nothing, and how Sync: Apply Changes names each. */
const NO_CHANGES: Array<{ row: string; item: IDataObject; name?: string; reason?: string }> = [
	...['missing', 'notInTable', 'unchanged', 'skipped'].map((result) => ({
		row: `a row with the result ${result}`,
		item: { result, name: 'One', externalId: 'a1', resource: 'account' },
		name: 'One',
	})),
	{
		row: 'a row that failed',
		item: { result: 'failed', name: 'One', reason: 'No such group', resource: 'account' },
		name: 'One',
		reason: 'No such group',
	},
	{
		row: "a row that n8n's error item shows as failed",
		item: { error: 'No such group', message: 'Check it', details: {} },
		reason: 'No such group',
	},
];

const bodies = (sandbox: Sandbox) =>
	writesOf(sandbox).map(({ method, path, body }) => [method, path, body]);

describeOperation('account: changes of a dry run', [
	{
		name: 'change only records that are as the dry run saw them',
		given: accounts({
			a1: ['A'],
			a2: ['B'],
			a3: ['C'],
			a4: ['New', { plan: 'gold' }],
			a5: ['Old'],
		}),
		parameters: apply(),
		items: [
			renamed('a1'),
			renamed('a2'),
			renamed('a3'),
			wouldCreate('a4', { name: 'New', 'traits.plan': 'gold' }),
			wouldCreate('a5', { name: 'New', 'traits.plan': 'gold' }),
			wouldCreate('a6', { name: 'New', 'traits.vitally.custom.seats': 3 }),
			renamed('a7'),
		],
		returns: [
			{
				externalId: 'a1',
				result: 'applied',
				row: 1,
				name: 'B',
				id: vitallyId('a1'),
				changedFields: JSON.stringify({ name: change('A', 'B') }),
				fieldsLeft: null,
			},
			{ externalId: 'a2', result: 'alreadyApplied', name: 'B' },
			{
				externalId: 'a3',
				result: 'changedSince',
				name: 'C',
				fieldsLeft: ['name'],
				changedFields: null,
			},
			{ result: 'unchanged', externalId: 'a4', id: vitallyId('a4') },
			{ result: 'changedSince', externalId: 'a5', fieldsLeft: ['name', 'traits.plan'] },
			{ result: 'created', externalId: 'a6', name: 'New', id: expect.any(String) },
			{
				externalId: 'a7',
				result: 'failed',
				row: 7,
				name: 'A',
				reason: 'Vitally no longer has this account',
			},
		],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([
				['PUT', `${ACCOUNTS}/${vitallyId('a1')}`, { name: 'B' }],
				[
					'POST',
					ACCOUNTS,
					{ externalId: 'a6', name: 'New', traits: { 'vitally.custom.seats': 3 } },
				],
			]),
	},
	{
		name: 'create a record again that a Sync created and that is gone since, by its External ID',
		parameters: apply(),
		items: [
			changed('created', 'a9', { name: change(null, 'Nine'), externalId: change(null, 'a9') }),
		],
		returns: [
			{
				externalId: 'a9',
				result: 'created',
				changedFields: JSON.stringify({
					name: change(null, 'Nine'),
					externalId: change(null, 'a9'),
				}),
			},
		],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([['POST', ACCOUNTS, { externalId: 'a9', name: 'Nine' }]]),
	},
	{
		name: 'change a trait that Vitally returns only as a field',
		given: withFault(accounts({ a1: ['A', { mrr: 10 }] }), {
			kind: 'status',
			status: 200,
			body: { id: vitallyId('a1'), externalId: 'a1', name: 'A', mrr: 10, traits: {} },
			on: { method: 'GET' },
		}),
		parameters: apply(),
		items: [wouldUpdate('a1', { 'traits.mrr': change(10, 20) })],
		returns: [{ result: 'applied', fieldsLeft: null }],
	},
	...NO_CHANGES.map(
		({ row, item, ...returned }): OperationCase => ({
			name: `pass by ${row}`,
			parameters: apply(),
			items: [item],
			returns: [{ row: 1, result: 'skipped', ...returned }],
			sends: [],
		}),
	),
	{
		name: 'show the name and the IDs of a row that would change nothing',
		parameters: apply(),
		items: [
			{
				result: 'unchanged',
				name: 'One',
				externalId: 'a1',
				id: vitallyId('a1'),
				resource: 'account',
			},
		],
		returns: [{ result: 'skipped', name: 'One', externalId: 'a1', id: vitallyId('a1') }],
	},
	{
		name: 'leave unchanged a value to which two changes lead back, since neither may have been made',
		given: accounts({ a1: ['A'] }),
		parameters: apply(),
		items: [
			wouldUpdate('a1', { name: change('A', 'B') }),
			wouldUpdate('a1', { name: change('B', 'A') }),
		],
		returns: [
			{ row: 1, result: 'unchanged', changedFields: null },
			{ row: 2, result: 'unchanged', changedFields: null },
		],
	},
	{
		name: 'leave unchanged a record that exists already with all values of its creation',
		given: accounts({ a4: ['New', { plan: 'gold' }] }),
		parameters: apply(),
		items: [wouldCreate('a4', { name: 'New', 'traits.plan': 'gold' })],
		returns: [{ result: 'unchanged', externalId: 'a4', changedFields: null }],
	},
	{
		name: 'create a record by the row that says so, wherever it is among the rows of the record',
		parameters: apply(),
		items: [
			wouldUpdate('a9', { 'traits.plan': change(null, 'gold') }, { id: undefined }),
			wouldCreate('a9', { name: 'Nine' }),
		],
		returns: [
			{
				row: 1,
				result: 'applied',
				changedFields: JSON.stringify({ 'traits.plan': change(null, 'gold') }),
			},
			{
				row: 2,
				result: 'created',
				changedFields: JSON.stringify({
					name: change(null, 'Nine'),
					externalId: change(null, 'a9'),
				}),
			},
		],
	},
	{
		name: 'write nothing where the IDs of the table slipped by a row',
		given: accounts({ a1: ['A'], a2: ['A'], a3: ['A'] }),
		parameters: apply(),
		items: [
			{ ...renamed('a1'), id: vitallyId('a2') },
			{ ...renamed('a2'), id: vitallyId('a1') },
			renamed('a3'),
		],
		returns: [
			...[
				['a2', 'a1'],
				['a1', 'a2'],
			].map(([byId, byExternalId]) => ({
				result: 'failed',
				reason: `This row has the IDs of two accounts: id "${vitallyId(byId)}" has the External ID "${byId}", the row has "${byExternalId}"`,
			})),
			{ externalId: 'a3', result: 'applied' },
		],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([['PUT', `${ACCOUNTS}/${vitallyId('a3')}`, { name: 'B' }]]),
	},
	{
		name: 'create no record a second time, whatever ID its row has',
		given: accounts({ a1: ['Old'] }),
		parameters: apply(),
		items: [wouldCreate('a1', { name: 'New' }, { id: vitallyId('a9') })],
		throws: rowError(
			`This row has the IDs of two accounts: id "${vitallyId('a1')}" has the External ID "a1", the row has "a1"`,
			`Correct the ID in the row, which is "${vitallyId('a9')}". Nothing was written.`,
			{ name: 'Old', externalId: 'a1', id: vitallyId('a1') },
		),
		then: (sandbox) => expect(bodies(sandbox)).toEqual([]),
	},
	{
		name: 'create no record of another External ID, where a sheet turned the planned one into a number',
		parameters: apply(),
		items: ['007', '1.10', '1e3', '+5'].map((id) => ({
			...wouldCreate(id, { name: 'New', externalId: id }),
			externalId: Number(id),
		})),
		throws: rowError(
			'The External ID of this row is "7", but "007" in its \'changedFields\'',
			"Store the column 'externalId' as text, or leave it out. A sheet may have turned the ID into a number or a date. Nothing was written.",
			{ name: 'A' },
		),
		sends: [],
	},
	{
		name: 'write nothing in another dry run, which shows what would be applied',
		given: accounts({ a1: ['A'], a2: ['C'] }),
		parameters: apply({ dryRun: true }),
		items: [renamed('a1'), renamed('a2'), wouldCreate('a9', { name: 'Nine' })],
		returns: [
			{
				externalId: 'a1',
				result: 'wouldUpdate',
				name: 'A',
				changedFields: JSON.stringify({ name: change('A', 'B') }),
				dryRun: true,
			},
			{ externalId: 'a2', result: 'changedSince' },
			{ result: 'wouldCreate', name: 'A', externalId: 'a9', dryRun: true },
		],
		then: (sandbox) => expect(bodies(sandbox)).toEqual([]),
	},
	...[
		{
			name: 'change a record in part where others changed the rest',
			given: 'C',
			planned: 'B',
			result: 'changedSince',
			written: {},
			fieldsLeft: ['name'],
			reason: null,
		},
		{
			name: 'change a record in part where Vitally cannot clear the rest',
			given: 'A',
			planned: null,
			result: 'applied',
			written: {},
			fieldsLeft: ['name'],
			reason: "Vitally's API cannot clear 'Name'",
		},
		{
			name: 'return a record as a whole where Vitally has a part of its changes',
			given: 'B',
			planned: 'B',
			result: 'applied',
			written: { name: change('A', 'B') },
			fieldsLeft: null,
			reason: null,
		},
	].map(
		({ name, given, planned, written, ...returned }): OperationCase => ({
			name,
			given: accounts({ a1: [given, { plan: 'free' }] }),
			parameters: apply(),
			items: [
				wouldUpdate('a1', { name: change('A', planned), 'traits.plan': change('free', 'gold') }),
			],
			returns: [
				{
					externalId: 'a1',
					...returned,
					changedFields: JSON.stringify({ ...written, 'traits.plan': change('free', 'gold') }),
				},
			],
			then: (sandbox) =>
				expect({ written: bodiesOf(sandbox) }).toEqual({ written: [{ traits: { plan: 'gold' } }] }),
		}),
	),
	{
		name: 'keep what is in place already, since a second attempt has no other way to tell what the first wrote',
		given: accounts({ a1: ['B', { plan: 'theirs' }] }),
		parameters: apply(),
		items: [wouldUpdate('a1', { name: change('A', 'B'), 'traits.plan': change('free', 'gold') })],
		returns: [
			{
				result: 'changedSince',
				fieldsLeft: ['traits.plan'],
				changedFields: JSON.stringify({ name: change('A', 'B') }),
			},
		],
		then: (sandbox) => expect(bodies(sandbox)).toEqual([]),
	},
	{
		name: 'keep what is in place already, where Vitally refuses the others',
		given: withFault(accounts({ a1: ['B', { plan: 'free' }] }), {
			kind: 'status',
			status: 400,
			on: { method: 'PUT' },
		}),
		parameters: apply(),
		items: [wouldUpdate('a1', { name: change('A', 'B'), 'traits.plan': change('free', 'gold') })],
		returns: [{ result: 'failed', changedFields: JSON.stringify({ name: change('A', 'B') }) }],
	},
	{
		name: 'return of each of two rows that follow each other the change that Vitally has already',
		given: accounts({ a1: ['C'] }),
		parameters: apply(),
		items: [
			wouldUpdate('a1', { name: change('A', 'B') }, { row: 1 }),
			wouldUpdate('a1', { name: change('B', 'C') }, { row: 2 }),
		],
		returns: [
			{
				row: 1,
				externalId: 'a1',
				result: 'alreadyApplied',
				changedFields: JSON.stringify({ name: change('A', 'B') }),
			},
			{
				row: 2,
				externalId: 'a1',
				result: 'alreadyApplied',
				changedFields: JSON.stringify({ name: change('B', 'C') }),
			},
		],
		then: (sandbox) => expect(bodies(sandbox)).toEqual([]),
	},
	{
		name: 'change a record in one request, though Vitally rejects what its rows change together',
		given: withFault(accounts({ a1: ['A'], a2: ['B'] }), {
			kind: 'status',
			status: 400,
			on: { method: 'PUT' },
		}),
		parameters: apply(),
		items: [
			wouldUpdate('a1', { name: change('A', 'B') }, { row: 1 }),
			wouldUpdate('a1', { 'traits.plan': change(null, 'gold') }, { row: 2 }),
			{ ...renamed('a2'), row: 3 },
		],
		returns: [
			{ row: 1, externalId: 'a1', result: 'failed', reason: 'Vitally rejected this item' },
			{ row: 2, externalId: 'a1', result: 'failed', reason: 'Vitally rejected this item' },
			{ row: 3, externalId: 'a2', result: 'alreadyApplied' },
		],
		then: (sandbox) =>
			expect({ bodiesSent: bodiesOf(sandbox) }).toEqual({
				bodiesSent: [{ name: 'B', traits: { plan: 'gold' } }],
			}),
	},
	{
		name: 'create a record once that two rows are to create',
		parameters: apply(),
		items: [
			wouldCreate('a9', { name: 'Nine' }, { row: 1 }),
			wouldCreate('a9', { 'traits.plan': 'gold' }, { row: 2 }),
		],
		returns: [
			{
				row: 1,
				externalId: 'a9',
				result: 'created',
				changedFields: JSON.stringify({
					name: change(null, 'Nine'),
					externalId: change(null, 'a9'),
				}),
			},
			{
				row: 2,
				externalId: 'a9',
				result: 'applied',
				changedFields: JSON.stringify({ 'traits.plan': change(null, 'gold') }),
			},
		],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([
				['POST', ACCOUNTS, { externalId: 'a9', name: 'Nine', traits: { plan: 'gold' } }],
			]),
	},
	{
		name: 'create no account whose name is a word for nothing',
		parameters: apply(),
		items: [wouldCreate('a9', { name: 'None' }), wouldCreate('a8', { name: 'Eight' })],
		returns: [
			{
				externalId: 'a9',
				result: 'failed',
				reason: `'Name' contains the text "None" instead of a value`,
			},
			{ externalId: 'a8', result: 'created' },
		],
	},
	{
		name: 'create no account without a name',
		parameters: apply(),
		items: [wouldCreate('a9', { 'traits.plan': 'gold' }), wouldCreate('a8', { name: 'Eight' })],
		returns: [
			{
				externalId: 'a9',
				result: 'failed',
				reason: "No account has the External ID 'a9', and a new one needs a 'Name'",
			},
			{ externalId: 'a8', result: 'created' },
		],
	},
]);

describe('a dry run of a Sync, approved and applied', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) =>
		await runIn(sandbox(), { parameters, items });
	const outputOf = async (...parameters: Parameters<typeof run>) =>
		jsonOf(await run(...parameters));
	const table = [
		{ id: 'a1', name: 'B', traits: { plan: 'gold' } },
		{ id: 'a2', name: 'B' },
		{ id: 'a9', name: 'Nine' },
		{ id: '', name: 'None' },
	];

	beforeEach(() => accounts({ a1: ['A'], a2: ['A', { plan: 'free' }] })(sandbox()));

	it('counts in a line what would be done', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);

		expect(hintsOf(await run(apply({ dryRun: true }), plan))).toEqual([
			'Dry run: 1 would be created, 2 applied, 0 unchanged, 1 skipped.',
		]);
	});

	it('counts in a line what was done', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);

		const [line = 'no line'] = hintsOf(await run(apply(), plan));

		expect(line.replace(/, with \d+ requests\.$/, '')).toBe(
			'1 created, 2 applied, 0 unchanged, 1 skipped',
		);
	});

	it('reads the records of many rows by one page of the list, by which ID ever it finds them', async () => {
		const ids = ['b1', 'b2', 'b3', 'b4', 'b5'];

		accounts(Object.fromEntries(ids.map((id) => [id, ['A']])) as never)(sandbox());
		const items = ids.map((id, index) => (index < 3 ? renamed(id) : { ...renamed(id), id: null }));

		sandbox().requests.length = 0;
		await run(apply({ dryRun: true }), items);

		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [`GET ${ACCOUNTS}`] });
	});

	it('names a row with a space in its External ID by its number in the table of the Sync', async () => {
		const items = [
			wouldCreate('a8', { name: 'Eight' }, { row: 12 }),
			wouldCreate('a9 ', { name: 'Nine' }, { row: 40 }),
		];

		expect(hintsOf(await run(apply({ dryRun: true }), items))).toEqual([
			'Dry run: 2 would be created, 0 applied, 0 unchanged.',
			'The External ID begins or ends with a space, which makes it another External ID. Rows: 40.',
		]);
	});

	it('stops at a limit before anything is written', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const options = { maxChanges: 2 };
		const dry = await run(apply({ dryRun: true, options }), plan);

		expect({ error: dry.error?.message }).toEqual({ error: undefined });

		const sentence =
			"Sync: Apply Changes would change 3 of 4 accounts, more than the 2 that 'Max Changes' allows";

		expect(hintsOf(dry)).toEqual([
			'Dry run: 1 would be created, 2 applied, 0 unchanged, 1 skipped.',
			`${sentence}.`,
		]);

		const { error } = await run(apply({ options }), plan);

		expect(error?.message).toBe(sentence);
		expect(bodies(sandbox())).toEqual([]);
	});

	it('returns at a second attempt all that Sync: Undo needs', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);

		const namesByExternalId = () => {
			const accounts = [...sandbox().state.accounts.all()];

			return Object.fromEntries(accounts.map(({ externalId, name }) => [externalId, name]));
		};

		const before = namesByExternalId();

		await run(apply(), plan);
		const again = await outputOf(apply(), plan);

		const undone = await run(apply({ operation: 'undoSync' }), again);

		expect(linesOf(undone)).toEqual([
			'row 1, a1: restored',
			'row 2, a2: restored',
			'row 3, a9: skipped',
			"row 4, None: skipped, The field 'External ID Column' is empty",
		]);
		// The undo deletes no account that was created.
		expect(namesByExternalId()).toEqual({ ...before, a9: 'Nine' });
	});

	it.each([
		{ operation: 'applyChanges', isDryRun: true, last: ['dryRun'] },
		{ operation: 'applyChanges', isDryRun: false, last: [] },
		{ operation: 'undoSync', isDryRun: true, last: ['dryRun'] },
		{ operation: 'undoSync', isDryRun: false, last: [] },
	])(
		'returns the columns of a row without those of a Sync alone: $operation, dry run $isDryRun',
		async ({ operation, isDryRun, last }) => {
			const [item] = await outputOf(apply({ operation, dryRun: isDryRun }), [
				wouldUpdate('a1', {}),
			]);

			expect(Object.keys(item)).toEqual(rowColumns({ dryRun: last }));
		},
	);

	it('writes each record once when it is applied twice at the same time', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const both = await Promise.all([run(apply(), plan), run(apply(), plan)]);
		const results = both.flatMap(({ items }) =>
			items(NODE).map(
				({ json }) => `${String(json.externalId ?? json.name)} ${String(json.result)}`,
			),
		);

		expect(results.sort()).toEqual([
			'None skipped',
			'None skipped',
			'a1 alreadyApplied',
			'a1 applied',
			'a2 alreadyApplied',
			'a2 applied',
			'a9 created',
			'a9 unchanged',
		]);
	});
});

describeOperation('user: changes of a dry run', [
	{
		name: 'add the accounts of a list to which Vitally only adds',
		given: withUsers('u1'),
		parameters: apply({ resource: 'user' }),
		items: [
			wouldUpdate(
				'u1',
				{ accountIds: change(['acc-1'], ['acc-1', 'acc-2']) },
				{ resource: 'user' },
			),
		],
		returns: [
			{
				row: 1,
				externalId: 'u1',
				result: 'applied',
				fieldsLeft: null,
				reason: null,
				changedFields: JSON.stringify({ accountIds: change(['acc-1'], ['acc-1', 'acc-2']) }),
			},
		],
		then: (sandbox) =>
			expect(userOf(sandbox, 'u1')).toMatchObject({ accountIds: ['acc-1', 'acc-2'] }),
	},
]);

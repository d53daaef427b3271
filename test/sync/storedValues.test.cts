import type { IDataObject } from 'n8n-workflow';

import { firstJsonOf, jsonOf, linesOf, linesOfItems } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../fixtures/accounts.cts';
import { withFault } from '../fixtures/faults.cts';
import { vitallyId } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';
import { accounts, change, changed, changeOperation } from './changeCases.cts';

const undo = changeOperation('undoSync');

describe('a value that Vitally stores in another form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) =>
		await runIn(sandbox(), { parameters, items });
	const rows = [
		{ id: 'a1', name: 'One', traits: { plan: 'Gold', seats: 2.5 } },
		{ id: 'a2', name: 'Two', traits: { plan: 'FREE' } },
	];
	const write = async () => await run(sync({}, { syncOutput: 'changed' }), rows);

	beforeEach(async () => {
		await withAccounts('a1', 'a2')(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => {
				const { traits } = record as { traits?: Record<string, unknown> };
				if (!traits) return record;

				const plan = typeof traits.plan === 'string' ? traits.plan.toLowerCase() : undefined;

				return { ...record, traits: { ...traits, plan } };
			},
		});
	});

	it('stands in the changes as Vitally shows it, so that Undo finds it', async () => {
		const items = jsonOf(await write());

		expect(items[0].changedFields).toBe(
			JSON.stringify({
				name: change('Name of a1', 'One'),
				'traits.plan': change(null, 'gold'),
				'traits.seats': change(null, 2.5),
			}),
		);

		const undone = await run(undo(), items);

		expect(linesOf(undone)).toEqual(['row 1, a1: restored', 'row 2, a2: restored']);
		expect(accountOf(sandbox(), 'a1')).toMatchObject({ name: 'Name of a1', traits: {} });
	});

	it('appears in a line above the output, with the number of records', async () => {
		expect(hintsOf(await write())).toEqual([
			'0 created, 2 updated, 0 unchanged, with 5 requests.',
			"Vitally stored another value for 'Plan' in 2 records.",
		]);
	});

	it('appears in no line where no row sets it', async () => {
		expect(hintsOf(await run(sync(), [{ id: 'a1', name: 'New' }]))).toEqual([
			'0 created, 1 updated, 0 unchanged, with 2 requests.',
		]);
	});
});

describe('a value of several rows that Vitally stores in another form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const run = async (operation: 'applyChanges' | 'undoSync', items: IDataObject[]) => {
		const outcome = await runIn(sandbox(), { parameters: changeOperation(operation)(), items });

		return jsonOf(outcome);
	};

	it('stands in the changes of the last row that set it, so that Undo restores them all', async () => {
		accounts({ a1: ['A'] })(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => (record.name === 'B' ? { ...record, name: 'b' } : record),
		});
		const steps = [change('A', 'B'), change('B', 'C'), change('C', 'B')];
		const applied = await run(
			'applyChanges',
			steps.map((name) => changed('wouldUpdate', 'a1', { name }, { name: 'A' })),
		);

		expect(applied.map(({ changedFields }) => changedFields)).toEqual(
			[change('A', 'B'), change('B', 'C'), change('C', 'b')].map((name) =>
				JSON.stringify({ name }),
			),
		);

		const undone = await run('undoSync', applied);

		expect(linesOfItems(undone)).toEqual([
			'row 1, a1: restored',
			'row 2, a1: restored',
			'row 3, a1: restored',
		]);
		expect(accountOf(sandbox(), 'a1')?.name).toBe('A');
	});
});

describe('a value of a record that Vitally stores in another form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Runs an operation while Vitally stores the names `A` and `B` in lower case. */
	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) => {
		sandbox().faults.add({
			kind: 'shown',
			as: (record) =>
				record.name === 'A' || record.name === 'B'
					? { ...record, name: record.name.toLowerCase() }
					: record,
			on: { matches: ({ method }) => method !== 'GET' },
		});
		const outcome = await runIn(sandbox(), { parameters, items });
		const rows = jsonOf(outcome);
		const changesByRow = rows.map(({ changedFields }, index) => [
			linesOfItems(rows)[index],
			JSON.parse(String(changedFields)),
		]);

		return { changes: Object.fromEntries(changesByRow) as object, hints: hintsOf(outcome) };
	};

	const line = "Vitally stored another value for 'Name' in 1 record.";

	it('stands in the changes of a new record as Vitally shows it', async () => {
		const { changes, hints } = await run(sync({}, { syncOutput: 'changed' }), [
			{ id: 'a9', name: 'B' },
		]);

		expect(changes).toEqual({
			'row 1, a9: created': { name: change(null, 'b'), externalId: change(null, 'a9') },
		});
		expect(hints.slice(1)).toEqual([line]);
	});

	it('stands in the changes of a record that Sync: Apply Changes creates as Vitally shows it', async () => {
		const { changes, hints } = await run(changeOperation('applyChanges')(), [
			changed('wouldCreate', 'a9', { name: change(null, 'B') }, { id: null, dryRun: true }),
		]);

		expect(changes).toEqual({
			'row 1, a9: created': { name: change(null, 'b'), externalId: change(null, 'a9') },
		});
		expect(hints.slice(1)).toEqual([line]);
	});

	it('stands in the changes of a record that Sync: Undo restores as Vitally shows it', async () => {
		accounts({ a1: ['New'] })(sandbox());
		const { changes, hints } = await run(undo(), [
			changed('updated', 'a1', { name: change('A', 'New') }),
		]);

		expect(changes).toEqual({ 'row 1, a1: restored': { name: change('New', 'a') } });
		expect(hints.slice(1)).toEqual([line]);
	});

	it('stays in the changes of two rows as it was sent, where Vitally still shows what was there before both', async () => {
		accounts({ a1: ['Before'] })(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, name: 'Before' }),
			on: { method: 'PUT' },
		});
		const { changes } = await run(changeOperation('applyChanges')(), [
			changed('wouldUpdate', 'a1', { name: change('Before', 'Between') }, { row: 1 }),
			changed('wouldUpdate', 'a1', { name: change('Between', 'After') }, { row: 2 }),
		]);

		expect(changes).toEqual({
			'row 1, a1: applied': { name: change('Before', 'Between') },
			'row 2, a1: applied': { name: change('Between', 'After') },
		});
	});

	it('stands in the changes of the first of two rows that Sync: Undo takes back, which it takes back last', async () => {
		accounts({ a1: ['C'] })(sandbox());
		const { changes } = await run(undo(), [
			changed('updated', 'a1', { name: change('A', 'Between') }, { row: 1 }),
			changed('updated', 'a1', { name: change('Between', 'C') }, { row: 2 }),
		]);

		expect(changes).toEqual({
			'row 1, a1: restored': { name: change('Between', 'a') },
			'row 2, a1: restored': { name: change('C', 'Between') },
		});
	});
});

describe('several values of a row that Vitally stores in another form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('appear each in the line above the output', async () => {
		await withAccounts('a1')(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, name: 'one', traits: { plan: 'gold' } }),
			on: { method: 'PUT' },
		});
		const items = [{ id: 'a1', name: 'One', traits: { plan: 'Gold' } }];
		const outcome = await runIn(sandbox(), { parameters: sync(), items });

		expect(hintsOf(outcome)).toEqual([
			'0 created, 1 updated, 0 unchanged, with 3 requests.',
			"Vitally stored another value for 'Name' in 1 record, 'Plan' in 1 record.",
		]);
	});
});

describe('a value that the answer of Vitally leaves out', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const traits = { plan: 'gold', 'vitally.custom.seats': 2 };

	it.each([
		{ leftOut: 'one trait', shown: { traits: { 'vitally.custom.seats': 2 } } },
		{ leftOut: 'all traits', shown: { traits: {} } },
		{ leftOut: 'the traits', shown: { traits: undefined } },
		{ leftOut: 'the name', shown: { name: undefined, traits } },
	])('stays in the changes as it was sent, without a line above: $leftOut', async ({ shown }) => {
		await withAccounts('a1')(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, ...shown }),
			on: { method: 'PUT' },
		});
		const parameters = sync({}, { syncOutput: 'changed' });
		const outcome = await runIn(sandbox(), {
			parameters,
			items: [{ id: 'a1', name: 'New', traits }],
		});

		expect(hintsOf(outcome)).toEqual(['0 created, 1 updated, 0 unchanged, with 3 requests.']);
		expect(firstJsonOf(outcome)).toMatchObject({
			changedFields: JSON.stringify({
				name: change('Name of a1', 'New'),
				'traits.plan': change(null, 'gold'),
				'traits.vitally.custom.seats': change(null, 2),
			}),
		});
	});
});

describe('more than five values of a row that Vitally stores in another form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('appear in the line above the output up to the fifth', async () => {
		await withAccounts('a1')(sandbox());
		const keys = ['one', 'two', 'three', 'four', 'five', 'six'];
		const traitsOf = (value: string) => Object.fromEntries(keys.map((key) => [key, value]));

		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, traits: traitsOf('shown') }),
			on: { method: 'PUT' },
		});
		const items = [{ id: 'a1', traits: traitsOf('sent') }];
		const outcome = await runIn(sandbox(), { parameters: sync(), items });

		expect(hintsOf(outcome)[1]).toBe(
			"Vitally stored another value for 'One' in 1 record, 'Two' in 1 record, 'Three' in 1 record, 'Four' in 1 record, 'Five' in 1 record.",
		);
	});
});

describe('a list to which Vitally only adds', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('counts as stored where others have added to it at the same time', async () => {
		withUsers('u1')(sandbox());
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({
				...record,
				accounts: ['acc-1', 'acc-2', 'acc-3'].map((id) => ({ id, name: id })),
			}),
			on: { method: 'PUT' },
		});
		const outcome = await runIn(sandbox(), {
			parameters: {
				...sync({}, { syncOutput: 'changed' }),
				resource: 'user',
				additionalFields: { accountIds: 'acc-2' },
			},
			items: [{ id: 'u1' }],
		});

		expect(firstJsonOf(outcome)).toMatchObject({
			changedFields: JSON.stringify({ accountIds: change(['acc-1'], ['acc-1', 'acc-2']) }),
		});
		expect(hintsOf(outcome)).toEqual(['0 created, 1 updated, 0 unchanged, with 3 requests.']);
	});
});

describeOperation('account: a value of which Vitally still shows the old one', [
	{
		name: 'stays in the changes as it was sent, since it may be stored later',
		given: withFault(accounts({ a1: ['Old'] }), {
			kind: 'status',
			status: 200,
			body: { id: vitallyId('a1'), externalId: 'a1', name: 'Old', traits: {} },
			on: { method: 'PUT' },
		}),
		parameters: sync({}, { syncOutput: 'changed' }),
		items: [{ id: 'a1', name: 'New', traits: { plan: 'gold' } }],
		returns: [
			{
				changedFields: JSON.stringify({
					name: change('Old', 'New'),
					'traits.plan': change(null, 'gold'),
				}),
			},
		],
	},
]);

describeOperation('account: a list of which Vitally still shows the old entries', [
	{
		name: 'stays in the changes as it was sent, since it may be stored later',
		given: withFault(accounts({ a1: ['Old', { tags: ['a'] }] }), {
			kind: 'status',
			status: 200,
			body: { id: vitallyId('a1'), externalId: 'a1', name: 'Old', traits: { tags: ['a'] } },
			on: { method: 'PUT' },
		}),
		parameters: sync({}, { syncOutput: 'changed' }),
		items: [{ id: 'a1', name: 'Old', traits: { tags: ['a', 'b'] } }],
		returns: [{ changedFields: JSON.stringify({ 'traits.tags': change(['a'], ['a', 'b']) }) }],
	},
]);

describe('the number that Vitally returns for a date', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ number: 'milliseconds since 1970', old: Date.UTC(2027, 2, 1), written: '2027-03-01' },
		{ number: 'seconds since 1970', old: Date.UTC(2027, 2, 1) / 1000, written: '2027-03-01' },
		{ number: 'milliseconds before 1970', old: Date.UTC(1960, 2, 1), written: '1960-03-01' },
		{ number: 'seconds before 1970', old: Date.UTC(1960, 2, 1) / 1000, written: '1960-03-01' },
		{ number: 'the first one that counts as seconds', old: 1e8, written: '1973-03-03' },
		{ number: 'the first one that counts as milliseconds', old: 1e11, written: '1973-03-03' },
		{ number: 'one that is no time', old: 99_999_999, written: 99_999_999 },
		{ number: 'one that is beyond all dates', old: 9e15, written: 9e15 },
	])('becomes the date again if it is one: $number', async ({ old, written }) => {
		accounts({ a1: ['A', { end: '2030-01-01' }] })(sandbox());
		sandbox().faults.add({
			kind: 'status',
			status: 200,
			body: [{ path: 'end', type: 'date' }],
			on: { path: '/resources/customFields' },
		});

		await runIn(sandbox(), {
			parameters: undo(),
			items: [changed('updated', 'a1', { 'traits.end': change(old, '2030-01-01') })],
		});

		expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [{ traits: { end: written } }] });
	});
});

describeOperation('account: undo of a trait that Vitally returns as a time', [
	{
		name: 'writes it in the form of its definition',
		given: (sandbox) => {
			accounts({ a1: ['A', { end: '2027-05-01', at: '2027-05-01T08:00:00.000Z', amount: 2 }] })(
				sandbox,
			);

			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: [
					{ path: 'end', type: 'date' },
					{ path: 'at', type: 'datetime' },
					{ path: 'amount', type: 'number' },
				],
				on: { path: '/resources/customFields' },
			});
		},
		parameters: undo(),
		items: [
			changed('updated', 'a1', {
				'traits.end': change(Date.UTC(2027, 2, 1), '2027-05-01'),
				'traits.at': change(Date.UTC(2027, 2, 1, 9), '2027-05-01T08:00:00.000Z'),
				'traits.amount': change(1_800_000_000, 2),
			}),
		],
		returns: [{ result: 'restored' }],
		then: (sandbox) =>
			expect({ written: writesOf(sandbox) }).toMatchObject({
				written: [
					{
						path: `${ACCOUNTS}/${vitallyId('a1')}`,
						body: {
							traits: { end: '2027-03-01', at: '2027-03-01T09:00:00.000Z', amount: 1_800_000_000 },
						},
					},
				],
			}),
	},
]);

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { TableOutcome } from '../../nodes/Vitally/execution/operation';
import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import type { TableOptions } from '../../nodes/Vitally/sync/options';
import type { PlannedRow, TableOperationName } from '../../nodes/Vitally/sync/plan';
import { Namesakes } from '../../nodes/Vitally/sync/reading/namesakes';
import { SyncReport, type RunFacts } from '../../nodes/Vitally/sync/report/report';
import { linesOfItems } from '../engine/itemLines.cts';
import { change } from './changeCases.cts';

interface Run {
	operation?: TableOperationName;
	options?: Partial<Pick<TableOptions, 'output' | 'isDryRun' | 'findsNotInTable'>>;
	/** The rows of each record. */
	records: PlannedRow[][];
	facts?: Partial<RunFacts>;
}

function outcomeOf({ operation = 'Sync', options = {}, records, facts = {} }: Run): TableOutcome {
	const report = new SyncReport({
		planner: { operation, columnsLeftOut: new Map(), numberOf: (index) => index + 1 },
		spec: { type: accountType, labels: new Map() },
		options: { output: 'each', isDryRun: false, findsNotInTable: false, ...options },
		describe: (changes) => Object.keys(changes).join(', '),
		namesakes: new Namesakes(),
	});

	for (const rows of records) report.add(rows);

	return report.outcome({
		seconds: 1.5,
		requests: 2,
		unpaired: [],
		rowsWithSpaces: [],
		rowsNotReached: 0,
		...facts,
	});
}

const summaryOf = (run: Run): IDataObject =>
	outcomeOf({ ...run, options: { ...run.options, output: 'summary' } }).summary ?? {};

/** The lines of the items for rows, in the order of the table. */
function linesOf({ rows }: TableOutcome): string[] {
	const items = [...rows].sort(([first], [second]) => first - second);

	return linesOfItems(items.map(([, { json = {} }]) => json));
}

const unchanged = (index: number): PlannedRow => ({ index, result: 'unchanged', externalId: 'a0' });
const updated = (index: number, ...fields: string[]): PlannedRow => ({
	index,
	result: 'updated',
	externalId: `a${index + 1}`,
	changedFields: Object.fromEntries(fields.map((field) => [field, change('A', 'B')])),
});
const failed = (index: number, message = 'No', others: object = {}): PlannedRow => ({
	index,
	result: 'failed',
	externalId: `a${index + 1}`,
	error: new VitallyError(message, 'Try again.'),
	...others,
});

describe('the items of a table', () => {
	const ALL: PlannedRow[] = [
		{ index: 0, result: 'created', externalId: 'a1' },
		updated(1, 'name'),
		unchanged(2),
		{ index: 3, result: 'missing', externalId: 'a4' },
		failed(4),
		{ index: 5, result: 'skipped', externalId: 'a6' },
		{ index: 6, result: 'changedSince', externalId: 'a7', changedFields: {} },
		{ index: 7, result: 'leftInPlace', externalId: 'a8' },
	];

	it("include each row with the output 'each'", () => {
		expect(linesOf(outcomeOf({ records: ALL.map((row) => [row]) }))).toEqual([
			'row 1, a1: created',
			'row 2, a2: updated',
			'row 3, a0: unchanged',
			'row 4, a4: missing',
			'row 5, a5: failed, No',
			'row 6, a6: skipped',
			'row 7, a7: changedSince',
			'row 8, a8: leftInPlace',
		]);
	});

	it("include the rows that changed, failed or are missing with the output 'changed'", () => {
		const options = { output: 'changed' } as const;

		expect(linesOf(outcomeOf({ options, records: ALL.map((row) => [row]) }))).toEqual([
			'row 1, a1: created',
			'row 2, a2: updated',
			'row 4, a4: missing',
			'row 5, a5: failed, No',
		]);
	});

	it.each([
		{ rowsNotReached: 0, lines: [] },
		{
			rowsNotReached: 1,
			lines: ['item 0: skipped, 1 row was not reached before the execution was stopped'],
		},
		{
			rowsNotReached: 2,
			lines: ['item 0: skipped, 2 rows were not reached before the execution was stopped'],
		},
	])(
		'end with one that says that $rowsNotReached rows were not reached, if there are any',
		({ rowsNotReached, lines }) => {
			const { unpaired = [] } = outcomeOf({ records: [[unchanged(0)]], facts: { rowsNotReached } });

			expect(linesOfItems(unpaired)).toEqual(lines);
		},
	);

	it('end with the records that are not in the table, and the rows that were not reached', () => {
		const { unpaired = [] } = outcomeOf({
			records: [[unchanged(0)]],
			facts: { unpaired: [{ externalId: 'b1', result: 'notInTable' }], rowsNotReached: 1 },
		});

		expect(linesOfItems(unpaired)).toEqual([
			'b1: notInTable',
			'item 1: skipped, 1 row was not reached before the execution was stopped',
		]);
	});

	it.each<{ result: PlannedRow['result']; inDryRun: string }>([
		{ result: 'created', inDryRun: 'wouldCreate' },
		{ result: 'updated', inDryRun: 'wouldUpdate' },
		{ result: 'applied', inDryRun: 'wouldUpdate' },
		{ result: 'restored', inDryRun: 'wouldRestore' },
		{ result: 'unchanged', inDryRun: 'unchanged' },
		{ result: 'missing', inDryRun: 'missing' },
		{ result: 'alreadyApplied', inDryRun: 'alreadyApplied' },
		{ result: 'changedSince', inDryRun: 'changedSince' },
		{ result: 'skipped', inDryRun: 'skipped' },
		{ result: 'leftInPlace', inDryRun: 'leftInPlace' },
	])('call $result in a dry run $inDryRun', ({ result, inDryRun }) => {
		const records = [[{ index: 0, externalId: 'a1', result }]];

		expect(linesOf(outcomeOf({ records, options: { isDryRun: true } }))).toEqual([
			`row 1, a1: ${inDryRun}`,
		]);
		expect(linesOf(outcomeOf({ records }))).toEqual([`row 1, a1: ${result}`]);
	});

	it('show the changes that Vitally has already before those that are written', () => {
		const row = { ...updated(0, 'name'), presentFields: { mrr: change(1, 2) } };
		const { json } = outcomeOf({ records: [[row]] }).rows.get(0) ?? {};

		expect({ changes: json?.changes, changedFields: json?.changedFields }).toEqual({
			changes: 'mrr, name',
			changedFields: JSON.stringify({ mrr: change(1, 2), name: change('A', 'B') }),
		});
	});
});

describe('the error of a table', () => {
	it.each<{ title: string; records: PlannedRow[][]; error: object | undefined }>([
		{
			title: 'repeats that of the first row where all failed, whatever order they failed in',
			records: [[failed(1, 'Second')], [failed(0, 'First')]],
			error: { message: 'First', index: 0 },
		},
		{
			title: 'repeats that of the first row that was not skipped',
			records: [[{ index: 0, result: 'skipped' }], [failed(1, 'Second')]],
			error: { message: 'Second', index: 1 },
		},
		{
			title: 'does not exist where a row is unchanged',
			records: [[failed(0)], [unchanged(1)]],
			error: undefined,
		},
		{
			title: 'does not exist where a row is missing',
			records: [[failed(0)], [{ index: 1, result: 'missing' }]],
			error: undefined,
		},
		{
			title: 'does not exist where a row that failed may have been written',
			records: [[failed(0, 'Lost', { changedFields: { name: change('A', 'B') } })], [failed(1)]],
			error: undefined,
		},
		{
			title: 'does not exist where Vitally has some changes of a row that failed',
			records: [[failed(0, 'Lost', { presentFields: { name: change('A', 'B') } })], [failed(1)]],
			error: undefined,
		},
		{
			title: 'does not exist where all rows were skipped',
			records: [[{ index: 0, result: 'skipped' }]],
			error: undefined,
		},
	])('$title', ({ records, error }) => {
		for (const output of ['each', 'changed', 'summary'] as const) {
			const outcome = outcomeOf({ records, options: { output } }).error;
			const came = outcome && {
				message: (outcome.cause as Error).message,
				index: outcome.index,
			};

			expect({ output, error: came }).toEqual({ output, error });
		}
	});
});

describe('the summary of a table', () => {
	it('counts each result of a Sync, also where it is 0', () => {
		expect(summaryOf({ records: [[updated(0, 'name')]] })).toMatchObject({
			created: 0,
			updated: 1,
			unchanged: 0,
			missing: 0,
			failed: 0,
		});
	});

	it.each([
		{ count: 99, listed: 99 },
		{ count: 100, listed: 100 },
		{ count: 101, listed: 100 },
	])('lists $listed failures where $count rows failed, and counts all', ({ count, listed }) => {
		const records = Array.from({ length: count }, (_, index) => [failed(index)]);
		const summary = summaryOf({ records: [...records, [unchanged(count)]] });

		expect({
			failed: summary.failed,
			failuresListed: (summary.failures as unknown[]).length,
		}).toEqual({ failed: count, failuresListed: listed });
	});

	it('lists failures in the order of the table, each with its row, External ID, reason and advice', () => {
		const { failures } = summaryOf({
			records: [[failed(2, 'Third')], [failed(0, 'First')], [unchanged(1)]],
		});

		expect(failures).toEqual([
			{ row: 1, externalId: 'a1', reason: 'First', description: 'Try again.' },
			{ row: 3, externalId: 'a3', reason: 'Third', description: 'Try again.' },
		]);
	});

	it('lists no External ID of a failed row that names its record in another way', () => {
		const row = failed(0, 'No', { externalId: undefined, id: 'v1' });
		const { failures } = summaryOf({ records: [[row], [unchanged(1)]] });

		expect(failures).toEqual([{ row: 1, externalId: '', reason: 'No', description: 'Try again.' }]);
	});

	it('lists the fields that most records changed first, and those of as many by their names', () => {
		const { fieldsChanged } = summaryOf({
			records: [[updated(0, 'b', 'a', 'c')], [updated(1, 'c')]],
		});

		expect(fieldsChanged).toEqual([
			{ field: 'c', records: 2 },
			{ field: 'a', records: 1 },
			{ field: 'b', records: 1 },
		]);
	});

	it('lists five fields at most that records changed', () => {
		const { fieldsChanged } = summaryOf({
			records: [[updated(0, 'f', 'e', 'd', 'c', 'b', 'a')]],
		});

		expect((fieldsChanged as IDataObject[]).map(({ field }) => field)).toEqual([
			'a',
			'b',
			'c',
			'd',
			'e',
		]);
	});

	it('counts a record once in a field that two of its rows change', () => {
		const { fieldsChanged } = summaryOf({ records: [[updated(0, 'name'), updated(1, 'name')]] });

		expect(fieldsChanged).toEqual([{ field: 'name', records: 1 }]);
	});

	it('counts no created record among those of which a field changed', () => {
		const created: PlannedRow = { ...updated(0, 'name'), result: 'created' };

		expect(summaryOf({ records: [[created]] }).fieldsChanged).toEqual([]);
	});

	it.each<{ entry: string; run: Partial<Run>; value: unknown }>([
		{ entry: 'notReached', run: { facts: { rowsNotReached: 1 } }, value: 1 },
		{ entry: 'rowsWithSpaces', run: { facts: { rowsWithSpaces: [2] } }, value: [2] },
		{ entry: 'wouldStop', run: { facts: { exceededLimit: 'Too many' } }, value: 'Too many' },
		{ entry: 'dryRun', run: { options: { isDryRun: true } }, value: true },
	])('has the entry $entry only where there is something to say', ({ entry, run, value }) => {
		const records = [[unchanged(0)]];
		const others = summaryOf({ records });
		const summary = summaryOf({ records, ...run });

		expect({ [entry]: summary[entry] }).toEqual({ [entry]: value });
		expect(Object.keys(others)).not.toContain(entry);
	});

	it.each([
		{ notInTable: undefined, entry: null },
		{ notInTable: 0, entry: 0 },
		{ notInTable: 3, entry: 3 },
	])('has the number of records that are not in the table, or null: $entry', (row) => {
		const { notInTable } = summaryOf({
			records: [[unchanged(0)]],
			facts: { notInTable: row.notInTable },
		});

		expect({ notInTable }).toEqual({ notInTable: row.entry });
	});
});

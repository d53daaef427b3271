import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { accountType, organizationType } from '../../nodes/Vitally/resources/recordTypes';
import type { Result, TableOperationName } from '../../nodes/Vitally/sync/plan';
import { hintsOf } from '../../nodes/Vitally/sync/report/hints';
import { Tally } from '../../nodes/Vitally/sync/report/tally';

interface Report {
	/** How many rows have each result. */
	counts?: Partial<Record<Result, number>>;
	operation?: TableOperationName;
	isDryRun?: boolean;
	requests?: number;
	notInTable?: number;
	type?: RecordType;
	/** How many of the rows that create a record have the name of another one. */
	namesakes?: number;
}

/** The lines above the output. */
function linesOf({
	counts = {},
	operation = 'Sync',
	isDryRun = false,
	requests = 2,
	notInTable,
	type = accountType,
	namesakes = 0,
}: Report): string[] {
	const tally = new Tally();
	let number = 0;

	for (const [result, count] of Object.entries(counts) as Array<[Result, number]>) {
		for (let index = 0; index < count; index++) {
			const namesake = result === 'created' && index < namesakes ? 'other' : undefined;

			number++;
			tally.addRow(
				{ index: number, result, name: 'A', externalId: `a${number}`, namesake },
				number,
				{ reason: 'No' },
			);
		}
	}

	const facts = { requests, notInTable, rowsWithSpaces: [], rowsNotReached: 0 };
	const labels = new Map<string, string>();

	return hintsOf(tally, facts, { operation, isDryRun, type, labels, columnsLeftOut: new Map() });
}

describe('the line above the output of a table', () => {
	it.each<{ report: string; counts: Report['counts']; line: string }>([
		{
			report: 'each result of Sync in its order',
			counts: { missing: 1, failed: 2, unchanged: 3, updated: 4, created: 5 },
			line: '5 created, 4 updated, 3 unchanged, 1 not in Vitally, 2 failed, with 2 requests.',
		},
		{
			report: 'numbers from a thousand with a comma',
			counts: { created: 1000, updated: 1200, unchanged: 0 },
			line: '1,000 created, 1,200 updated, 0 unchanged, with 2 requests.',
		},
	])('has $report', ({ counts, line }) => {
		expect(linesOf({ counts })[0]).toBe(line);
	});

	it.each<{ operation: TableOperationName; line: string }>([
		{
			operation: 'Sync',
			line: '0 created, 0 updated, 0 unchanged, with 2 requests.',
		},
		{
			operation: 'Sync: Apply Changes',
			line: '0 created, 0 applied, 0 unchanged, with 2 requests.',
		},
		{ operation: 'Sync: Undo', line: '0 restored.' },
	])('names results of $operation also where there are none', ({ operation, line }) => {
		expect(linesOf({ operation })).toEqual([line]);
	});

	it.each<{ operation: TableOperationName; line: string }>([
		{ operation: 'Sync', line: 'Dry run: 0 would be created, 0 updated, 0 unchanged.' },
		{
			operation: 'Sync: Apply Changes',
			line: 'Dry run: 0 would be created, 0 applied, 0 unchanged.',
		},
		{ operation: 'Sync: Undo', line: 'Dry run: 0 would be restored.' },
	])('says of a dry run of $operation what would be done', ({ operation, line }) => {
		expect(linesOf({ operation, isDryRun: true })).toEqual([line]);
	});

	it('has the results of Sync: Apply Changes in their order', () => {
		const counts = { skipped: 1, changedSince: 2, alreadyApplied: 3, applied: 4, created: 5 };

		expect(linesOf({ operation: 'Sync: Apply Changes', counts })[0]).toBe(
			'5 created, 4 applied, 3 already applied, 0 unchanged, 2 changed since, 1 skipped, with 2 requests.',
		);
	});

	it.each([
		{
			notInTable: 1,
			line: '0 created, 0 updated, 0 unchanged, 1 not in the table, with 2 requests.',
		},
		{ notInTable: 0, line: '0 created, 0 updated, 0 unchanged, with 2 requests.' },
		{
			notInTable: 1500,
			line: '0 created, 0 updated, 0 unchanged, 1,500 not in the table, with 2 requests.',
		},
	])('counts $notInTable records that are not in the table', ({ notInTable, line }) => {
		expect(linesOf({ notInTable })).toEqual([line]);
	});

	it.each([
		{ requests: 0, counted: 'with 0 requests' },
		{ requests: 1, counted: 'with 1 request' },
		{ requests: 2, counted: 'with 2 requests' },
	])('counts $requests requests', ({ requests, counted }) => {
		expect(linesOf({ requests })).toEqual([`0 created, 0 updated, 0 unchanged, ${counted}.`]);
	});
});

describe('the further lines above the output of a table', () => {
	it.each([
		{ count: 3, rest: 'row 3 (No)' },
		{ count: 4, rest: 'row 3 (No), and 1 more' },
		{ count: 5, rest: 'row 3 (No), and 2 more' },
	])('name three of $count rows that failed, and count the others', ({ count, rest }) => {
		expect(linesOf({ counts: { failed: count } })[1]).toBe(
			`${count} failed: row 1 (No), row 2 (No), ${rest}.`,
		);
	});

	it.each([
		{ count: 3, rest: 'row 3 (A, a3)' },
		{ count: 4, rest: 'row 3 (A, a3), and 1 more' },
		{ count: 5, rest: 'row 3 (A, a3), and 2 more' },
	])(
		'name three of $count rows that are not in Vitally, and count the others',
		({ count, rest }) => {
			expect(linesOf({ counts: { missing: count } })[1]).toBe(
				`${count} not in Vitally: row 1 (A, a1), row 2 (A, a2), ${rest}.`,
			);
		},
	);

	it('count from a thousand with a comma the rows that failed and those that they do not name', () => {
		expect(linesOf({ counts: { failed: 1003 } })[1]).toBe(
			'1,003 failed: row 1 (No), row 2 (No), row 3 (No), and 1,000 more.',
		);
	});

	it('count from a thousand with a comma the rows that are not in Vitally', () => {
		expect(linesOf({ counts: { missing: 1003 } })[1]).toBe(
			'1,003 not in Vitally: row 1 (A, a1), row 2 (A, a2), row 3 (A, a3), and 1,000 more.',
		);
	});

	it.each([
		{ namesakes: 1, isDryRun: false, counted: '1 was created' },
		{ namesakes: 2, isDryRun: false, counted: '2 were created' },
		{ namesakes: 1, isDryRun: true, counted: '1 would be created' },
		{ namesakes: 2, isDryRun: true, counted: '2 would be created' },
	])('say that $counted with the name of another one', ({ namesakes, isDryRun, counted }) => {
		const rows = ['row 1 (A, other)', 'row 2 (A, other)'].slice(0, namesakes).join(', ');

		expect(linesOf({ counts: { created: 3 }, namesakes, isDryRun })[1]).toBe(
			`${counted} with the name of an account that exists: ${rows}.`,
		);
	});

	it('call a record that has the name of another one by its kind', () => {
		const report = { counts: { created: 1 }, namesakes: 1, type: organizationType };

		expect(linesOf(report)[1]).toBe(
			'1 was created with the name of an organization that exists: row 1 (A, other).',
		);
	});

	it.each([
		{ count: 1, sentence: '1 was created by the Sync and is still there: Undo deletes nothing.' },
		{
			count: 1200,
			sentence: '1,200 were created by the Sync and are still there: Undo deletes nothing.',
		},
	])('say of $count records that an undo leaves them in place', ({ count, sentence }) => {
		expect(linesOf({ operation: 'Sync: Undo', counts: { leftInPlace: count } })).toEqual([
			`0 restored. ${sentence}`,
		]);
	});
});

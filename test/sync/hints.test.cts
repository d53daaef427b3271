import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { accountType, organizationType } from '../../nodes/Vitally/resources/recordTypes';
import type { Result, TableOperationName } from '../../nodes/Vitally/sync/plan';
import { hintsOf, type HintFacts } from '../../nodes/Vitally/sync/report/hints';
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
	/** Fields of which Vitally stored another value, in each row. */
	storedOtherwise?: string[];
	facts?: Partial<HintFacts>;
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
	storedOtherwise,
	facts: otherFacts = {},
}: Report): string[] {
	const tally = new Tally();
	let number = 0;

	for (const [result, count] of Object.entries(counts) as Array<[Result, number]>) {
		for (let index = 0; index < count; index++) {
			const namesake = result === 'created' && index < namesakes ? 'other' : undefined;

			number++;
			const externalId = `a${number}`;
			const row = { index: number, result, name: 'A', externalId, namesake, storedOtherwise };

			tally.addRow(row, number, { reason: 'No' });
			tally.countFields([row]);
		}
	}

	const facts = { requests, notInTable, rowsWithSpaces: [], rowsNotReached: 0, ...otherFacts };
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

	it('name rows in the order of the table, whichever failed first', () => {
		const tally = new Tally();

		for (const row of [3, 1, 2]) {
			tally.addRow({ index: row - 1, result: 'failed' }, row, { reason: 'No' });
		}

		const facts = { requests: 2, rowsWithSpaces: [], rowsNotReached: 0 };
		const [, line] = hintsOf(tally, facts, {
			operation: 'Sync',
			isDryRun: false,
			type: accountType,
			labels: new Map(),
			columnsLeftOut: new Map(),
		});

		expect(line).toBe('3 failed: row 1 (No), row 2 (No), row 3 (No).');
	});

	it('count from a thousand with a comma the rows that failed and those that they do not name', () => {
		expect(linesOf({ counts: { failed: 1003 } })[1]).toBe(
			'1,003 failed: row 1 (No), row 2 (No), row 3 (No), and 1,000 more.',
		);
	});

	it.each([
		{ by: 'its External ID', names: { name: 'A', externalId: 'a1' }, text: 'A, a1' },
		{ by: 'its Vitally ID', names: { name: 'A', id: 'v1' }, text: 'A, v1' },
		{ by: 'its email address', names: { name: 'A', email: 'a@b.example' }, text: 'A, a@b.example' },
		{ by: 'an ID without a name', names: { externalId: 'a1' }, text: 'a1' },
	])('name a row that is not in Vitally by $by', ({ names, text }) => {
		const tally = new Tally();

		tally.addRow({ index: 0, result: 'missing', ...names }, 1, {});
		const facts = { requests: 2, rowsWithSpaces: [], rowsNotReached: 0 };
		const [, line] = hintsOf(tally, facts, {
			operation: 'Sync',
			isDryRun: false,
			type: accountType,
			labels: new Map(),
			columnsLeftOut: new Map(),
		});

		expect(line).toBe(`1 not in Vitally: row 1 (${text}).`);
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

	it.each<{ operation: TableOperationName; count: number; counted: string }>([
		{ operation: 'Sync: Undo', count: 1, counted: '1 skipped: the Sync had not written it' },
		{ operation: 'Sync: Undo', count: 2, counted: '2 skipped: the Sync had not written them' },
		{ operation: 'Sync: Apply Changes', count: 1, counted: '1 skipped, with 2 requests' },
	])('say of $count rows that $operation skipped: $counted', ({ operation, count, counted }) => {
		const [line] = linesOf({ operation, counts: { skipped: count } });

		expect(line.slice(-counted.length - 1)).toBe(`${counted}.`);
	});

	it.each<{ operation: TableOperationName; result: Result }>([
		{ operation: 'Sync', result: 'created' },
		{ operation: 'Sync', result: 'updated' },
		{ operation: 'Sync: Apply Changes', result: 'created' },
		{ operation: 'Sync: Apply Changes', result: 'applied' },
		{ operation: 'Sync: Undo', result: 'restored' },
	])(
		'say that Vitally stored another value of a record that $operation returns as $result',
		({ operation, result }) => {
			const report = { operation, counts: { [result]: 1 }, storedOtherwise: ['name'] };

			expect(linesOf(report)[1] ?? 'no further line').toBe(
				"Vitally stored another value for 'Name' in 1 record.",
			);
		},
	);

	it.each([
		{ count: 1, records: '1 record' },
		{ count: 2, records: '2 records' },
		{ count: 1200, records: '1,200 records' },
	])('count $records of which Vitally stored another value', ({ count, records }) => {
		expect(linesOf({ counts: { updated: count }, storedOtherwise: ['name'] })[1]).toBe(
			`Vitally stored another value for 'Name' in ${records}.`,
		);
	});

	it('name the first five fields of which Vitally stored another value', () => {
		const storedOtherwise = ['one', 'two', 'three', 'four', 'five', 'six'];

		expect(linesOf({ counts: { updated: 1 }, storedOtherwise })[1]).toBe(
			"Vitally stored another value for 'One' in 1 record, 'Two' in 1 record, 'Three' in 1 record, 'Four' in 1 record, 'Five' in 1 record.",
		);
	});

	it.each<{ what: string; facts: Partial<HintFacts>; line: string }>([
		{
			what: 'the limit that a dry run exceeds',
			facts: { exceededLimit: 'Sync would change too much' },
			line: 'Sync would change too much.',
		},
		{
			what: 'one row that was not reached',
			facts: { rowsNotReached: 1 },
			line: '1 row was not reached before the execution was stopped.',
		},
		{
			what: 'two rows that were not reached',
			facts: { rowsNotReached: 2 },
			line: '2 rows were not reached before the execution was stopped.',
		},
		{
			what: 'one row with a space at its External ID',
			facts: { rowsWithSpaces: [7] },
			line: 'The External ID begins or ends with a space, which makes it another External ID. Rows: 7.',
		},
	])('name $what', ({ facts, line }) => {
		expect(linesOf({ counts: { updated: 1 }, facts })[1] ?? 'no further line').toBe(line);
	});

	it.each([
		{ count: 20, named: 20 },
		{ count: 21, named: 20 },
	])('name $named of $count rows with a space at their External ID', ({ count, named }) => {
		const rowsWithSpaces = Array.from({ length: count }, (_, index) => index + 1);
		const rows = rowsWithSpaces.slice(0, named).join(', ');

		expect(linesOf({ facts: { rowsWithSpaces } })[1]).toBe(
			`The External ID begins or ends with a space, which makes it another External ID. Rows: ${rows}.`,
		);
	});

	it('name what failed before what is missing, what has the name of another one, and what is stored otherwise', () => {
		const report = {
			counts: { missing: 1, created: 1, failed: 1 },
			namesakes: 1,
			storedOtherwise: ['name'],
			facts: { rowsWithSpaces: [1], exceededLimit: 'Too many', rowsNotReached: 1 },
		};

		expect(linesOf(report).slice(1)).toEqual([
			'1 failed: row 3 (No).',
			'1 not in Vitally: row 1 (A, a1).',
			'1 was created with the name of an account that exists: row 2 (A, other).',
			"Vitally stored another value for 'Name' in 3 records.",
			'The External ID begins or ends with a space, which makes it another External ID. Rows: 1.',
			'Too many.',
			'1 row was not reached before the execution was stopped.',
		]);
	});
});

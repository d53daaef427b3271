import { read } from '../docs/docFiles.cts';
import type { Cell, Kind } from '../fixtures/cells/cell.cts';
import { CELLS } from '../fixtures/cells/index.cts';
import { expectedOf } from './cellEntries.cts';

/** The kinds of fields, by the heads of the tables. */
const KIND_OF: Record<string, Kind> = {
	String: 'text',
	Number: 'number',
	Boolean: 'boolean',
	Date: 'date',
	'Multi-Select': 'list',
	'External ID': 'id',
	Email: 'email',
};

/** Each field of the tables of cells: what is in the cell, and what the page says that Vitally gets. */
const FIELDS = tablesIn(read('docs/traits.md')).flatMap(({ head, rows }) =>
	rows.flatMap(([inCell, ...values]) =>
		values.map((says, index) => ({ inCell, type: head[index + 1], says })),
	),
);

interface Table {
	head: string[];
	rows: string[][];
}

/** Returns the tables that begin with a column for the cell. */
function tablesIn(page: string): Table[] {
	const tables = page.split(/\n\n/).filter((paragraph) => paragraph.startsWith('| In the cell'));

	return tables.map((table) => {
		const [head, , ...rows] = table.trim().split('\n').map(fieldsIn);

		return { head, rows };
	});
}

function fieldsIn(line: string): string[] {
	return line
		.split('|')
		.slice(1, -1)
		.map((field) => field.trim());
}

/** Finds the cell of the corpus that the page shows, as text or as JSON. */
function findCell(inCell: string): Cell | undefined {
	const [, code] = /`([^`]+)`/.exec(inCell) ?? [];
	const isOther = !inCell.endsWith('`');
	const texts = CELLS.filter(({ cell }) => cell === code);
	const others = CELLS.filter(
		({ cell }) => typeof cell !== 'string' && JSON.stringify(cell) === code,
	);

	return isOther ? (others[0] ?? texts[0]) : texts[0];
}

/** Writes what is sent as the page does: a day without its time, the entries of a list with 'and' between them. */
function write(expected: object): string {
	if (!('sent' in expected)) return 'error';

	return [expected.sent]
		.flat()
		.map((value) => `\`${String(value).replace(/T00:00:00\.000Z$/, '')}\``)
		.join(' and ');
}

describe('the tables of cells in docs/traits.md', () => {
	it.each(FIELDS)(
		'show what Vitally gets of $inCell in the column $type',
		({ inCell, type, says }) => {
			const cell = findCell(inCell);

			expect(cell).toBeDefined();
			expect(write(expectedOf(cell as Cell, KIND_OF[type], { way: 'the form', runs: {} }))).toBe(
				says,
			);
		},
	);
});

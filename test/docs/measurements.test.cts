import { moreThan } from '../fixtures/bounds.cts';
import { read } from './docFiles.cts';

interface Measurement {
	page: string;
	/** The sentence or the part of one that quotes the number, with the number as `#`. */
	says: string;
	section: string;
	/** The first cells of the row. */
	row: string[];
	column: string;
}

/** Every number of a page that bench/results.md has too. */
const QUOTED: Measurement[] = [
	{
		page: 'docs/sync.md',
		says: 'a table of # rows of which',
		section: 'A table of accounts, synced',
		row: ['3 % changed'],
		column: 'rows',
	},
	{
		page: 'docs/sync.md',
		says: 'of which # had changed',
		section: 'A table of accounts, synced',
		row: ['3 % changed'],
		column: 'differing',
	},
	{
		page: 'docs/sync.md',
		says: 'had changed took # requests',
		section: 'A table of accounts, synced',
		row: ['3 % changed', '10000', '12000', 'Sync'],
		column: 'requests',
	},
	{
		page: 'docs/sync.md',
		says: '_Create or Update_ took #',
		section: 'A table of accounts, synced',
		row: ['3 % changed', '10000', '12000', 'Create or Update'],
		column: 'requests',
	},
	{
		page: 'docs/trigger.md',
		says: 'With one watched field it is # MB',
		section: 'Trigger on 100,000 accounts',
		row: ['traits.plan', 'idle'],
		column: 'state in MB',
	},
	{
		page: 'docs/trigger.md',
		says: 'with three it is # MB',
		section: 'Trigger on 100,000 accounts',
		row: ['healthScore, mrr, traits.plan', 'idle'],
		column: 'state in MB',
	},
	{
		page: 'docs/trigger.md',
		says: 'took # and',
		section: 'Trigger on 100,000 accounts',
		row: ['traits.plan', 'idle'],
		column: 'seconds',
	},
	{
		page: 'docs/trigger.md',
		says: 'and # seconds',
		section: 'Trigger on 100,000 accounts',
		row: ['healthScore, mrr, traits.plan', 'idle'],
		column: 'seconds',
	},
];

const cellsOf = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

/** The value of the first row that begins with the cells. */
function measured({ section, row, column }: Measurement): number {
	const [, text = ''] = read('bench/results.md').split(`## ${section}\n`);
	const [head, , ...rows] = text
		.split('\n## ')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map(cellsOf);
	const cells = rows.find((line) => row.every((cell, index) => line[index] === cell)) ?? [];

	return Number(cells[head.indexOf(column)]);
}

/** The number in the page, in the place of `#`. */
function quoted({ page, says }: Measurement): number {
	const [before, after] = says
		.split('#')
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
	const [, number = ''] = new RegExp(`${before}([\\d,.]*\\d)${after}`).exec(read(page)) ?? [];

	return Number(number.replaceAll(',', ''));
}

it.each(QUOTED)('$page quotes bench/results.md: $says', (measurement) => {
	expect({ measured: measured(measurement) }).toEqual({ measured: moreThan(0) });
	expect(quoted(measurement)).toBe(measured(measurement));
});

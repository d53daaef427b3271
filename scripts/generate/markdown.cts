/** Writes a table as prettier formats it: each column as wide as its widest cell. */
export function table(columns: string[], rows: string[][]): string {
	const cells = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = columns.map((_, index) => Math.max(3, ...cells.map((row) => row[index].length)));
	const line = (row: string[], fill = ' ') =>
		`| ${row.map((cell, index) => cell.padEnd(widths[index], fill)).join(' | ')} |`;
	const [head, ...body] = cells.map((row) => line(row));
	const noCells = columns.map(() => '');

	return [head, line(noCells, '-'), ...body].join('\n');
}

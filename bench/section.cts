import { table } from '../scripts/generate/markdown.cts';

/** One table of `results.md`. */
export interface Section {
	title: string;
	/** What was measured, against what, and how to read it; plain Markdown. */
	intro: string;
	rows: Array<Record<string, string | number>>;
}

/** Writes a table in Markdown; the keys of the first row are its columns. */
export function asMarkdown({ title, intro, rows }: Section): string {
	const columns = Object.keys(rows[0]);
	const cells = rows.map((row) => columns.map((column) => String(row[column])));

	return [`## ${title}`, '', intro, '', table(columns, cells), ''].join('\n');
}

export function rounded(value: number, digits = 2): number {
	return Number(value.toFixed(digits));
}

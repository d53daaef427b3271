/** The result of one scenario on one scheduler. */
export interface Row {
	scheduler: string;
	event: string;
	scenario: string;
	changes: number;
	lost: number;
	repeated: number;
}

/** Markdown, laid out as prettier does. */
export function tableOf(rows: Row[]): string {
	const head = ['Scheduler', 'Event', 'Changes made', 'Changes', 'Events lost', 'Events repeated'];
	const cells = rows.map(({ scheduler, event, scenario, changes, lost, repeated }) =>
		[scheduler, event, scenario, changes, lost, repeated].map(String),
	);
	const widths = head.map((title, column) =>
		Math.max(title.length, ...cells.map((row) => row[column].length)),
	);
	const line = (row: string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
		'\n',
	);
}

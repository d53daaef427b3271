interface Row {
	/** The number of cells that have begun. */
	cells: number;
	/** The number of cells that have begun since the last text. */
	newCells: number;
	hasText: boolean;
	/** Whether the cell that began last has text. */
	cellHasText: boolean;
	/** Whether a cell has several lines: each cell then begins a line. */
	isSplit: boolean;
	hasEnded: boolean;
	/** The separators of cells by their index in the output, and what replaces each of them if the row is split. */
	separators: Array<{ index: number; insteadIfSplit: string }>;
}

const newRow = (): Row => ({
	cells: 0,
	newCells: 0,
	hasText: false,
	cellHasText: false,
	isSplit: false,
	hasEnded: false,
	separators: [],
});

/**
 * The rows of tables, for which Vitally supports no tags: a row becomes a line with `|` between its cells. If a
 * cell has several lines, as in mails whose layout is a table, each cell begins a line.
 */
export class TableRows {
	/** The row of each open table, the outermost first. */
	private readonly rows: Row[] = [];
	/** The rows before this index have text in their last cell. */
	private marked = 0;
	/** Rows that are in one line so far. */
	private unsplit: Row[] = [];
	/** Rows with new cells, the outermost first. */
	private withNewCells: Row[] = [];

	/** @param pieces the output, in which separators change if their row turns out to have several lines */
	constructor(private readonly pieces: string[]) {}

	get isInCell(): boolean {
		return (this.rows.at(-1)?.cells ?? 0) > 0;
	}

	/** Whether nothing was written since a cell began, so that a line break would only split its row. */
	get isAtCellStart(): boolean {
		return isAtStart(this.rows.at(-1));
	}

	/** Whether nothing was written since the cell began that the innermost table is in. */
	get isTableAtCellStart(): boolean {
		return isAtStart(this.rows.at(-2));
	}

	startTable(): void {
		this.rows.push(newRow());
	}

	endTable(): void {
		const row = this.rows.pop();
		if (row) endRow(row);

		this.marked = Math.min(this.marked, this.rows.length);
	}

	startRow(): void {
		if (this.rows.length === 0) return;

		this.endTable();
		this.startTable();
	}

	/** @returns what stands between the last cell and this one */
	startCell(): 'line' | 'separator' | undefined {
		const row = this.rows.at(-1);
		if (!row) return undefined;

		row.cells++;
		row.cellHasText = false;
		this.marked = Math.min(this.marked, this.rows.length - 1);

		if (row.isSplit) return 'line';
		if (row.cells === 1) return undefined;

		row.newCells++;
		if (row.newCells === 1) this.withNewCells.push(row);

		return row.hasText ? 'separator' : undefined;
	}

	/**
	 * Writes the separators of the cells that have begun since the last text.
	 *
	 * @param lineBreak what stands in their place if their row is split
	 */
	writeSeparators(lineBreak: string): boolean {
		let isWritten = false;

		for (const row of this.withNewCells) {
			if (row.newCells === 0) continue;

			const separators = ' |'.repeat(row.newCells).trimStart();

			row.separators.push({
				index: this.pieces.length,
				insteadIfSplit: row.hasText ? lineBreak : '',
			});
			this.pieces.push(row.hasText ? ` ${separators} ` : `${separators} `);
			row.newCells = 0;
			isWritten = true;
		}

		this.withNewCells = [];

		return isWritten;
	}

	/** Notes that text was written. */
	markText(): void {
		for (; this.marked < this.rows.length; this.marked++) {
			const row = this.rows[this.marked];
			if (!row.hasText && !row.isSplit) this.unsplit.push(row);

			row.hasText = true;
			row.cellHasText = true;
		}
	}

	/** Notes that a line break was written, and splits the rows that have begun on the line before. */
	markLineBreak(): void {
		for (const row of this.unsplit) {
			if (!row.hasEnded) this.split(row);
		}

		this.unsplit = [];
	}

	private split(row: Row): void {
		row.isSplit = true;
		row.newCells = 0;

		for (const { index, insteadIfSplit } of row.separators) this.pieces[index] = insteadIfSplit;
	}
}

function isAtStart(row: Row | undefined): boolean {
	return row !== undefined && row.cells > 0 && !row.cellHasText;
}

function endRow(row: Row): void {
	row.hasEnded = true;
	row.newCells = 0;
}

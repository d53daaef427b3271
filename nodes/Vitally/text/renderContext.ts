/** The state that the rules share while one text is rendered. */
export class RenderContext {
	/** Prefix of each line in a quote, for which Vitally supports no tag. */
	quote = '';
	/** Tags of the open lists, '' for one that is rendered as lines. */
	readonly lists: string[] = [];
	/** The number of an item, until its first block begins. */
	marker = '';
	/** Whether the next block is the first one of an `li`, which is written without `p`. */
	isItemStart = false;
	isParagraph = false;
	readonly depth = { strong: 0, em: 0 };
	linkTitle: string | null = null;
	row = 0;
	cell = 0;
	columns = 0;
	/** The cells of a row for which the head has no column. */
	extraCells: string[] = [];

	constructor(
		/** The lines of the Markdown. */
		readonly lines: string[],
		/** Collects the unsupported HTML that is removed. */
		readonly unsupported: Set<string>,
	) {}
}

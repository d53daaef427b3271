import { escapeHtml, preserveSpaces } from '../markdownParser';
import { decodeEntities } from './entities';
import { ALLOWED_ATTRIBUTES, BLOCKS, KEPT_BLOCKS } from './htmlElements';
import { LineWriter, type InlineStyle } from './lineWriter';
import { listMarker, readListNumbering, readWholeNumber, type ListNumbering } from './listNumbers';

/** A tag of cleaned HTML, or the text between two of them. */
const PIECE = /<(\/?)([a-z\d]+)((?: [^<>]*)?)>|[^<]{1,8000}/g;

const ATTRIBUTE = / ([^\s=]+)="([^"]*)"/g;

/** White space as HTML has it, which is a space wherever it stands. */
const SPACES = /[ \t\r\n\f]+/g;

/** Text that HTML has in an empty cell. */
const NO_BREAK_SPACES = /^\u00a0+$/;

/** Elements that stand between words with a space before and after them. */
const SPACED_ELEMENTS = new Set(
	'audio button canvas iframe input map meter object output progress rt svg video'.split(' '),
);

/** Elements that look like another one, which Vitally keeps. */
const SAME_LOOK = new Map([
	['ins', 'u'],
	['kbd', 'code'],
	['samp', 'code'],
	['tt', 'code'],
	['menu', 'ul'],
	['dir', 'ul'],
	['strike', 's'],
	['del', 's'],
]);

const HEADING = /^h[1-6]$/;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** The name under which the positions of blocks are remembered that began in a paragraph. */
const PARAGRAPH_ENDED = '(paragraph ended)';

const CELLS = ['td', 'th'];
const LISTS = ['ul', 'ol', 'nl'];

/** The open elements that an element ends as it begins, unless one of `unlessIn` is open inside of them. */
const ENDS_BEFORE: ReadonlyMap<string, { ends: string[]; unlessIn: string[] }> = new Map([
	['li', { ends: ['li'], unlessIn: [...LISTS, ...CELLS] }],
	['dt', { ends: ['dt', 'dd'], unlessIn: ['dl', ...CELLS] }],
	['dd', { ends: ['dt', 'dd'], unlessIn: ['dl', ...CELLS] }],
	['option', { ends: ['option'], unlessIn: ['select', ...CELLS] }],
	['tr', { ends: ['tr'], unlessIn: ['table'] }],
	['td', { ends: CELLS, unlessIn: ['table', 'tr'] }],
	['th', { ends: CELLS, unlessIn: ['table', 'tr'] }],
]);

/** Parts of a table, whose closing tags may end a cell. Others have no effect on what is outside the cell. */
const PARTS_OF_TABLES = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);

/** Parts of a table whose content begins a line. */
const ROWS = new Set(['caption', 'tbody', 'thead', 'tfoot', 'tr']);

const WORD = /^[\p{L}\p{N}]+$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Signs for elements within a line: `10^6`, `H_2O`, `~~00~~`, `"quoted"`. */
const SIGNS: ReadonlyMap<string, InlineStyle> = new Map(
	[
		{ name: 'sup', signsAround: (text: string) => signsOfIndex('^', text), endsWord: true },
		{ name: 'sub', signsAround: (text: string) => signsOfIndex('_', text), endsWord: true },
		{ name: 's', signsAround: () => ({ start: '~~', end: '~~' }) },
		{ name: 'q', signsAround: () => ({ start: '"', end: '"' }) },
	].map((style) => [style.name, style]),
);

/** The style of headings and of heads of tables, within their line. */
const BOLD: InlineStyle = {
	name: 'bold',
	signsAround: () => ({ start: '<strong>', end: '</strong>' }),
};

interface Block {
	name: string;
	/** Whether it began in a paragraph, which it has ended. */
	hasEndedParagraph: boolean;
	/** Whether its tags are written. */
	isKept: boolean;
	/** The numbering of a list whose numbers are written as text. */
	numbering?: ListNumbering;
	items: number;
}

/**
 * Lays out cleaned HTML with the tags that Vitally supports alone, in steps. What it does not support becomes lines
 * and signs: a row of a table a line, a heading a bold line, a quote lines that begin with `>`.
 *
 * @param html of `HtmlCleaner`, or of the renderer of Markdown
 * @returns HTML without spaces that do not show, '' for HTML that shows nothing
 */
export function* layOutHtml(html: string): Generator<void, string> {
	const layout = new HtmlLayout();

	for (const match of html.matchAll(PIECE)) {
		const [source, slash, name, attributes] = match;

		if (name === undefined) layout.addText(source);
		else if (slash) layout.close(name);
		else layout.open(name, attributes);

		yield;
	}

	return layout.finish();
}

class HtmlLayout {
	private readonly writer = new LineWriter();
	private readonly blocks: Block[] = [];
	/** The positions of open blocks, by name. */
	private readonly positions = new Map<string, number[]>();
	/** Whether the next text is the first of a `pre`, whose first line break does not show. */
	private isStartOfPre = false;

	finish(): string {
		this.closeBlocks(0);

		return this.writer.finish();
	}

	addText(text: string): void {
		if (this.isOpen('pre') || this.isOpen('textarea')) {
			this.addLines(text);

			return;
		}

		const collapsed = text.replace(SPACES, ' ');

		// The spaces of code are part of it.
		if (this.writer.isOpen('code') && collapsed !== '') {
			this.writer.write(collapsed);

			return;
		}

		const words = collapsed.replace(/^ | $/g, '');
		if (collapsed.startsWith(' ')) this.writer.addSpace();

		if (this.writer.rows.isInCell && NO_BREAK_SPACES.test(words)) this.writer.addSpace();
		else if (words !== '') this.writer.write(words);

		if (collapsed.endsWith(' ')) this.writer.addSpace();
	}

	open(name: string, attributes: string): void {
		const shown = SAME_LOOK.get(name) ?? name;
		const sign = SIGNS.get(shown);

		if (shown === 'br') this.breakLine();
		else if (shown === 'hr') this.addRule();
		else if (shown === 'img') this.writer.write(`<img${attributes}>`);
		else if (shown === 'input') this.addInput(attributes);
		else if (BLOCKS.has(shown)) this.openBlock(shown, attributes);
		else if (SPACED_ELEMENTS.has(shown)) this.writer.addSpace();
		else if (sign) this.writer.openInline(sign, this.blocks.length);
		else if (ALLOWED_ATTRIBUTES.has(shown)) this.openInline(shown, attributes);
	}

	close(name: string): void {
		const shown = SAME_LOOK.get(name) ?? name;

		// Browsers read `</br>` as a line break, too.
		if (shown === 'br') this.breakLine();
		else if (BLOCKS.has(shown)) this.closeBlock(shown);
		else if (SPACED_ELEMENTS.has(shown)) this.writer.addSpace();
		else this.writer.closeInline(shown);
	}

	/** Adds text whose spaces and line breaks show. */
	private addLines(text: string): void {
		const lines = text.split(/\r\n?|\n/);
		if (this.isStartOfPre && lines[0] === '') lines.shift();

		this.isStartOfPre = false;

		lines.forEach((line, index) => {
			if (index > 0) this.breakLine();
			if (line !== '') this.writer.write(preserveSpaces(line));
		});
	}

	private breakLine(): void {
		// A cell that begins with a line break, or has nothing else, shows none.
		if (this.writer.rows.isInCell) this.endLine();
		else this.writer.breakLine();
	}

	private endLine(): void {
		if (!this.writer.rows.isAtCellStart) this.writer.endLine();
	}

	private addRule(): void {
		this.endParagraph();
		this.endLine();
		this.writer.write('---');
		this.endLine();
	}

	private addInput(source: string): void {
		const attributes = readAttributes(source);
		const type = attributes.get('type');
		const mark = attributes.has('checked') ? '[x]' : '[ ]';
		const isBox = type === 'checkbox' || type === 'radio';
		const shown = isBox ? mark : escapeHtml(attributes.get('value') ?? '');

		this.writer.addSpace();
		if (shown !== '' && type !== 'hidden' && type !== 'password') this.writer.write(shown);

		this.writer.addSpace();
	}

	private openInline(name: string, attributes: string): void {
		// There is no link in a link.
		if (name === 'a') this.writer.closeInline('a');

		const signs = { start: `<${name}${attributes}>`, end: `</${name}>` };
		const isKeptEmpty = attributes.includes(' href=');

		this.writer.openInline({ name, signsAround: () => signs, isKeptEmpty }, this.blocks.length);
	}

	private openBlock(name: string, attributes: string): void {
		const { rows } = this.writer;
		const isOutsideTable = PARTS_OF_TABLES.has(name) && name !== 'table' && !this.isOpen('table');

		if (isOutsideTable) {
			this.separatePart(name);

			return;
		}

		const hasEndedParagraph = this.endBefore(name);
		const numbering = name === 'ol' ? readListNumbering(readAttributes(attributes)) : undefined;
		const list = this.blocks[this.positionOf(LISTS)];

		const isPartOfCell = rows.isInCell && (name === 'p' || name === 'div');
		const isNumberedLine = name === 'li' && list?.numbering !== undefined;
		const isKept = KEPT_BLOCKS.has(name) && !isPartOfCell && !numbering && !isNumberedLine;

		if (isKept) this.writer.writeBlockTag(`<${name}>`);
		else this.separatePart(name);

		this.push({ name, hasEndedParagraph, isKept, numbering, items: 0 });
		this.enter(name);

		if (name === 'li' && list) this.startItem(list, readAttributes(attributes).get('value'));
	}

	/** Prepares the writer for the content of a block that begins. */
	private enter(name: string): void {
		const { writer } = this;

		if (name === 'blockquote') writer.quotes++;
		if (name === 'pre' || name === 'textarea') this.isStartOfPre = true;
		if (name === 'table') writer.rows.startTable();
		if (name === 'tr') writer.rows.startRow();
		if (CELLS.includes(name)) writer.startCell();
		if (name === 'th' || HEADING.test(name)) writer.openInline(BOLD, this.blocks.length);
	}

	private startItem(list: Block, value: string | undefined): void {
		const { writer } = this;
		const number = readWholeNumber(value);

		list.items++;

		if (list.numbering) {
			if (number !== undefined) list.numbering.next = number;

			this.endMarkedLine();
			writer.marker = listMarker(list.numbering);
			list.numbering.next++;
		} else if (number !== undefined && number !== list.items && list.name === 'ol') {
			// The list itself shows another number.
			writer.marker = `${number}.`;
		}
	}

	/** Ends the line of an item that has a number and no text: what follows is no part of the item. */
	private endMarkedLine(): void {
		if (!this.writer.marker) return;

		this.writer.writeMarker();
		this.writer.endLine();
	}

	/**
	 * Ends what HTML ends at the beginning of an element.
	 *
	 * @returns whether a paragraph was ended
	 */
	private endBefore(name: string): boolean {
		const { ends = [], unlessIn = [] } = ENDS_BEFORE.get(name) ?? {};
		const position = this.positionOf(ends);
		if (position > this.positionOf(unlessIn)) this.closeBlocks(position);

		const isPartOfTable = PARTS_OF_TABLES.has(name) && name !== 'table';

		return !isPartOfTable && this.endParagraph();
	}

	/** Ends the open paragraph, because a paragraph contains no other block. */
	private endParagraph(): boolean {
		const position = this.positionOf(['p']);
		const isEnding = position > this.positionOf(['table', ...CELLS]);
		if (isEnding) this.closeBlocks(position);

		return isEnding;
	}

	private closeBlock(name: string): void {
		const position = this.positionOf(HEADING.test(name) ? HEADINGS : [name]);
		const limit = this.positionOf(PARTS_OF_TABLES.has(name) ? ['table'] : CELLS);

		if (name === 'table' ? position !== -1 : position > limit) {
			this.closeBlocks(position);
		} else if (name === 'p' && this.positionOf([PARAGRAPH_ENDED]) > limit) {
			// `Use <h1> for titles` is a paragraph of Markdown: the heading ends with it.
			this.closeBlocks(this.positionOf([PARAGRAPH_ENDED]));
		} else {
			this.separatePart(name);
		}
	}

	/** Separates the content of a block that is left out from the text around it. */
	private separatePart(name: string): void {
		const { writer } = this;

		if (CELLS.includes(name)) writer.addSpace();
		else if (!ROWS.has(name)) this.endLine();
		else if (!writer.rows.isTableAtCellStart) writer.endLine();
	}

	/** Closes all blocks from a position on, the last one first. */
	private closeBlocks(position: number): void {
		while (this.blocks.length > position) {
			const block = this.blocks[this.blocks.length - 1];

			this.writer.endInlinesOf(this.blocks.length);
			this.blocks.pop();
			this.positions.get(block.name)?.pop();
			if (block.hasEndedParagraph) this.positions.get(PARAGRAPH_ENDED)?.pop();

			this.leave(block);
		}
	}

	private leave({ name, isKept }: Block): void {
		const { writer } = this;

		if (name === 'table') writer.rows.endTable();
		if (name === 'li') this.endMarkedLine();
		if (name === 'blockquote') writer.quotes--;

		if (isKept) writer.writeBlockTag(`</${name}>`);
		else this.separatePart(name);
	}

	private push(block: Block): void {
		this.rememberPosition(block.name);
		if (block.hasEndedParagraph) this.rememberPosition(PARAGRAPH_ENDED);

		this.blocks.push(block);
	}

	private rememberPosition(name: string): void {
		const positions = this.positions.get(name) ?? [];

		positions.push(this.blocks.length);
		this.positions.set(name, positions);
	}

	private isOpen(name: string): boolean {
		return this.positionOf([name]) !== -1;
	}

	/** Returns the position of the innermost open block with one of the names, -1 without one. */
	private positionOf(names: readonly string[]): number {
		return Math.max(-1, ...names.map((name) => this.positions.get(name)?.at(-1) ?? -1));
	}
}

/** Returns the signs of `10^6`, with parentheses around several words. */
function signsOfIndex(sign: string, text: string): { start: string; end: string } {
	if (WORD.test(text) || text.startsWith('[')) return { start: sign, end: '' };
	if (HAS_WORD.test(text)) return { start: `${sign}(`, end: ')' };

	return { start: '', end: '' };
}

function readAttributes(source: string): Map<string, string> {
	return new Map(
		[...source.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, decodeEntities(value)]),
	);
}

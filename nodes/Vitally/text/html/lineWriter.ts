import { TableRows } from './tableRows';

/** An element within a line, or a sign around text, for which Vitally supports no tag. */
interface InlineElement {
	name: string;
	/** Returns what begins and what ends the element, which depends on the first text in it. */
	signsAround(text: string): { start: string; end: string };
	/** The number of blocks in which it began; it ends with the innermost of them. */
	blocks: number;
	/** The number of open elements of the same name inside it, which have no effect. */
	inner: number;
	/** Whether it is `10^6`, whose end another number or word must not touch. */
	endsWord?: boolean;
	/** Whether it is written without a text in it, too. */
	isKeptEmpty?: boolean;
	/** What ends the element; it is known as soon as its start is written. */
	writtenEnd: string;
}

export type InlineStyle = Pick<InlineElement, 'name' | 'signsAround' | 'endsWord' | 'isKeptEmpty'>;

const CODE = { start: '<code>', end: '</code>' };

/** The start of a line in a quote, for which Vitally supports no tag. */
const QUOTE = '&gt; ';

/** Deeper quotes look like this one, so that the start of a line has a limit. */
const MAX_QUOTES = 10;

const NUMBER_AT_BOTH_ENDS = /\d\n\d/;
const LETTER_AT_BOTH_ENDS = /\p{L}\n\p{L}/u;

/**
 * Writes the lines of a text as HTML. Gaps are written before the text behind them, so that no line begins or ends with
 * a space or a line break that belongs to nothing.
 */
export class LineWriter {
	readonly rows: TableRows;
	/** The number of open quotes. */
	quotes = 0;
	/** The number of an item, until its text begins. */
	marker = '';
	private readonly pieces: string[] = [];
	private readonly inlines: InlineElement[] = [];
	/** The number of elements whose start is written: the first ones of `inlines`. */
	private writtenInlines = 0;
	private gap: 'none' | 'space' | 'line' = 'none';
	private lineHasText = false;
	/** The end of the text that was written last. */
	private lastCharacter = '';
	/** The last character of a word that must not be continued. */
	private endOfWord = '';

	constructor() {
		this.rows = new TableRows(this.pieces);
	}

	finish(): string {
		this.closeWritten(0);

		return this.pieces.join('');
	}

	/** Ends the line before the next text, if the line has text. */
	endLine(): void {
		this.gap = 'line';
	}

	/** Separates the next word by a space. */
	addSpace(): void {
		if (this.gap === 'none') this.gap = 'space';
	}

	/** Writes a line break, even after another one. */
	breakLine(): void {
		if (this.gap === 'line' && this.lineHasText) this.writeBreak();

		// The empty lines of code are part of it.
		if (this.isOpen('code')) this.openInlines('');

		this.writeBreak();
	}

	startCell(): void {
		const gap = this.rows.startCell();

		if (gap === 'line') this.gap = 'line';
		if (gap === 'separator') this.gap = 'none';
	}

	/** Writes text, or an element that shows something, such as an image. */
	write(html: string): void {
		if (this.gap === 'line' && this.lineHasText) this.writeBreak();

		if (!this.lineHasText && this.quotes > 0) this.pieces.push(this.startOfLine());

		const hasSeparator = this.rows.writeSeparators(`<br>${this.startOfLine()}`);
		if (this.gap === 'space' && this.lineHasText && !hasSeparator) this.pieces.push(' ');
		else if (this.touchesWord(html)) this.pieces.push(' ');

		this.gap = 'none';
		this.endOfWord = '';
		if (this.marker) this.pieces.push(`${this.marker} `);

		this.marker = '';
		this.openInlines(html);
		this.pieces.push(html);
		this.lastCharacter = html.at(-1) ?? '';
		this.lineHasText = true;
		this.rows.markText();
	}

	/** Writes the tag of a block. Elements that are open go on inside or after it. */
	writeBlockTag(tag: string): void {
		if (this.marker) this.writeMarker();

		this.closeWritten(0);
		this.pieces.push(tag);
		this.startLine();
	}

	/** Writes the number of an item that has no text. */
	writeMarker(): void {
		const { marker } = this;

		this.marker = '';
		this.write(marker);
	}

	/** @param blocks how many blocks are open */
	openInline(style: InlineStyle, blocks: number): void {
		const element = this.inlines.find(({ name }) => name === style.name);

		if (element) element.inner++;
		else this.inlines.push({ ...style, blocks, inner: 0, writtenEnd: '' });
	}

	closeInline(name: string): void {
		const index = this.inlines.findIndex((element) => element.name === name);
		if (index === -1) return;

		const element = this.inlines[index];

		if (element.inner > 0) {
			element.inner--;

			return;
		}

		if (element.isKeptEmpty && index >= this.writtenInlines) this.write('');

		if (index < this.writtenInlines) {
			// A space before the end of an element stays in it.
			if (this.gap === 'space' && this.lineHasText) {
				this.pieces.push(' ');
				this.gap = 'none';
			} else if (element.endsWord) {
				this.endOfWord = this.lastCharacter;
			}

			this.closeWritten(index);
		}

		this.inlines.splice(index, 1);
	}

	/** Ends the elements that began in a block, or in one inside it. */
	endInlinesOf(blocks: number): void {
		for (let index = this.inlines.length - 1; index >= 0; index--) {
			if (this.inlines[index].blocks < blocks) continue;

			this.closeWritten(index);
			this.inlines.splice(index, 1);
		}
	}

	isOpen(name: string): boolean {
		return this.inlines.some((element) => element.name === name);
	}

	private writeBreak(): void {
		this.pieces.push('<br>');
		this.startLine();
	}

	private startLine(): void {
		this.gap = 'none';
		this.lineHasText = false;
		this.endOfWord = '';
		this.rows.markLineBreak();
	}

	private startOfLine(): string {
		return QUOTE.repeat(Math.min(this.quotes, MAX_QUOTES));
	}

	private touchesWord(html: string): boolean {
		const ends = `${this.endOfWord}\n${html.slice(0, 2)}`;

		return (
			this.gap === 'none' && (NUMBER_AT_BOTH_ENDS.test(ends) || LETTER_AT_BOTH_ENDS.test(ends))
		);
	}

	/** Writes the starts of open elements before a text. */
	private openInlines(text: string): void {
		for (; this.writtenInlines < this.inlines.length; this.writtenInlines++) {
			const element = this.inlines[this.writtenInlines];
			const { start, end } = element.signsAround(text);

			element.writtenEnd = end;

			// Two adjacent elements of code are one in Markdown.
			if (start === CODE.start && this.pieces.at(-1) === CODE.end) this.pieces.pop();
			else this.pieces.push(start);
		}
	}

	/** Writes the ends of elements, the last one first. The text that follows opens again those that go on. */
	private closeWritten(index: number): void {
		while (this.writtenInlines > index) {
			this.writtenInlines--;
			this.pieces.push(this.inlines[this.writtenInlines].writtenEnd);
		}
	}
}

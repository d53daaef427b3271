import {
	escapeMarkdown,
	imageMarkdown,
	linkTarget,
	paragraphMarkdown,
	type Piece,
} from './inlineMarkdown';
import { decodeEntities } from './markdownParser';
import { withProtectedVariables } from './protectedVariables';
import { tokenizeHtml, type HtmlTag } from './tokenizeHtml';

/**
 * HTML as Vitally keeps it, as Markdown. Converted back it is the same HTML, if it was Markdown before.
 * Trait variables stay as they are, and tags that Vitally does not keep are left out.
 *
 * Source: docs/service.md, HTML allow list
 */
export function htmlToMarkdown(html: string): string {
	return withProtectedVariables(html, (hidden) => {
		const writer = new MarkdownWriter();
		for (const token of tokenizeHtml(hidden.replaceAll('</code><code>', ''))) {
			if ('text' in token) writer.addText(decodeEntities(token.text));
			else if (token.isUnfinished) writer.addText(decodeEntities(token.source));
			else writer.addTag(token);
		}
		return writer.finish();
	});
}

const LIST_TAGS = new Set(['ul', 'ol', 'nl']);
const BLOCK_TAGS = new Set([...LIST_TAGS, 'li', 'p', 'div']);
const EMPHASIS = new Map<string, 'strong' | 'em'>([
	['b', 'strong'],
	['strong', 'strong'],
	['i', 'em'],
	['em', 'em'],
]);
/** Deeper lists are written at this depth, so that the indentation has a limit. */
const MAX_LIST_DEPTH = 50;

class List {
	/** Of the current item. */
	marker = '';
	items = 0;
	isItemStart = true;

	constructor(
		readonly name: string,
		/** Whether it follows a list with the usual marker, with which it would be one list. */
		readonly isAlternate: boolean,
	) {}

	startItem(): void {
		this.isItemStart = true;
	}

	/** @returns the marker before the first block of an item, spaces before the others */
	writeMarker(): string {
		if (!this.isItemStart) return ' '.repeat(this.marker.length);
		this.isItemStart = false;
		this.items++;
		if (this.name === 'ol') this.marker = `${this.items}${this.isAlternate ? ')' : '.'} `;
		else this.marker = this.isAlternate ? '* ' : '- ';
		return this.marker;
	}
}

class MarkdownWriter {
	private readonly blocks: string[] = [];
	private readonly lists: List[] = [];
	/** The list that has ended right before. */
	private endedList?: List;
	private pieces: Piece[] = [];
	/** Open elements of the paragraph, with what closes each. */
	private open: Array<{ name: string; end: Piece }> = [];
	/** The content of an open `code`. */
	private code?: string;

	addText(text: string): void {
		if (this.code !== undefined) this.code += text.replace(/[ \t\r\n\f]/g, ' ');
		else if (text !== '') this.pieces.push(escapeMarkdown(text));
	}

	addTag({ name, isClosing, attributes }: HtmlTag): void {
		if (BLOCK_TAGS.has(name)) {
			this.endParagraph();
			if (LIST_TAGS.has(name)) this.changeList(name, isClosing);
			else if (name === 'li' && !isClosing) this.lists.at(-1)?.startItem();
			return;
		}
		if (name === 'code') this.changeCode(isClosing);
		else if (this.code !== undefined) this.code += name === 'br' ? '\n' : '';
		else if (name === 'br') this.pieces.push('\n');
		else if (isClosing) this.close(EMPHASIS.get(name) ?? name);
		else this.openInline(name, attributes);
	}

	finish(): string {
		this.endParagraph();
		return this.blocks.join('');
	}

	private openInline(name: string, attributes: HtmlTag['attributes']): void {
		const values = new Map(attributes.map(([key, value]) => [key, decodeEntities(value)]));
		const href = values.get('href');
		const tag = EMPHASIS.get(name);
		if (name === 'img') this.pieces.push(imageMarkdown(values));
		else if (tag) this.start(tag, { tag, isClosing: false }, { tag, isClosing: true });
		else if (name === 'u') this.start(name, '<u>', '</u>');
		else if (name === 'a' && href !== undefined) this.start(name, '[', `](${linkTarget(href)})`);
	}

	/** An element within one of its kind has no effect. */
	private start(name: string, start: Piece, end: Piece): void {
		if (this.open.some((element) => element.name === name)) return;
		this.pieces.push(start);
		this.open.push({ name, end });
	}

	private close(name: string): void {
		const index = this.open.findIndex((element) => element.name === name);
		if (index === -1) return;
		const closed = this.open.splice(index).reverse();
		this.pieces.push(...closed.map(({ end }) => end));
	}

	private changeCode(isClosing: boolean): void {
		if (!isClosing) this.code ??= '';
		else if (this.code !== undefined) {
			this.pieces.push({ code: this.code });
			this.code = undefined;
		}
	}

	private changeList(name: string, isClosing: boolean): void {
		if (isClosing) {
			this.endedList = this.lists.pop();
			return;
		}
		const isAlternate = this.endedList?.name === name && !this.endedList.isAlternate;
		this.lists.push(new List(name, isAlternate));
		this.endedList = undefined;
	}

	private endParagraph(): void {
		this.changeCode(true);
		if (this.open.length > 0) this.close(this.open[0].name);
		const text = paragraphMarkdown(this.pieces);
		this.pieces = [];
		if (text === '') return;
		this.endedList = undefined;
		const lists = this.lists.slice(0, MAX_LIST_DEPTH);
		const isNewList = lists.length === 0 || lists[0].items === 0;
		const isItem = lists.some((list) => list.isItemStart);
		const start = lists.map((list) => list.writeMarker()).join('');
		const indentation = lists.map(({ marker }) => ' '.repeat(marker.length)).join('');
		if (this.blocks.length > 0) this.blocks.push(isItem && !isNewList ? '\n' : '\n\n');
		this.blocks.push(start + text.replace(/\n(?=[^\n])/g, `\n${indentation}`));
	}
}

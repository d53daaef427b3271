import { decodeEntities } from './markdownParser';
import {
	escapeMarkdown,
	linkTarget,
	MARK_CHARACTERS,
	MARKS,
	paragraphMarkdown,
} from './paragraphMarkdown';
import { sanitizeHtml } from './sanitizeHtml';
import { tokenizeHtml, type HtmlTag } from './tokenizeHtml';
import { withProtectedVariables } from './withProtectedVariables';

/**
 * Converts HTML as Vitally stores it to Markdown. HTML that `toHtml` created from Markdown can be converted
 * back without a difference, in steps. Trait variables stay, and unsupported tags are left out.
 *
 * Source: docs/internal/service.md, HTML allow list
 */
export function* htmlToMarkdown(html: string): Generator<void, string> {
	return yield* withProtectedVariables(html.replace(MARK_CHARACTERS, ''), function* (hidden) {
		const writer = new MarkdownWriter();

		for (const token of tokenizeHtml(hidden)) {
			if ('text' in token) writer.addText(token.text);
			else writer.addTag(token);

			yield;
		}

		return writer.finish();
	});
}

const LIST_TAGS = new Set(['ul', 'ol', 'nl']);
const BLOCK_TAGS = new Set([...LIST_TAGS, 'li', 'p', 'div']);
const MARKED_TAGS = new Map<string, keyof typeof MARKS>([
	['b', 'strong'],
	['strong', 'strong'],
	['i', 'em'],
	['em', 'em'],
	['u', 'u'],
	['code', 'code'],
]);
/** Deeper lists are written at this depth, so that the indentation has a limit. */
const MAX_LIST_DEPTH = 50;

interface List {
	name: string;
	items: number;
	marker: string;
	isItemStart: boolean;
}

class MarkdownWriter {
	private readonly blocks: string[] = [];
	private readonly lists: List[] = [];
	private paragraph: string[] = [];
	/** Open elements of the paragraph, each with its end mark. */
	private open: Array<{ name: string; end: string }> = [];

	addText(text: string): void {
		const decoded = decodeEntities(text).replace(/[ \t\r\n\f]/g, ' ');

		this.paragraph.push(this.isOpen('code') ? decoded : escapeMarkdown(decoded));
	}

	addTag(tag: HtmlTag): void {
		const { name, isClosing } = tag;

		if (name === 'br') this.paragraph.push('\n');
		else if (!BLOCK_TAGS.has(name)) {
			if (isClosing) this.close(MARKED_TAGS.get(name) ?? name);
			else if (!this.isOpen('code')) this.openInline(tag);
		} else {
			this.endParagraph();
			const list = this.lists.at(-1);
			if (name === 'li' && list) list.isItemStart ||= !isClosing;
			if (!LIST_TAGS.has(name)) return;
			if (isClosing) this.lists.pop();
			else this.lists.push({ name, items: 0, marker: '', isItemStart: true });
		}
	}

	finish(): string {
		this.endParagraph();

		return this.blocks.join('');
	}

	private isOpen(name: string): boolean {
		return this.open.some((element) => element.name === name);
	}

	private openInline(tag: HtmlTag): void {
		const marked = MARKED_TAGS.get(tag.name);
		if (marked) this.start(marked, MARKS[marked]);

		const attributes = new Map(tag.attributes.map(([key, value]) => [key, decodeEntities(value)]));
		const href = attributes.get('href');
		if (tag.name === 'a' && href !== undefined) this.start('a', ['[', `](${linkTarget(href)})`]);
		if (tag.name !== 'img') return;

		const hasSize = attributes.has('width') || attributes.has('height');
		const alt = escapeMarkdown(attributes.get('alt') ?? '');
		const image = `![${alt}](${linkTarget(attributes.get('src') ?? '')})`;

		this.paragraph.push(hasSize ? sanitizeHtml(tag.source, new Set()) : image);
	}

	/** An element inside an element of the same name has no effect. */
	private start(name: string, [start, end]: readonly [string, string]): void {
		if (this.isOpen(name)) return;

		this.paragraph.push(start);
		this.open.push({ name, end });
	}

	private close(name: string): void {
		if (!this.isOpen(name)) return;

		const closed = this.open.splice(this.open.findIndex((element) => element.name === name));

		this.paragraph.push(...closed.reverse().map(({ end }) => end));
	}

	private endParagraph(): void {
		if (this.open.length > 0) this.close(this.open[0].name);

		const text = paragraphMarkdown(this.paragraph.join(''));

		this.paragraph = [];
		if (text === '') return;

		const lists = this.lists.slice(0, MAX_LIST_DEPTH);
		const isNextItem = lists.some((list) => list.isItemStart) && lists[0].items > 0;
		const start = lists.map(writeMarker).join('');
		const indentation = ' '.repeat(lists.reduce((sum, { marker }) => sum + marker.length, 0));
		if (this.blocks.length > 0) this.blocks.push(isNextItem ? '\n' : '\n\n');

		this.blocks.push(start + text.replace(/\n(?=[^\n])/g, `\n${indentation}`));
	}
}

/** @returns the marker before the first block of an item, spaces before the others */
function writeMarker(list: List): string {
	if (!list.isItemStart) return ' '.repeat(list.marker.length);

	list.isItemStart = false;
	list.items++;
	list.marker = list.name === 'ol' ? `${list.items}. ` : '- ';

	return list.marker;
}

import { HtmlCleaner } from './html/cleanHtml';
import { decodeEntities } from './html/entities';
import { supportedHtml } from './html/supportedHtml';
import { tokenizeHtml, type HtmlTag } from './html/tokenizeHtml';
import { MAX_LENGTH, partsOf } from './longTexts';
import { convertAroundVariables } from './traitVariables';
import {
	escapeLinkTarget,
	escapeMarkdown,
	MARK_CHARACTERS,
	MARKS,
	writeParagraph,
} from './writeParagraph';

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

/** The first character of an image in Markdown or HTML. */
const START_OF_IMAGE = /!(?=\[)|<(?=img\b)/gi;

/** Deeper lists are written at this depth, so that the indentation has a limit. */
const MAX_LIST_DEPTH = 50;

export interface MarkdownOptions {
	/** Whether an image becomes its alternative text: an image is loaded as soon as somebody looks at the Markdown. */
	withoutImages?: boolean;
}

interface List {
	name: string;
	/** How many items have begun. */
	items: number;
	/** The marker of the last item, such as `2. `; its width is the indentation of the item. */
	marker: string;
	/** Whether the next block is the first one of an item. */
	isItemStart: boolean;
}

/**
 * Converts HTML as Vitally stores it to Markdown. HTML that `toHtml` created from Markdown can be converted
 * back without a difference, in steps. Trait variables stay, and unsupported tags become lines and signs.
 *
 * @returns Markdown, '' for HTML without text
 * Source: docs/internal/service.md, HTML allow list
 */
export function* htmlToMarkdown(
	html: string,
	options: MarkdownOptions = {},
): Generator<void, string> {
	// These characters of a text would look like the marks that this conversion adds.
	const unmarked = html.replace(MARK_CHARACTERS, '');
	const supported = yield* supportedHtml(unmarked, new Set());

	return yield* convertAroundVariables(supported, function* (withPlaceholders) {
		const writer = new MarkdownWriter(options);

		for (const token of tokenizeHtml(withPlaceholders)) {
			yield;

			if ('name' in token) writer.addTag(token);
			if (!('text' in token)) continue;

			for (const part of partsOf(token.text)) {
				yield;
				writer.addText(part);
			}
		}

		return writer.finish();
	});
}

/** Writes Markdown from the tokens of HTML: a paragraph ends where a block begins or ends. */
class MarkdownWriter {
	private readonly blocks: string[] = [];
	private readonly lists: List[] = [];
	private paragraph: string[] = [];
	/** The length of the paragraph since its last part was written. */
	private length = 0;
	/** The parts of a long paragraph that are written, as Markdown. */
	private writtenParts = '';
	/** Open elements of the paragraph, each with its marks. */
	private openElements: Array<{ name: string; start: string; end: string }> = [];

	constructor(private readonly options: MarkdownOptions) {}

	addText(text: string): void {
		const decoded = decodeEntities(text).replace(/[ \t\r\n\f]/g, ' ');
		const isCode = this.isOpen('code');

		this.paragraph.push(isCode ? decoded : escapeMarkdown(decoded));
		this.length += decoded.length;

		// A part ends with a word, as far as there are spaces, and not within code.
		const isWordEnd = decoded.endsWith(' ') || this.length > 2 * MAX_LENGTH;

		if (this.length > MAX_LENGTH && isWordEnd && !isCode) {
			this.writePart(decoded.endsWith(' ') ? ' ' : '');
		}
	}

	addTag(tag: HtmlTag): void {
		if (tag.name === 'br') this.paragraph.push('\n');
		else if (BLOCK_TAGS.has(tag.name)) this.addBlockTag(tag);
		else if (tag.isClosing) this.close(MARKED_TAGS.get(tag.name) ?? tag.name);
		// Markdown has no elements in code.
		else if (!this.isOpen('code')) this.openInline(tag);
	}

	finish(): string {
		this.endParagraph();

		return this.blocks.join('');
	}

	private addBlockTag({ name, isClosing }: HtmlTag): void {
		this.endParagraph();

		const list = this.lists.at(-1);
		if (list && name === 'li' && !isClosing) list.isItemStart = true;
		if (!LIST_TAGS.has(name)) return;

		if (isClosing) this.lists.pop();
		else this.lists.push({ name, items: 0, marker: '', isItemStart: true });
	}

	private openInline(tag: HtmlTag): void {
		const markedName = MARKED_TAGS.get(tag.name);

		if (markedName) {
			const { start, end } = MARKS[markedName];

			this.open(markedName, start, end);
		} else if (tag.name === 'a') {
			this.openLink(tag);
		} else if (tag.name === 'img') {
			this.addImage(tag);
		}
	}

	private openLink(tag: HtmlTag): void {
		const href = decodeAttributes(tag).get('href');
		if (href === undefined) return;

		this.open('a', '[', `](${escapeLinkTarget(href)})`);
	}

	/** Adds an image as Markdown, or as HTML if it has a size, for which Markdown has no form. */
	private addImage(tag: HtmlTag): void {
		const attributes = decodeAttributes(tag);
		const alt = escapeMarkdown(attributes.get('alt') ?? '');

		if (this.options.withoutImages) {
			this.paragraph.push(alt);

			return;
		}

		if (attributes.has('width') || attributes.has('height')) {
			this.paragraph.push(new HtmlCleaner(new Set()).cleanPiece(tag.source));

			return;
		}

		const source = escapeLinkTarget(attributes.get('src') ?? '');

		this.paragraph.push(`![${alt}](${source})`);
	}

	private isOpen(name: string): boolean {
		return this.openElements.some((element) => element.name === name);
	}

	/** Opens an element. Inside an element of the same name it has no effect. */
	private open(name: string, start: string, end: string): void {
		if (this.isOpen(name)) return;

		this.paragraph.push(start);
		this.openElements.push({ name, start, end });
	}

	/** Closes an element, and those that were opened inside it, the last one first. */
	private close(name: string): void {
		const index = this.openElements.findIndex((element) => element.name === name);
		if (index === -1) return;

		const closed = this.openElements.splice(index).reverse();

		for (const { end } of closed) this.paragraph.push(end);
	}

	/**
	 * Writes a part of a long paragraph. The elements that are open end with it, and begin again.
	 *
	 * @param gap what separates it from the next part
	 */
	private writePart(gap: string): void {
		const elements = [...this.openElements];
		if (elements.length > 0) this.close(elements[0].name);

		this.writtenParts += writeParagraph(this.paragraph.join('')) + gap;
		this.paragraph = [];
		this.length = 0;

		for (const { name, start, end } of elements) this.open(name, start, end);
	}

	private endParagraph(): void {
		if (this.openElements.length > 0) this.close(this.openElements[0].name);

		let text = this.writtenParts + writeParagraph(this.paragraph.join(''));
		// Code may contain an image as text, and is no longer code where it is cut before its end.
		if (this.options.withoutImages) text = text.replace(START_OF_IMAGE, '$& ');

		this.paragraph = [];
		this.length = 0;
		this.writtenParts = '';
		if (text !== '') this.addBlock(text);
	}

	/** Adds a block with the markers of the items that begin with it, indented as deep as its list is. */
	private addBlock(text: string): void {
		const lists = this.lists.slice(0, MAX_LIST_DEPTH);
		const isNextItem = lists.some((list) => list.isItemStart) && lists[0].items > 0;
		if (this.blocks.length > 0) this.blocks.push(isNextItem ? '\n' : '\n\n');

		let start = '';

		for (const list of lists) {
			const isFirstBlock = list.isItemStart;
			if (isFirstBlock) beginItem(list);

			start += isFirstBlock ? list.marker : ' '.repeat(list.marker.length);
		}

		const indentation = ' '.repeat(start.length);

		this.blocks.push(start + text.replace(/\n(?=[^\n])/g, `\n${indentation}`));
	}
}

function beginItem(list: List): void {
	list.isItemStart = false;
	list.items++;
	list.marker = list.name === 'ol' ? `${list.items}. ` : '- ';
}

/** Returns the attributes of a tag by name. Of several with one name the last one counts. */
function decodeAttributes(tag: HtmlTag): Map<string, string> {
	return new Map(tag.attributes.map(([name, value]) => [name, decodeEntities(value)]));
}

import { partsOf } from '../longTexts';
import { escapeHtml, formatAttribute, markdownParser } from '../markdownParser';
import { decodeEntities } from './entities';
import { ALLOWED_ATTRIBUTES, isHtmlElement } from './htmlElements';
import { tokenizeHtml, type HtmlTag, type HtmlToken } from './tokenizeHtml';

const URL_ATTRIBUTES = new Set(['href', 'src']);

/** Attributes that Vitally removes and `layOutHtml` reads: numbers of lists, and what an input shows. */
const SHOWN_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
	['ol', ['start', 'type']],
	['li', ['value']],
	['input', ['type', 'checked', 'value']],
]);

/** Characters that are line breaks in text, and nothing in HTML. */
const LINE_SEPARATORS = /[\u2028\u2029\u0085\v]/g;

const CARRIAGE_RETURNS = /\r\n?/g;

/** A character of a text that would begin a tag. */
const START_OF_TAG = /<(?=[a-z/!?])/i;

/** A declaration of a style that crosses text out. */
const DECORATION = /^\s*text-decoration(?:-line)?\s*:/i;
const LINE_THROUGH = /\bline-through\b/i;

/** Google Docs wraps what is copied in bold text that is not bold. */
const NOT_BOLD = /\bfont-weight\s*:\s*(?:normal|400)\b/i;

/** Elements that `nameByStyle` may call otherwise. */
const NAMED_BY_STYLE = new Set(['span', 'b']);

const ELEMENT_NAME = /^[a-z\d]+$/;

/** Cleans the HTML of a text, which Markdown has in pieces. */
export class HtmlCleaner {
	/** The names by which open elements are written because of their style, by their own name. */
	private readonly open = new Map<string, string[]>();
	/** The number of open `svg` elements, in which every tag is one of HTML. */
	private openDrawings = 0;

	/** @param unsupported collects the tags and attributes that Vitally does not support, see `addUnsupportedParts` */
	constructor(private readonly unsupported: Set<string>) {}

	/**
	 * Cleans HTML, in steps: escapes what is not HTML, and removes what a reader does not see. Of tags that Vitally
	 * does not support it keeps what `layOutHtml` reads.
	 *
	 * Source: docs/internal/service.md, HTML allow list
	 */
	*clean(html: string): Generator<void, string> {
		const pieces: string[] = [];

		for (const token of tokenizeHtml(html)) {
			for (const part of partsOfToken(token)) {
				yield;
				pieces.push(this.cleanToken(part));
			}
		}

		this.openDrawings = 0;

		return pieces.join('');
	}

	/** Cleans a piece of a paragraph, such as a tag. */
	cleanPiece(html: string): string {
		const cleaned = [...tokenizeHtml(html)].map((token) => this.cleanToken(token));

		this.openDrawings = 0;

		return cleaned.join('');
	}

	private cleanToken(token: HtmlToken): string {
		if ('text' in token) return cleanText(decodeEntities(token.text));

		if ('hidden' in token) {
			this.unsupported.add(token.hidden);

			return '';
		}

		const isElement = this.openDrawings > 0 || isHtmlElement(token.name);

		return isElement ? this.cleanTag(token) : cleanText(decodeEntities(token.source));
	}

	private cleanTag(tag: HtmlTag): string {
		addUnsupportedParts(tag, this.unsupported);

		if (tag.name === 'svg') {
			this.openDrawings = Math.max(0, this.openDrawings + (tag.isClosing ? -1 : 1));
		}

		const name = tag.isClosing ? this.closedName(tag.name) : this.openedName(tag);
		if (!ELEMENT_NAME.test(name)) return '';

		const kept = ALLOWED_ATTRIBUTES.get(name) ?? [];
		const shown = SHOWN_ATTRIBUTES.get(name) ?? [];
		let attributes = '';

		for (const [key, value] of tag.attributes) {
			if (!kept.includes(key) && !shown.includes(key)) continue;

			const decoded = decodeEntities(value);

			if (isSafeAttribute(key, decoded)) attributes += formatAttribute(key, decoded);
			else this.unsupported.add(`<${name} ${key}>`);
		}

		return `<${tag.isClosing ? '/' : ''}${name}${attributes}>`;
	}

	private openedName(tag: HtmlTag): string {
		const name = nameByStyle(tag);
		if (!NAMED_BY_STYLE.has(tag.name)) return name;

		const names = this.open.get(tag.name) ?? [];

		names.push(name);
		this.open.set(tag.name, names);

		return name;
	}

	private closedName(name: string): string {
		return this.open.get(name)?.pop() ?? name;
	}
}

/** Returns a token as it is, or a long text in parts. */
function partsOfToken(token: HtmlToken): HtmlToken[] {
	if (!('text' in token)) return [token];

	return [...partsOf(token.text)].map((text) => ({ text }));
}

/** Returns, in steps, whether Vitally keeps HTML as it is written. */
export function* isSupportedHtml(html: string): Generator<void, boolean> {
	for (const token of tokenizeHtml(html)) {
		yield;

		const isSupported =
			'text' in token ? isSupportedText(token.text) : 'name' in token && isSupportedTag(token);
		if (!isSupported) return false;
	}

	return true;
}

function isSupportedText(text: string): boolean {
	return !START_OF_TAG.test(text) && text.search(LINE_SEPARATORS) === -1;
}

function isSupportedTag(tag: HtmlTag): boolean {
	const allowed = ALLOWED_ATTRIBUTES.get(tag.name);

	return (
		allowed !== undefined &&
		tag.attributes.every(
			([key, value]) => allowed.includes(key) && isSafeAttribute(key, decodeEntities(value)),
		)
	);
}

/** Returns text as HTML that shows it. */
function cleanText(text: string): string {
	return escapeHtml(text).replace(CARRIAGE_RETURNS, '\n').replace(LINE_SEPARATORS, '<br>');
}

/** Returns the name of the element that looks as this one does by its style. */
function nameByStyle({ name, attributes }: HtmlTag): string {
	const style = attributes.find(([key]) => key === 'style')?.[1] ?? '';

	if (name === 'span' && isStruckThrough(style)) return 's';
	if (name === 'b' && NOT_BOLD.test(style)) return 'span';

	return name;
}

function isStruckThrough(style: string): boolean {
	return style
		.split(';')
		.some((declaration) => DECORATION.test(declaration) && LINE_THROUGH.test(declaration));
}

/**
 * Adds what Vitally removes without an error: the tag if it is not in the allow list, such as `<h1>`, or its
 * attributes that are not in the list of the tag, such as `<p class>`.
 */
function addUnsupportedParts({ name, attributes }: HtmlTag, unsupported: Set<string>): void {
	const allowed = ALLOWED_ATTRIBUTES.get(name);

	if (!allowed) {
		unsupported.add(`<${name}>`);

		return;
	}

	for (const [key] of attributes) {
		if (!allowed.includes(key)) unsupported.add(`<${name} ${key}>`);
	}
}

/** Returns whether an attribute runs no script, whatever spaces or control characters its address contains. */
function isSafeAttribute(key: string, value: string): boolean {
	return !URL_ATTRIBUTES.has(key) || markdownParser.validateLink(value.replace(/[\p{Cc} ]/gu, ''));
}

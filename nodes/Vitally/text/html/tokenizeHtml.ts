export interface HtmlTag {
	/** The tag as it is written. */
	source: string;
	/** The name in lower case. */
	name: string;
	isClosing: boolean;
	/** Names in lower case, values with their entities. */
	attributes: Array<[name: string, value: string]>;
}

/** What a browser neither shows nor reads as a tag, in the form of a list: `<!-- -->` for a comment. */
interface HiddenMarkup {
	hidden: string;
}

/** Text as written, with its entities; a tag; or what is hidden. */
export type HtmlToken = { text: string } | HtmlTag | HiddenMarkup;

/** A comment, a declaration, a mark of XML, or the start of a tag. */
const MARKUP =
	/<!--|<!\[CDATA\[|\]\]>|<!\[(?:if|endif)\b|<!doctype\b|<\?xml\b|<(\/?)([a-z][^\s/>]*)/gi;

/** A comment that ends where it begins: `<!-->`. */
const EMPTY_COMMENT = /-?>/y;

/** An attribute of a tag, or the end of the tag. */
const ATTRIBUTE =
	/[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>"'][^\s>]*)?)?)?|.)/gsy;

/** The attributes of a tag are read at once, and more of them would keep n8n from other work. */
const MAX_ATTRIBUTES = 1000;

/** Elements whose content is neither HTML nor shown. */
const HIDDEN_CONTENT = new Set(['script', 'style']);

const CDATA = '<![CDATA[]]>';

/**
 * Splits HTML into text and tags, as browsers read it, in time linear in its length. The content of scripts and
 * styles is left out. Text is what is no HTML: `<!here>`, and a tag, comment, declaration or script without an end.
 *
 * @returns the tokens in their order; the text before and after a tag may be empty
 */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
	const endSearch = new EndSearch(html);
	const markup = new RegExp(MARKUP);
	let textStart = 0;
	let isInCdata = false;

	for (let match = markup.exec(html); match; match = markup.exec(html)) {
		const [start, , tagName] = match;

		if (tagName === undefined) {
			// In HTML that is part of XML, these marks are around it.
			const isEndOfCdata = start === ']]>';
			if (isEndOfCdata && !isInCdata) continue;

			const isCdata = isEndOfCdata || start.toUpperCase() === '<![CDATA[';
			const end = isCdata ? markup.lastIndex : endOfHidden(start, endSearch, markup.lastIndex);
			if (end === undefined) continue;

			if (isCdata) isInCdata = !isEndOfCdata;

			yield { text: html.slice(textStart, match.index) };
			yield { hidden: isCdata ? CDATA : nameOfHidden(start) };
			textStart = end;
			markup.lastIndex = end;
			continue;
		}

		const tag = readTag(html, match);
		// The attributes of such a tag extend to the end of the HTML, so the rest is text.
		if (!tag) break;

		yield { text: html.slice(textStart, match.index) };
		yield tag;
		textStart = match.index + tag.source.length;

		if (!tag.isClosing && HIDDEN_CONTENT.has(tag.name)) {
			textStart = endSearch.indexAfter(endOf(tag.name), textStart) ?? textStart;
		}

		if (!tag.isClosing && tag.name === 'textarea') {
			const end = endSearch.indexBefore(endOf(tag.name), textStart) ?? textStart;

			// The tags in it are text.
			yield { text: html.slice(textStart, end) };
			textStart = end;
		}

		markup.lastIndex = textStart;
	}

	yield { text: html.slice(textStart) };
}

/** Returns a pattern of the closing tag. */
function endOf(name: string): string {
	return `</${name}\\s*>`;
}

/** Returns the index after a comment or declaration, `undefined` if it has no end. */
function endOfHidden(start: string, endSearch: EndSearch, from: number): number | undefined {
	if (start !== '<!--') return endSearch.indexAfter('>', from);

	return endSearch.indexIfNext(EMPTY_COMMENT, from) ?? endSearch.indexAfter('--!?>', from);
}

function nameOfHidden(start: string): string {
	if (start === '<!--') return '<!-- -->';

	return `${start.toLowerCase()}${start.startsWith('<![') ? ']' : ''}>`;
}

/** Finds end marks from left to right. A missing one is searched for only once, so that the time stays linear. */
class EndSearch {
	private readonly missing = new Set<string>();

	constructor(private readonly html: string) {}

	/** Returns the index after the next end mark, or `undefined` if there is none. */
	indexAfter(end: string, from: number): number | undefined {
		const match = this.find(end, from);

		return match && match.index + match[0].length;
	}

	/** Returns the index of the next end mark, or `undefined` if there is none. */
	indexBefore(end: string, from: number): number | undefined {
		return this.find(end, from)?.index;
	}

	/** Returns the index after an end mark that stands right there. */
	indexIfNext(end: RegExp, from: number): number | undefined {
		const pattern = new RegExp(end);

		pattern.lastIndex = from;

		return pattern.test(this.html) ? pattern.lastIndex : undefined;
	}

	/**
	 * @param end a regular expression
	 * @param from the index where the search begins; never less than in the search before
	 */
	private find(end: string, from: number): RegExpExecArray | undefined {
		if (this.missing.has(end)) return undefined;

		const pattern = new RegExp(end, 'gi');

		pattern.lastIndex = from;
		const match = pattern.exec(this.html);
		if (match) return match;

		this.missing.add(end);

		return undefined;
	}
}

/**
 * Reads a tag up to its `>`.
 *
 * @param start the match of `MARKUP`, whose groups are the slash and the name of the tag
 * @returns `undefined` if the `>` is missing, or too far away
 */
function readTag(html: string, start: RegExpExecArray): HtmlTag | undefined {
	const isClosing = start[1] === '/';
	const name = start[2].toLowerCase();
	const attributes: HtmlTag['attributes'] = [];
	const attribute = new RegExp(ATTRIBUTE);

	attribute.lastIndex = start.index + start[0].length;

	for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
		const [, end, key, doubleQuoted, singleQuoted, unquoted] = match;

		if (end) {
			const source = html.slice(start.index, attribute.lastIndex);

			return { source, name, isClosing, attributes };
		}

		// A browser ignores the attributes of a closing tag.
		if (key && !isClosing) {
			if (attributes.length === MAX_ATTRIBUTES) return undefined;

			attributes.push([key.toLowerCase(), doubleQuoted ?? singleQuoted ?? unquoted ?? '']);
		}
	}

	return undefined;
}

export interface HtmlTag {
	/** The tag as it is written. */
	source: string;
	/** In lower case. */
	name: string;
	isClosing: boolean;
	/** Names in lower case, values with their entities. */
	attributes: Array<[name: string, value: string]>;
}

/** Text as written, with its entities; or a tag. */
type HtmlToken = { text: string } | HtmlTag;

/** A trait variable, a comment, a declaration, or the start of a tag. */
const MARKUP = /\{\{[^{}]*\}\}|<!--|<[!?]|<(\/?)([a-z][^\s/>]*)/gi;

/** An attribute of a tag, or the end of the tag. */
const ATTRIBUTE =
	/[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>"'][^\s>]*)?)?)?|.)/gsy;

/** Elements whose content is neither HTML nor shown. */
const RAW_TEXT = new Set(['script', 'style', 'textarea']);

/**
 * Splits HTML into text and tags, as browsers read it, in time linear in its length. Comments,
 * declarations and the content of scripts and styles are left out. Trait variables are text, and so is
 * a tag, comment, declaration or script without an end.
 *
 * @returns the tokens in their order; the text before and after a tag may be empty
 */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
	const endSearch = new EndSearch(html);
	const markup = new RegExp(MARKUP);
	let textStart = 0;

	for (let match = markup.exec(html); match; match = markup.exec(html)) {
		const [start, , tagName] = match;
		const isVariable = start.startsWith('{');
		if (isVariable) continue;

		if (tagName === undefined) {
			const end = endSearch.indexAfter(start === '<!--' ? '-->' : '>', markup.lastIndex);
			if (end === undefined) continue;

			yield { text: html.slice(textStart, match.index) };
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

		if (!tag.isClosing && RAW_TEXT.has(tag.name)) {
			textStart = endSearch.indexAfter(`</${tag.name}\\s*>`, textStart) ?? textStart;
		}

		markup.lastIndex = textStart;
	}

	yield { text: html.slice(textStart) };
}

/** Finds end marks from left to right. A missing one is searched for only once, so that the time stays linear. */
class EndSearch {
	private readonly missing = new Set<string>();

	constructor(private readonly html: string) {}

	/**
	 * Returns the index after the next end mark, or `undefined` if there is none.
	 *
	 * @param end a regular expression
	 * @param from the index where the search begins; never less than in the search before
	 */
	indexAfter(end: string, from: number): number | undefined {
		if (this.missing.has(end)) return undefined;

		const pattern = new RegExp(end, 'gi');

		pattern.lastIndex = from;
		if (pattern.test(this.html)) return pattern.lastIndex;

		this.missing.add(end);

		return undefined;
	}
}

/**
 * Reads a tag up to its `>`.
 *
 * @param start the match of `MARKUP`, whose groups are the slash and the name of the tag
 * @returns `undefined` if the `>` is missing
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
			attributes.push([key.toLowerCase(), doubleQuoted ?? singleQuoted ?? unquoted ?? '']);
		}
	}

	return undefined;
}

export interface HtmlTag {
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
 */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
	const markup = new RegExp(MARKUP);
	const unclosed = new Set<string>();
	let textStart = 0;

	/** The index after an end mark. A missing one is searched for only once, to stay linear. */
	const indexAfter = (end: string): number | undefined => {
		if (unclosed.has(end)) return undefined;

		const found = new RegExp(end, 'gi');

		found.lastIndex = markup.lastIndex;
		if (found.test(html)) return found.lastIndex;

		unclosed.add(end);

		return undefined;
	};

	for (let match = markup.exec(html); match; match = markup.exec(html)) {
		const [start, slash, name] = match;
		if (start.startsWith('{')) continue;

		if (name === undefined) {
			const end = indexAfter(start === '<!--' ? '-->' : '>');
			if (end === undefined) continue;

			yield { text: html.slice(textStart, match.index) };
			textStart = markup.lastIndex = end;
			continue;
		}

		const tag = readTag(html, match.index, markup.lastIndex, name.toLowerCase(), slash !== '');
		if (!tag) break;

		yield { text: html.slice(textStart, match.index) };
		yield tag;
		markup.lastIndex = match.index + tag.source.length;

		if (!tag.isClosing && RAW_TEXT.has(tag.name)) {
			markup.lastIndex = indexAfter(`</${tag.name}\\s*>`) ?? markup.lastIndex;
		}

		textStart = markup.lastIndex;
	}

	yield { text: html.slice(textStart) };
}

/**
 * @param attributesStart where the name of the tag ends
 * @returns `undefined` if the `>` is missing
 */
function readTag(
	html: string,
	start: number,
	attributesStart: number,
	name: string,
	isClosing: boolean,
): HtmlTag | undefined {
	const attributes: HtmlTag['attributes'] = [];
	const attribute = new RegExp(ATTRIBUTE);

	attribute.lastIndex = attributesStart;

	for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
		const [, close, key, double, single, bare] = match;

		if (close) {
			return { source: html.slice(start, attribute.lastIndex), name, isClosing, attributes };
		}

		if (key && !isClosing) attributes.push([key.toLowerCase(), double ?? single ?? bare ?? '']);
	}

	return undefined;
}

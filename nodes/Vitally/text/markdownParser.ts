import { MarkdownIt } from '../vendor/markdownIt';

/**
 * CommonMark with tables. Its bundle has no rules for what would lose text or read plain text as code: link
 * reference definitions (`[Next]: call`), indented code, and strikethrough, for which Vitally keeps no tag.
 */
export const markdownParser = new MarkdownIt({ html: true });
// The host of an address may be a trait variable, which Punycode would change.
markdownParser.normalizeLink = (url) => markdownParser.utils.lib.mdurl.encode(url);

/** Returns a text as it is written between the tags of HTML. */
export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns an attribute as HTML, with a space before it. */
export function formatAttribute(name: string, value: string): string {
	return ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`;
}

/** Makes spaces that HTML would collapse non-breaking: all but the last of a row, and all that begin a line. */
export function preserveSpaces(line: string): string {
	return line
		.replaceAll('\t', '    ')
		.replaceAll('\u00a0', ' ')
		.replace(/ +/g, ({ length }, position) => {
			const isLineStart = position === 0;

			return '\u00a0'.repeat(length - 1) + (isLineStart ? '\u00a0' : ' ');
		});
}

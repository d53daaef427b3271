import { MarkdownIt } from '../vendor/markdownIt';

/**
 * CommonMark with tables. Its bundle has no rules for what would lose text or read plain text as code: link
 * reference definitions (`[Next]: call`), indented code, and strikethrough, for which Vitally keeps no tag.
 */
export const markdownParser = new MarkdownIt({ html: true });
// The host of an address may be a trait variable, which Punycode would change.
markdownParser.normalizeLink = (url) => markdownParser.utils.lib.mdurl.encode(url);

export function decodeEntities(text: string): string {
	return markdownParser.utils.unescapeAll(text.replaceAll('\\', '\\\\'));
}

export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An attribute with a space before it. */
export function formatAttribute(name: string, value: string): string {
	return ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`;
}

/** Makes spaces that HTML would collapse non-breaking. */
export function preserveSpaces(line: string): string {
	return line
		.replaceAll('\t', '    ')
		.replaceAll('\u00a0', ' ')
		.replace(/ +/g, ({ length }, at) => '\u00a0'.repeat(length - 1) + (at === 0 ? '\u00a0' : ' '));
}

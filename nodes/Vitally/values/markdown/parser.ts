import { MarkdownIt } from './markdownIt';

/**
 * CommonMark with tables, but without what would lose words or take plain text for code: link reference
 * definitions (`[Next]: call`), code by indentation, and strikethrough, which has no tag that the
 * service keeps.
 */
export const parser = new MarkdownIt({ html: true, breaks: true }).disable([
	'reference',
	'code',
	'strikethrough',
]);
// The host of an address may be a trait variable, which is none for Punycode.
parser.normalizeLink = (url) => parser.utils.lib.mdurl.encode(url);

/** Text of HTML with its entities decoded. */
export function decoded(text: string): string {
	return text.includes('&') ? parser.utils.unescapeAll(text.replaceAll('\\', '\\\\')) : text;
}

/** Text without what HTML does not show at its ends; a blank that does not break is shown. */
export const trimmed = (text: string): string => parser.utils.asciiTrim(text);

/** Text for HTML. */
export function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An attribute with its value, with a blank before it. */
export function attribute(name: string, value: string): string {
	return ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`;
}

/** Whether a browser may follow an address, whatever blanks or control characters it has. */
export function isHarmless(url: string): boolean {
	return parser.validateLink(url.replace(/[\p{Cc} ]/gu, ''));
}

/** Text whose blanks HTML would take for one: they do not break any more. */
export function withBlanks(line: string): string {
	return line
		.replaceAll('\t', '    ')
		.replaceAll('\u00a0', ' ')
		.replace(/^ +| +(?= )/g, (blanks) => '\u00a0'.repeat(blanks.length));
}

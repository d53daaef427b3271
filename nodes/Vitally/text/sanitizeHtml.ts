import { ALLOWED_ATTRIBUTES, isHtmlElement } from './htmlElements';
import { decodeEntities, escapeHtml, formatAttribute, markdownParser } from './markdownParser';
import { tokenizeHtml, type HtmlTag } from './tokenizeHtml';

/**
 * Removes unsupported tags and attributes from HTML within Markdown, but not their text, and escapes what is
 * not HTML.
 *
 * @param unsupported collects what is removed, in the form of `unsupportedHtml`
 * Source: docs/internal/service.md, HTML allow list
 */
export function sanitizeHtml(html: string, unsupported: Set<string>): string {
	const pieces: string[] = [];

	for (const token of tokenizeHtml(html)) {
		const isTag = 'name' in token && isHtmlElement(token.name);
		if (isTag) pieces.push(sanitizeTag(token, unsupported));
		else pieces.push(escapeHtml(decodeEntities('name' in token ? token.source : token.text)));
	}

	return pieces.join('');
}

function sanitizeTag(tag: HtmlTag, unsupported: Set<string>): string {
	const { name, isClosing, attributes } = tag;

	unsupportedParts(tag).forEach((part) => unsupported.add(part));
	const allowed = ALLOWED_ATTRIBUTES.get(name);
	if (!allowed) return '';

	const kept = attributes
		.filter(([key]) => allowed.includes(key))
		.map(([key, value]): [string, string] => [key, decodeEntities(value)])
		.filter(([key, value]) => {
			const isSafe = !['href', 'src'].includes(key) || isSafeUrl(value);
			if (!isSafe) unsupported.add(`<${name} ${key}>`);

			return isSafe;
		})
		.map(([key, value]) => formatAttribute(key, value));

	return `<${isClosing ? '/' : ''}${name}${kept.join('')}>`;
}

/**
 * The HTML that Vitally removes without an error: tags outside its allow list, and attributes outside that of
 * their tag. Text and trait variables such as `{{account.traits.plan}}` stay.
 *
 * @returns each of them once, in the order in which they appear: `<h1>`, or `<p class>` for an attribute
 */
export function unsupportedHtml(html: string): string[] {
	const unsupported = new Set<string>();

	for (const token of tokenizeHtml(html)) {
		if ('name' in token) unsupportedParts(token).forEach((part) => unsupported.add(part));
	}

	return [...unsupported];
}

/** The tag itself, or its unsupported attributes. */
function unsupportedParts({ name, attributes }: HtmlTag): string[] {
	const allowed = ALLOWED_ATTRIBUTES.get(name);
	if (!allowed) return [`<${name}>`];

	return attributes.filter(([key]) => !allowed.includes(key)).map(([key]) => `<${name} ${key}>`);
}

/** Whether an address runs no script, whatever spaces or control characters it contains. */
function isSafeUrl(url: string): boolean {
	return markdownParser.validateLink(url.replace(/[\p{Cc} ]/gu, ''));
}

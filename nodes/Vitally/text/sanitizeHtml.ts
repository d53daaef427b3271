import { ALLOWED_ATTRIBUTES, isHtmlElement } from './htmlElements';
import { decodeEntities, escapeHtml, formatAttribute, markdownParser } from './markdownParser';
import { tokenizeHtml, type HtmlTag } from './tokenizeHtml';

const URL_ATTRIBUTES = new Set(['href', 'src']);

/**
 * Removes unsupported tags and attributes from HTML within Markdown, but not their text, and escapes what is
 * not HTML.
 *
 * @param unsupported collects what is removed, in the form of `unsupportedHtml`
 * @returns HTML with supported tags and attributes only
 * Source: docs/internal/service.md, HTML allow list
 */
export function sanitizeHtml(html: string, unsupported: Set<string>): string {
	const pieces: string[] = [];

	for (const token of tokenizeHtml(html)) {
		if ('text' in token) {
			pieces.push(sanitizeText(token.text));
		} else if (isHtmlElement(token.name)) {
			pieces.push(sanitizeTag(token, unsupported));
		} else {
			pieces.push(sanitizeText(token.source));
		}
	}

	return pieces.join('');
}

/**
 * Lists the HTML that Vitally removes without an error: tags outside its allow list, and attributes outside that of
 * their tag. Text and trait variables such as `{{account.traits.plan}}` stay.
 *
 * @returns each of them once, in the order in which they appear: `<h1>`, or `<p class>` for an attribute
 */
export function unsupportedHtml(html: string): string[] {
	const unsupported = new Set<string>();

	for (const token of tokenizeHtml(html)) {
		if ('name' in token) addUnsupportedParts(token, unsupported);
	}

	return [...unsupported];
}

/** Returns text as HTML, where each entity stays the character that it is. */
function sanitizeText(text: string): string {
	return escapeHtml(decodeEntities(text));
}

function sanitizeTag(tag: HtmlTag, unsupported: Set<string>): string {
	const { name, isClosing } = tag;

	addUnsupportedParts(tag, unsupported);
	const allowed = ALLOWED_ATTRIBUTES.get(name);
	if (!allowed) return '';

	let attributes = '';

	for (const [key, value] of tag.attributes) {
		if (!allowed.includes(key)) continue;

		const decoded = decodeEntities(value);

		if (!URL_ATTRIBUTES.has(key) || isSafeUrl(decoded)) {
			attributes += formatAttribute(key, decoded);
		} else {
			unsupported.add(`<${name} ${key}>`);
		}
	}

	return `<${isClosing ? '/' : ''}${name}${attributes}>`;
}

/** Adds the tag itself, or its unsupported attributes. */
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

/** Returns whether an address runs no script, whatever spaces or control characters it contains. */
function isSafeUrl(url: string): boolean {
	return markdownParser.validateLink(url.replace(/[\p{Cc} ]/gu, ''));
}

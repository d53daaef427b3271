import { ALLOWED_ATTRIBUTES } from './allowedAttributes';
import { tokenizeHtml, type HtmlTag } from './tokenizeHtml';

/**
 * The HTML that Vitally removes without an error: tags outside its allow list, and attributes outside that of
 * their tag. Text and trait variables such as `{{account.traits.plan}}` stay.
 *
 * @returns each of them once, in the order in which they appear: `<h1>`, or `<p class>` for an attribute
 * Source: docs/internal/service.md, HTML allow list
 */
export function unsupportedHtml(html: string): string[] {
	const unsupported = new Set<string>();
	for (const token of tokenizeHtml(html)) {
		if ('name' in token) unsupportedParts(token).forEach((part) => unsupported.add(part));
	}
	return [...unsupported];
}

/** The tag itself, or its unsupported attributes. */
export function unsupportedParts({ name, attributes }: HtmlTag): string[] {
	const allowed = ALLOWED_ATTRIBUTES.get(name);
	if (!allowed) return [`<${name}>`];
	return attributes.filter(([key]) => !allowed.includes(key)).map(([key]) => `<${name} ${key}>`);
}

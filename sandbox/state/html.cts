import sanitizeHtml from 'sanitize-html';

const ALLOWED = 'a img p div br ul ol nl li b u i strong em code'.split(' ');

/** Strips tags and attributes outside the list (docs/internal/service.md, HTML allow list). */
export function strippedHtml(html: string): string {
	return sanitizeHtml(html, {
		allowedTags: ALLOWED,
		allowedAttributes: { a: ['href', 'name', 'target'], img: ['src', 'alt', 'width', 'height'] },
	});
}

/** Returns a text as HTML that shows it. */
export function escapedText(text: string): string {
	return sanitizeHtml(text, { disallowedTagsMode: 'escape', allowedTags: [] });
}

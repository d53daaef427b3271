import { startsWithHtml } from './htmlElements';
import { escapeHtml, preserveSpaces } from './markdownParser';
import { renderMarkdown } from './renderMarkdown';
import { unsupportedHtml } from './sanitizeHtml';
import { convertAroundVariables } from './traitVariables';

export type TextFormat = 'auto' | 'html' | 'markdown' | 'text';

interface ConvertedHtml {
	html: string;
	/** Tags and attributes that Vitally removes, see `unsupportedHtml`; from Markdown, those already removed. */
	unsupported: string[];
}

/**
 * Converts a text to HTML, in steps. Markdown is converted to supported tags, or to plain text where Vitally supports
 * none; line breaks and trait variables stay. HTML is not changed.
 *
 * @param format `auto`: HTML if the text begins with an HTML element, else Markdown
 * @returns the HTML, and what of the text Vitally does not support
 * Source: docs/internal/service.md, HTML allow list
 */
export function* toHtml(text: string, format: TextFormat): Generator<void, ConvertedHtml> {
	if (format === 'html' || (format === 'auto' && startsWithHtml(text))) {
		return { html: text, unsupported: unsupportedHtml(text) };
	}

	if (format === 'text') return { html: convertPlainText(text), unsupported: [] };

	const unsupported = new Set<string>();
	const html = yield* convertAroundVariables(text, function* (withPlaceholders) {
		return normalizeHtml(yield* renderMarkdown(withPlaceholders, unsupported));
	});

	// Markdown without content, such as '#', is sent as text, and so is what is too long or nested too deep.
	const isBlank = html.replace(/<(?!a |img )[^<>]*>/g, '') === '';

	return { html: isBlank ? convertPlainText(text) : html, unsupported: [...unsupported] };
}

/** Removes the white space that HTML does not show, and joins adjacent elements of code. */
function normalizeHtml(html: string): string {
	return (
		html
			.replace(/[ \t\n]+/g, ' ')
			// Two adjacent elements are one in Markdown.
			.replaceAll('</code><code>', '')
			.replace(/ ?(<\/?(?:p|div|ul|ol|nl|li|br)>) ?/g, '$1')
			.trim()
	);
}

/** Converts plain text to HTML: empty lines separate paragraphs. */
function convertPlainText(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.split(/\n(?:[ \t]*\n)+/)
		.map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
		.filter((paragraph) => paragraph !== '')
		.map((paragraph) => {
			const lines = paragraph.split('\n').map((line) => escapeHtml(preserveSpaces(line.trimEnd())));

			return `<p>${lines.join('<br>')}</p>`;
		})
		.join('');
}

import { startsWithHtml } from '../keptHtml';
import { strippedHtml } from '../strippedHtml';
import { blocksHtml } from './blockHtml';
import { escaped, parser, withBlanks } from './parser';
import { tokenTree } from './tokenTree';
import { keepingVariables } from './variables';

/** How a user wrote a text. */
export const TEXT_FORMATS = ['auto', 'html', 'markdown', 'text'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** HTML to send. */
export interface Written {
	html: string;
	/** What the service does not keep, and is not in the HTML of Markdown any more; see `strippedHtml`. */
	stripped: string[];
}

/**
 * The HTML of a text. Markdown becomes tags that the service keeps, and where there is none, text that
 * reads the same; line breaks stay. Trait variables are not touched, and HTML is sent as it is.
 *
 * @param format `auto`: HTML when the text begins with an element of HTML, else Markdown
 * Source: docs/service.md, HTML allow list
 */
export function writtenHtml(text: string, format: TextFormat): Written {
	if (format === 'html' || (format === 'auto' && startsWithHtml(text))) {
		return { html: text, stripped: strippedHtml(text) };
	}
	if (format === 'text') return { html: textToHtml(text), stripped: [] };
	return markdownToHtml(text);
}

function markdownToHtml(markdown: string): Written {
	const stripped = new Set<string>();
	const html = keepingVariables(markdown, (hidden) => {
		const tokens = parser.parse(hidden, {});
		const source = hidden.split(/\r\n?|\n/);
		return blocksHtml(tokenTree(tokens), { source, quote: '', stripped });
	});
	// A text of signs alone, such as '#', means nothing in Markdown.
	return { html: html === '' ? textToHtml(markdown) : html, stripped: [...stripped] };
}

/** Plain text: empty lines part paragraphs. */
function textToHtml(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.split(/\n(?:[ \t]*\n)+/)
		.map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
		.filter((paragraph) => paragraph !== '')
		.map((paragraph) => {
			const lines = paragraph.split('\n').map((line) => escaped(withBlanks(line.trimEnd())));
			return `<p>${lines.join('<br>')}</p>`;
		})
		.join('');
}

import { layOutHtml } from './html/layOutHtml';
import { supportedHtml } from './html/supportedHtml';
import { convertPlainText } from './plainText';
import { readAnswer } from './readAnswer';
import { renderMarkdown } from './renderMarkdown';
import { convertAroundVariables } from './traitVariables';

export type TextFormat = 'auto' | 'html' | 'markdown' | 'text';

interface ConvertedHtml {
	html: string;
	/** Tags and attributes of the text that Vitally does not support, such as `<h1>` and `<p class>`. */
	unsupported: string[];
}

/** Characters that are line breaks in text, and nothing in HTML. */
const LINE_SEPARATOR = /[\u2028\u0085\v\f]/g;
const PARAGRAPH_SEPARATOR = /\u2029/g;

/** Tags alone, without a link or an image. */
const BLANK_HTML = /^(?:<(?!a |img )[^<>]*>)*$/;

/**
 * Converts a text to HTML, in steps. Markdown, and HTML that Vitally does not support, is converted to supported tags,
 * or to plain text where Vitally supports none. Line breaks, trait variables and supported HTML stay.
 *
 * @param format `auto`: HTML if the text begins with an HTML element, else Markdown
 * @returns the HTML, and what of the text Vitally does not support
 * Source: docs/internal/service.md, HTML allow list
 */
export function* toHtml(text: string, format: TextFormat): Generator<void, ConvertedHtml> {
	if (format === 'text') {
		return { html: yield* convertPlainText(breakLines(text)), unsupported: [] };
	}

	const unsupported = new Set<string>();
	const { content, isHtml } = readAnswer(text, format, unsupported);
	const html = isHtml
		? yield* convertHtml(content, unsupported)
		: yield* convertMarkdown(breakLines(content), unsupported);

	return { html, unsupported: [...unsupported] };
}

function* convertHtml(text: string, unsupported: Set<string>): Generator<void, string> {
	const html = yield* supportedHtml(text, unsupported);

	// What shows nothing, such as a comment alone, is for Vitally to judge.
	return html === '' ? text : html;
}

function* convertMarkdown(text: string, unsupported: Set<string>): Generator<void, string> {
	const html = yield* convertAroundVariables(text, function* (withPlaceholders) {
		return yield* layOutHtml(yield* renderMarkdown(withPlaceholders, unsupported));
	});

	// Markdown without content, such as '#', is sent as text, and so is what is too long or nested too deep.
	return BLANK_HTML.test(html) ? yield* convertPlainText(text) : html;
}

/** Makes line breaks of the characters that mean one. */
function breakLines(text: string): string {
	return text.replace(LINE_SEPARATOR, '\n').replace(PARAGRAPH_SEPARATOR, '\n\n');
}

import { partsOf } from './longTexts';
import { escapeHtml, preserveSpaces } from './markdownParser';

const EMPTY_LINE = /^[ \t]*$/;

/** Converts plain text to HTML, in steps: empty lines separate paragraphs. */
export function* convertPlainText(text: string): Generator<void, string> {
	const paragraphs: string[] = [];
	let lines: string[] = [];

	for (const line of [...text.split(/\r\n?|\n/), '']) {
		yield;

		if (EMPTY_LINE.test(line)) {
			paragraphs.push(writeLines(lines));
			lines = [];
		} else {
			lines.push(yield* convertLine(line.trimEnd()));
		}
	}

	return paragraphs.join('');
}

/** Converts a line of text or code to HTML in which its spaces stay, in steps. */
export function* convertLine(line: string): Generator<void, string> {
	let html = '';

	for (const part of partsOf(line)) {
		yield;
		html += escapeHtml(preserveSpaces(part));
	}

	return html;
}

function writeLines(lines: string[]): string {
	while (lines.at(-1) === '') lines.pop();

	return lines.length === 0 ? '' : `<p>${lines.join('<br>')}</p>`;
}

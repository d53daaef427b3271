import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { unsupportedHtml } from '../../nodes/Vitally/text/sanitizeHtml';

/** Linear time is about a tenth of it, and time that grows with the square of the length minutes. */
const MAX_MS = 30_000;

function convertMegabyte<T>(piece: string, convert: (text: string) => T): T {
	const text = piece.repeat(1_000_000 / piece.length);
	const start = performance.now();
	const result = convert(text);
	expect(performance.now() - start).toBeLessThan(MAX_MS);
	return result;
}

describe('a megabyte of text', () => {
	it.each([
		`${'word '.repeat(16)}\n`,
		'a\n',
		'[a](https://a.b) ',
		'<x>',
		'<b>',
		'<!',
		'<div>\n',
		'`',
		'{{',
	])('of %j becomes HTML', (piece) => {
		const { html } = convertMegabyte(piece, (text) => toHtml(text, 'markdown'));
		expect(html.length).toBeGreaterThan(100_000);
	});

	it.each(['<!', '<p a="', '<ul><li>a', '<b>a</i>', '<code>a<br>', '*', '<script>'])(
		'of %j becomes Markdown',
		(piece) => {
			expect(convertMegabyte(piece, (text) => htmlToMarkdown(`a${text}`))).toMatch(/^\S*a/);
		},
	);

	it.each(['<', '<p ', '<p a="', '{{', '<!', '<!--', '<script>', '<p a=\'"', '</'])(
		'of %j is searched for what Vitally removes',
		(piece) => {
			expect(convertMegabyte(piece, unsupportedHtml).length).toBeLessThan(5);
		},
	);
});

import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { unsupportedHtml } from '../../nodes/Vitally/text/sanitizeHtml';

/** Linear time is about a tenth of it, and time that grows with the square of the length minutes. */
const MAX_MS = 10_000;
const LENGTH = 300_000;

function convertLong<T>(piece: string, convert: (text: string) => T): T {
	const text = piece.repeat(LENGTH / piece.length);
	const start = performance.now();
	const result = convert(text);
	expect(performance.now() - start).toBeLessThan(MAX_MS);
	return result;
}

describe('a long text', () => {
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
		const { html } = convertLong(piece, (text) => toHtml(text, 'markdown'));
		expect(html.length).toBeGreaterThan(LENGTH / 10);
	});

	it.each(['<!', '<p a="', '<ul><li>a', '<b>a</i>', '<code>a<br>', '*', '<script>'])(
		'of %j becomes Markdown',
		(piece) => {
			expect(convertLong(piece, (text) => htmlToMarkdown(`a${text}`))).toMatch(/^\S*a/);
		},
	);

	it.each(['<', '<p ', '<p a="', '{{', '<!', '<!--', '<script>', '<p a=\'"', '</'])(
		'of %j is searched for what Vitally removes',
		(piece) => {
			expect(convertLong(piece, unsupportedHtml).length).toBeLessThan(5);
		},
	);
});

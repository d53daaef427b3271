import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { unsupportedHtml } from '../../nodes/Vitally/text/unsupportedHtml';

const CONVERSIONS = {
	toHtml: (text: string) => toHtml(text, 'markdown'),
	htmlToMarkdown,
	unsupportedHtml,
};

const SHORT = 8_000;
const FACTOR = 8;

/** The least of some runs, in milliseconds of the processor: other processes do not count. */
function leastCpuMs(run: () => void): number {
	const times = Array.from({ length: 5 }, () => {
		const start = process.cpuUsage();
		run();
		return process.cpuUsage(start).user / 1000;
	});
	return Math.min(...times);
}

describe.each(Object.entries(CONVERSIONS))('the time of %s', (_name, convert) => {
	it.each([
		`${'word '.repeat(16)}\n`,
		'a\n',
		'[a](https://a.b) ',
		'[',
		'*a **b ',
		'`',
		'> a\n',
		'- a\n',
		'|a|b|\n|-|-|\n',
		'<x>',
		'<b>',
		'<!',
		'<!--',
		'<p a="',
		'<script>',
		'<ul><li>a',
		'{{',
		'&',
		' ',
	])('grows with the length of the text: %j', (piece) => {
		const text = (length: number) => piece.repeat(length / piece.length);
		const short = leastCpuMs(() => convert(text(SHORT)));
		const long = leastCpuMs(() => convert(text(SHORT * FACTOR)));
		// Quadratic time would be 64 times as long; less than a tenth of a millisecond is not measured well.
		expect(long / Math.max(short, 0.1)).toBeLessThan(FACTOR * 4);
	});
});

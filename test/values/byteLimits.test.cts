import {
	takeWithinBytes,
	jsonByteLength,
	truncateToBytes,
} from '../../nodes/Vitally/values/byteLimits';

describe('truncateToBytes', () => {
	it.each([
		['short', 7, 'short'],
		['a text in\n\n two lines ', 30, 'a text in two lines'],
		['exactly', 9, 'exactly'],
		['too long', 9, 'too…'],
		['a "quote" is longer as JSON', 14, 'a "quote…'],
		['日本語のテキスト', 14, '日本語…'],
		['😀😀😀', 10, '😀…'],
		['', 10, ''],
		['x'.repeat(1000), 20, `${'x'.repeat(15)}…`],
	])('%j in %d bytes', (text, maxBytes, expected) => {
		const short = truncateToBytes(text, maxBytes);
		expect(short).toBe(expected);
		expect(jsonByteLength(short)).toBeLessThanOrEqual(maxBytes);
	});
});

describe('takeWithinBytes', () => {
	it('leaves out what does not fit', () => {
		expect(takeWithinBytes(['a', 'long text', 'b', 'c'], 10, jsonByteLength)).toEqual(['a', 'b']);
		expect(takeWithinBytes(['a'], -5, jsonByteLength)).toEqual([]);
	});
});

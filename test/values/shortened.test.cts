import { fitting, jsonBytes, shortened } from '../../nodes/Vitally/values/shortened';

describe('shortened', () => {
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
	])('%j in %d bytes', (text, mostBytes, expected) => {
		const short = shortened(text, mostBytes);
		expect(short).toBe(expected);
		expect(jsonBytes(short)).toBeLessThanOrEqual(mostBytes);
	});
});

describe('fitting', () => {
	it('leaves out what does not fit, and goes on', () => {
		expect(fitting(['a', 'long text', 'b', 'c'], 10, jsonBytes)).toEqual(['a', 'b']);
		expect(fitting(['a'], -5, jsonBytes)).toEqual([]);
	});
});

import { buildTraits } from '../../nodes/Vitally/values/buildTraits';
import {
	jsonByteLength,
	takeWithinBytes,
	truncateToBytes,
} from '../../nodes/Vitally/values/byteLimits';
import type { EmptyValues } from '../../nodes/Vitally/values/emptyValues';
import { parseTextList } from '../../nodes/Vitally/values/lists';

const RULES: EmptyValues[] = ['ignore', 'clear', 'send'];

describe('buildTraits with empty values', () => {
	const sent = (emptyValues: EmptyValues, type: string, value: unknown) =>
		buildTraits(
			{ rows: [{ key: 'a', type, [`${type}Value`]: value as null }], emptyValues },
			'UTC',
		);

	/** For each type, what is sent for an empty and for a blank text. */
	it.each([
		['number', null, null],
		['boolean', null, null],
		['date', null, null],
		['dateTime', null, null],
		['multiSelect', [], []],
		['string', '', ' \t'],
	])('follows the rule for the type %s', (type, empty, blank) => {
		for (const value of ['', ' \t', null, undefined]) {
			expect(sent('ignore', type, value)).toBeUndefined();
			expect(sent('clear', type, value)).toEqual({ a: null });
		}

		expect(['', ' \t', null, undefined].map((value) => sent('send', type, value)?.a)).toEqual([
			empty,
			blank,
			null,
			null,
		]);
	});

	it.each([
		['number', 0, 0],
		['boolean', false, false],
		['string', 0, '0'],
		['multiSelect', [], []],
	])('sends false, 0 and an empty list, whatever the rule: %s %j', (type, value, expected) => {
		for (const rule of RULES) expect(sent(rule, type, value)).toEqual({ a: expected });
	});

	it('clears a trait by its key whatever the rule, also if a row of the key is left out', () => {
		for (const emptyValues of RULES) {
			const input = {
				rows: [{ key: 'b', type: 'number', numberValue: 1 }],
				clear: 'a',
				emptyValues,
			};

			expect(buildTraits(input, 'UTC')).toEqual({ a: null, b: 1 });
		}

		const rows = [{ key: 'a', type: 'string', stringValue: '' }];

		for (const emptyValues of ['ignore', 'clear'] as const) {
			expect(buildTraits({ rows, clear: 'a', emptyValues }, 'UTC')).toEqual({ a: null });
		}
	});
});

describe('truncateToBytes', () => {
	it.each([
		['short', 7, 'short'],
		['a text in\n\n two lines ', 30, 'a text in two lines'],
		['too long', 9, 'too…'],
		['a "quote" is longer as JSON', 14, 'a "quote…'],
		['😀😀😀', 10, '😀…'],
		['x'.repeat(1000), 20, `${'x'.repeat(15)}…`],
	])('shortens %j to %d bytes', (text, maxBytes, expected) => {
		const short = truncateToBytes(text, maxBytes);

		expect(short).toBe(expected);
		expect(jsonByteLength(short)).toBeLessThanOrEqual(maxBytes);
	});
});

describe('takeWithinBytes', () => {
	it('leaves out what does not fit', () => {
		expect(takeWithinBytes(['a', 'long text', 'b', 'c'], 10)).toEqual(['a', 'b']);
		expect(takeWithinBytes(['a'], -5)).toEqual([]);
	});
});

describe('parseTextList', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		['', []],
		[null, []],
		[[], []],
		[
			['a', 'b, c'],
			['a', 'b, c'],
		],
		[
			['a', 1, false],
			['a', '1', 'false'],
		],
		['["a","b, c"]', ['a', 'b, c']],
		[7, ['7']],
		[['a', null, ' '], ['a']],
		['["a", null]', ['a']],
	])('creates a list of %j', (value, expected) => {
		expect(parseTextList(value, 'Tags')).toEqual(expected);
	});

	it.each([{}, [{}], ' , ,', '""', '[1', '[{}]', true])('rejects %j', (value) => {
		expect(() => parseTextList(value, 'Tags')).toThrow(/'Tags' is not a list of texts/);
	});
});

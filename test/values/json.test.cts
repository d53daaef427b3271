import {
	isTooDeep,
	omitUndefined,
	ownValue,
	parseJson,
} from '../../nodes/Vitally/values/json/json';
import { assertSafeInteger, parseDecimal } from '../../nodes/Vitally/values/numbers';
import { normalizeName, parseBoolean } from '../../nodes/Vitally/values/parse';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { lostDigitsError, tooDeepError } from '../errors/valueErrors.cts';

/** Levels of lists, or of objects, around a value. */
function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
	return levels === 0 ? 'x' : wrap(nested(levels - 1, wrap));
}

describe('json', () => {
	it.each([
		['lists', (inner: unknown) => [1, inner]],
		['objects', (inner: unknown) => ({ a: 1, b: inner })],
		['objects with a key toJSON', (inner: unknown) => ({ toJSON: inner })],
	])('accepts at most 100 levels of %s', (_, wrap) => {
		expect({
			isTooDeepWith100: isTooDeep(nested(100, wrap)),
			isTooDeepWith101: isTooDeep(nested(101, wrap)),
		}).toEqual({ isTooDeepWith100: false, isTooDeepWith101: true });

		const text = JSON.stringify(nested(101, wrap));

		expect(errorOf(() => parseJson(text, 'Traits'))).toEqual(tooDeepError('Traits'));
	});

	it('returns the empty value for blank text', () => {
		expect(resultOf(() => parseJson(' \n', 'Traits', {}))).toEqual({});
	});

	it('returns undefined for text that is no JSON', () => {
		expect({ value: parseJson('{', 'Traits', {}) }).toEqual({ value: undefined });
	});

	it('leaves out what is undefined, and keeps what is null, false, 0 or empty', () => {
		const kept = { b: null, c: false, d: '', e: 0 };

		expect(Object.entries(omitUndefined({ a: undefined, ...kept }))).toEqual(Object.entries(kept));
	});

	it('reads an own field', () => {
		expect(ownValue({ a: 1 }, 'a')).toBe(1);
	});

	it.each([{ a: 1 }, null, undefined, 'constructor', []])(
		'reads no field that %j has not by itself',
		(owner) => {
			expect({ value: ownValue(owner, 'constructor') }).toEqual({ value: undefined });
		},
	);
});

describe('parseDecimal', () => {
	it.each([
		'1',
		'-1.5',
		'+.5',
		'10.',
		'2.25',
		'.75',
		'1e21',
		'1E-7',
		'12e+10',
		// At most 100 characters.
		'1'.repeat(100),
	])('reads the number %s', (text) => expect(parseDecimal(` ${text} `)).toBe(Number(text)));

	it.each([
		'',
		'0x10',
		'1,5',
		'1e',
		'.',
		'1 2',
		'NaN',
		'Infinity',
		'1e999',
		'1'.repeat(101),
		null,
		undefined,
		true,
		{},
		new Number(5),
		[[5]],
	])('reads no number from %j', (value) => {
		expect({ number: parseDecimal(value) }).toEqual({ number: undefined });
	});

	it.each([2 ** 53, -(2 ** 53), 1e21])('rejects %d, which has lost digits', (number) => {
		expect(errorOf(() => assertSafeInteger(number, 'ID'))).toEqual(lostDigitsError('ID'));
	});

	it.each([2 ** 53 - 1, 1 - 2 ** 53, 1.5, 1e-9, '9007199254740993'])(
		'accepts %j, which has all digits',
		(value) => {
			expect(() => assertSafeInteger(value, 'ID')).not.toThrow();
		},
	);
});

describe('normalizeName', () => {
	it.each([
		{ what: 'capitals', name: 'CAF\u00c9 B' },
		{ what: 'blanks around a name', name: ' caf\u00e9 b\n' },
		{ what: 'letters in two parts', name: 'cafe\u0301 b' },
		{ what: 'none of these', name: 'caf\u00e9 b' },
	])('makes one name of $what', ({ name }) => {
		const escaped = normalizeName(name)
			.replaceAll('\u00e9', '[é]')
			.replaceAll('\u0301', '[accent]');

		expect(escaped).toBe('caf[é] b');
	});

	// Composing takes quadratic time.
	it.each([
		{ length: 1000, composed: '\u00e9'.repeat(500) },
		{ length: 1002, composed: 'e\u0301'.repeat(501) },
	])('composes the letters of at most 1,000 characters: $length', ({ length, composed }) => {
		expect(normalizeName('e\u0301'.repeat(length / 2))).toBe(composed);
	});
});

describe('parseBoolean', () => {
	it.each([
		{ value: true, parsed: true },
		{ value: ' TRUE ', parsed: true },
		{ value: 1, parsed: true },
		{ value: '1', parsed: true },
		{ value: ['true'], parsed: true },
		{ value: false, parsed: false },
		{ value: 'False', parsed: false },
		{ value: 0, parsed: false },
		{ value: '0', parsed: false },
		{ value: [0], parsed: false },
	])('reads $value as $parsed', ({ value, parsed }) => {
		expect(parseBoolean(value)).toBe(parsed);
	});

	it.each(['yes', 2, '', null, undefined, [[1]], ['true', 'true'], new Boolean(true), {}])(
		'reads nothing from %j',
		(value) => {
			expect({ parsed: parseBoolean(value) }).toEqual({ parsed: undefined });
		},
	);
});

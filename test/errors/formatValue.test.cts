import { formatValue } from '../../nodes/Vitally/errors/formatValue';
import { lessThan } from '../fixtures/bounds.cts';

describe('formatValue', () => {
	const circular: Record<string, unknown> = {};

	circular.self = circular;

	it.each([
		['five', '"five"'],
		[NaN, 'NaN'],
		[1 / 0, 'Infinity'],
		[undefined, 'undefined'],
		[null, 'null'],
		[{ a: [1] }, '{"a":[1]}'],
		[circular, '[object Object]'],
	])('returns %p as %s', (value, text) => expect(formatValue(value)).toBe(text));

	it.each([
		{ value: '200 characters as they are', length: 198, characters: 200, end: 'xx"' },
		{ value: '201 characters the first 200', length: 199, characters: 202, end: 'x …' },
		{ value: '202 characters the first 200', length: 200, characters: 202, end: 'x …' },
	])('returns of $value', ({ length, characters, end }) => {
		const text = formatValue('x'.repeat(length));

		expect({ characters: text.length, end: text.slice(-3) }).toEqual({ characters, end });
	});

	it('keeps an error short, however long the value is', () => {
		expect({ characters: formatValue('9'.repeat(1_000_000)).length }).toEqual({
			characters: lessThan(250),
		});
	});
});

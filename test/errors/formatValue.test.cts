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
		{ value: '200 characters', length: 198, text: `"${'x'.repeat(198)}"` },
		{ value: 'more than 200 characters', length: 199, text: `"${'x'.repeat(199)} …` },
	])('returns of $value the first 200', ({ length, text }) => {
		expect(formatValue('x'.repeat(length))).toBe(text);
	});

	it('keeps an error short, however long the value is', () => {
		expect({ characters: formatValue('9'.repeat(1_000_000)).length }).toEqual({
			characters: lessThan(250),
		});
	});
});

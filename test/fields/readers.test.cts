import { readEnum, readNumber, readBoolean } from '../../nodes/Vitally/fields/readers';

/** An item whose only parameter has a value. */
const itemWith = (value: unknown) => ({ param: () => value, timeZone: 'UTC' });
const choice = { parameter: 'scope', label: 'Scope' };

describe('a value of choice', () => {
	it.each([
		['organization', 'organization'],
		['Organization', 'organization'],
		[' ORGANIZATION ', 'organization'],
		[undefined, 'all'],
	])('%j is %s', (value, wanted) => {
		expect(readEnum(itemWith(value), choice, ['all', 'organization'], 'all')).toBe(wanted);
	});

	it.each(['organisation', '', null, 1, true, {}, ['all']])('%j is an error', (value) => {
		expect(() => readEnum(itemWith(value), choice, ['all', 'organization'], 'all')).toThrow(
			/'Scope' is unknown/,
		);
	});

	it.each([
		[true, true],
		['true', true],
		[' TRUE ', true],
		['False', false],
		[undefined, false],
	])('as a switch %j is %j', (value, wanted) => {
		expect(readBoolean(itemWith(value), choice, false)).toBe(wanted);
	});

	it.each(['yes', 1, 0, '', null, 'on', {}])('as a switch %j is an error', (value) => {
		expect(() => readBoolean(itemWith(value), choice, false)).toThrow(
			/'Scope' is not true or false/,
		);
	});

	const rule = { fallback: 50, isAllowed: Number.isInteger, wanted: 'a whole number' };

	it.each([
		[5, 5],
		['5', 5],
		[' 5 ', 5],
		[undefined, 50],
	])('as a number %j is %j', (value, wanted) => {
		expect(readNumber(itemWith(value), choice, rule)).toBe(wanted);
	});

	it.each(['', ' ', null, 'five', '5 pages', '0x10', true, [5], 1.5])(
		'as a number %j is an error',
		(value) => {
			expect(() => readNumber(itemWith(value), choice, rule)).toThrow(
				/'Scope' is not a whole number/,
			);
		},
	);
});

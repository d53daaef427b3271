import { readBoolean, readEnum, readNumber } from '../../nodes/Vitally/fields/readers';

/** An item whose only parameter has a value. */
const itemWith = (value: unknown) => ({ param: () => value, timeZone: 'UTC' });
const choice = { parameter: 'scope', label: 'Scope' };

const asEnum = (value: unknown) =>
	readEnum(itemWith(value), choice, ['all', 'organization'], 'all');
const asBoolean = (value: unknown) => readBoolean(itemWith(value), choice, false);
const asNumber = (value: unknown) => {
	const rule = { fallback: 50, isAllowed: Number.isInteger, wanted: 'a whole number' };
	return readNumber(itemWith(value), choice, rule);
};

describe('a parameter with a fixed set of values', () => {
	it.each([
		[asEnum, ' ORGANIZATION ', 'organization'],
		[asEnum, undefined, 'all'],
		[asBoolean, true, true],
		[asBoolean, ' TRUE ', true],
		[asBoolean, 'False', false],
		[asBoolean, undefined, false],
		[asNumber, 5, 5],
		[asNumber, ' 5 ', 5],
		[asNumber, undefined, 50],
	])('%p: %j is %j', (read, value, wanted) => {
		expect(read(value)).toBe(wanted);
	});

	it.each(['organisation', '', null, ['all']])('as a choice %j is an error', (value) => {
		expect(() => asEnum(value)).toThrow(/'Scope' is unknown/);
	});

	it.each(['yes', 1, '', null, {}])('as a switch %j is an error', (value) => {
		expect(() => asBoolean(value)).toThrow(/'Scope' is not true or false/);
	});

	it.each([' ', null, '5 pages', '0x10', true, [5], 1.5])('as a number %j is an error', (value) => {
		expect(() => asNumber(value)).toThrow(/'Scope' is not a whole number/);
	});
});

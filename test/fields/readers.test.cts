import { choiceProperty } from '../../nodes/Vitally/fields/properties';
import { readBoolean, readChoice, readNumber } from '../../nodes/Vitally/fields/readers';

/** An item whose only parameter has a value. */
const itemWith = (value: unknown) => ({ param: () => value, timeZone: 'UTC' });
const choice = { parameter: 'scope', label: 'Scope' };

const scope = choiceProperty('Scope', 'scope', {
	options: ['all', 'organization'].map((name) => ({ name, value: name })),
	default: 'all',
});
const asChoice = (value: unknown) => readChoice(itemWith(value), scope);
const asBoolean = (value: unknown) => readBoolean(itemWith(value), choice, false);
const asNumber = (value: unknown) => {
	const rule = { fallback: 50, isAllowed: Number.isInteger, wanted: 'a whole number' };
	return readNumber(itemWith(value), choice, rule);
};

describe('a parameter with a fixed set of values', () => {
	it.each([
		[asChoice, ' ORGANIZATION ', 'organization'],
		[asChoice, undefined, 'all'],
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
		expect(() => asChoice(value)).toThrow(/'Scope' is unknown/);
	});

	it.each(['yes', 1, '', null, {}])('as a switch %j is an error', (value) => {
		expect(() => asBoolean(value)).toThrow(/'Scope' is not true or false/);
	});

	it.each([' ', null, '5 pages', '0x10', true, [5], 1.5])('as a number %j is an error', (value) => {
		expect(() => asNumber(value)).toThrow(/'Scope' is not a whole number/);
	});
});

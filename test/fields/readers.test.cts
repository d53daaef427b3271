import { labelOf } from '../../nodes/Vitally/fields/fieldLabels';
import { assertExpressionResolved } from '../../nodes/Vitally/fields/fixedExpressions';
import type { ItemParameters } from '../../nodes/Vitally/fields/itemParameters';
import { readLimit, readSortKey } from '../../nodes/Vitally/fields/listFields';
import { readRequiredId } from '../../nodes/Vitally/fields/locators';
import { choiceProperty, switchProperty } from '../../nodes/Vitally/fields/properties';
import {
	readBoolean,
	readChoice,
	readLimitation,
	readNumber,
	readObject,
	readSearchText,
	readSwitch,
	requiredId,
	requiredText,
	readRows,
	wholeNumber,
} from '../../nodes/Vitally/fields/readers';
import { readText } from '../../nodes/Vitally/values/text';

const itemOf = (values: object): ItemParameters => ({
	param: (name) => Object.entries(values).find(([key]) => key === name)?.[1] as unknown,
	timeZone: 'UTC',
});
/** An item whose only parameter has a value. */
const itemWith = (scope: unknown) => itemOf({ scope });
const choice = { parameter: 'scope', label: 'Scope' };

const scope = choiceProperty('Scope', 'scope', {
	options: ['all', 'organization'].map((name) => ({ name, value: name })),
	default: 'all',
});
const asChoice = (value: unknown) => readChoice(itemWith(value), scope);
const asBoolean = (value: unknown) => readBoolean(itemWith(value), choice);
const asNumber = (value: unknown) =>
	readNumber(itemWith(value), choice, { fallback: 50, ...wholeNumber(0, 9) });
const asRequired = (value: unknown) => requiredText(itemWith(value), 'scope', 'Scope');
const asId = (value: unknown) => requiredId(itemWith(value), 'scope', 'Scope');
const asPicked = (value: unknown) => readRequiredId(value, 'Scope');
const asLimitation = (value: unknown) => readLimitation(itemWith(value), choice);
const asSearch = (value: unknown) => readSearchText(itemWith(value), choice);
const asObject = (value: unknown) => readObject(itemWith(value), choice);
const asRows = (value: unknown) => readRows(itemWith(value), choice, 'row');
const asText = (value: unknown) => readText(value, 'Scope');

describe('the readers of parameters', () => {
	it.each([
		[asChoice, ' ORGANIZATION ', 'organization'],
		[asChoice, undefined, 'all'],
		[asBoolean, true, true],
		[asBoolean, ' TRUE ', true],
		[asBoolean, 'False', false],
		[asBoolean, undefined, false],
		[asNumber, 0, 0],
		[asNumber, ' 9 ', 9],
		[asNumber, undefined, 50],
		[asNumber, [5], 5],
		[asRequired, ' a ', ' a '],
		[asRequired, 'None', 'None'],
		[asRequired, 7, '7'],
		[asRequired, ['a'], 'a'],
		[asId, 'a-1', 'a-1'],
		[asId, ['a-1'], 'a-1'],
		[asPicked, 44, '44'],
		[asLimitation, undefined, undefined],
		[asLimitation, 0, 0],
		[asLimitation, { mode: 'id', value: 'x' }, 'x'],
		[asLimitation, { a: 1 }, { a: 1 }],
		[asSearch, undefined, undefined],
		[asSearch, ' a ', 'a'],
		[asObject, { a: 1 }, { a: 1 }],
		[asObject, null, {}],
		[asRows, undefined, []],
		[asRows, { row: null }, []],
		[asRows, { row: { a: 1, b: undefined } }, [{ a: 1, b: null }]],
		[asRows, { row: [{ a: 1 }, { b: 1 }] }, [{ a: 1 }, { b: 1 }]],
		[asText, new Date(0), '1970-01-01T00:00:00.000Z'],
	])('return by %p for %j the value %j', (read, value, wanted) => {
		expect(read(value)).toEqual(wanted);
	});

	it.each([
		[asChoice, ['organisation', '', null, ['all']], "'Scope' is not one of its options"],
		[asBoolean, ['yes', 2, '', null, {}], "'Scope' is not true or false"],
		[asNumber, [' ', null, '5 x', '0x1', true, [5, 6], 1.5, -1, 10], 'a whole number from 0 to 9'],
		[asRequired, ['', ' ', null, undefined], "'Scope' is empty"],
		[asPicked, [' ', null, undefined], "'Scope' is empty"],
		[asRequired, [{}, true, NaN], "'Scope' is not text"],
		[asRequired, ['half \ud83d'], "'Scope' contains half a character after 'half '"],
		[
			asRequired,
			['M\uFFFDller'],
			"'Scope' was read in the wrong encoding: a character is damaged after 'M'",
		],
		[asId, ['acme-1\u200B'], "'Scope' contains an invisible character (U+200B) after 'acme-1'"],
		[asRequired, [2 ** 53], 'lost digits'],
		[asId, ['None', ' - ', 'NULL', 'N/A', 'NaN'], 'instead of a value'],
		[asPicked, ['NaN'], 'instead of a value'],
		[asLimitation, [null, ' ', { mode: 'id', value: '' }], "'Scope' is empty, so nothing"],
		[asSearch, ['', null], "'Scope' is empty, so nothing"],
		[asSearch, ['null'], 'instead of a value'],
		[asObject, [[], 'x', 1], "'Scope' is not a group of fields"],
		[asRows, [[], { row: 'x' }, { row: [{}, null] }], "'Scope' is not a group of fields"],
	])('reject by %p each of %j', (read, values: unknown[], message) => {
		for (const value of values) expect(() => read(value)).toThrow(message);
	});

	it('return the default of a switch, also within a collection', () => {
		const on = switchProperty('On', 'on', { default: true });

		expect(readSwitch(itemOf({}), on)).toBe(true);
		expect(readSwitch(itemOf({}), switchProperty('Off', 'off', {}))).toBe(false);
		expect(readSwitch(itemOf({ 'options.on': false }), on, 'options')).toBe(false);
	});

	it('limit a list to 50 by default, and to nothing where all are returned', () => {
		expect(readLimit(itemOf({}))).toBe(50);
		expect(readLimit(itemOf({ limit: 1 }))).toBe(1);
		expect(readLimit(itemOf({ limit: 0, returnAll: true }))).toBe(Infinity);
		expect(() => readLimit(itemOf({ limit: 0 }))).toThrow('a whole number of 1 or more');
	});

	it('sort a list by its changes, or by its creations where all are returned', () => {
		expect(readSortKey(itemOf({}))).toBe('updatedAt');
		expect(readSortKey(itemOf({ returnAll: true }))).toBe('createdAt');
	});

	it('sort a list by a field that it can be sorted by, and reject others', () => {
		const byDate = itemOf({ returnAll: true, sortBy: 'due' });

		expect(readSortKey(byDate, { name: 'Due', value: 'due' })).toBe('due');
		expect(() => readSortKey(byDate)).toThrow("'Sort By' is not one of its options");
	});
});

describe('an expression in a field that is set to Fixed', () => {
	it.each([
		['{{ $json.a }}', 'Filters'],
		['a {{ b }} {{$now}}', 'Filters'],
		['{{ "Hi " + $json.a }}', 'Filters'],
		['{{ DateTime.now() }}', 'Filters'],
		[{ a: { __rl: true, mode: 'id', value: '{{ $json.a }}' } }, 'A'],
		[{ a: [...Array.from({ length: 10 }, () => ''), '{{ $("Node").item }}'] }, 'A'],
		[{ valueOf: '{{ $json.a }}' }, 'Value Of'],
		[{ thevalue: '{{ $json.a }}' }, 'Thevalue'],
	])('is an error: %j in %s', (stored, label) => {
		const message = `The expression in '${label}' is not evaluated`;

		expect(() => assertExpressionResolved('filters', stored)).toThrow(message);
	});

	it.each([
		null,
		7,
		'={{ $json.a }}',
		'{{ account.traits.a }}',
		'{{ my.DateTime }} $json.a',
		'{{ 5 $ }} {{ Date }}',
		'$json.a }} {{ $json.b',
		'{{ a $json.b',
		{ cachedResultName: '{{ $json.a }}', value: 'x' },
	])('is not in %j', (stored) => {
		expect(() => assertExpressionResolved('a', stored)).not.toThrow();
	});
});

describe('the label of a field', () => {
	it.each([
		['nextRenewalDate', 'Next Renewal Date'],
		['csmId', 'CSM'],
		['externalId', 'External ID'],
		['id', 'ID'],
		['mrr', 'MRR'],
		['my_ own-key', 'My Own Key'],
		['baseURL', 'Base URL'],
		['myIdea', 'My Idea'],
		['traitsJson', 'Traits (JSON)'],
	])('is made of its name: %s is %s', (name, label) => expect(labelOf(name)).toBe(label));
});

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
		{ read: asChoice, value: ' ORGANIZATION ', wanted: 'organization' },
		{ read: asChoice, value: undefined, wanted: 'all' },
		{ read: asBoolean, value: true, wanted: true },
		{ read: asBoolean, value: ' TRUE ', wanted: true },
		{ read: asBoolean, value: 'False', wanted: false },
		{ read: asBoolean, value: undefined, wanted: false },
		{ read: asNumber, value: 0, wanted: 0 },
		{ read: asNumber, value: ' 9 ', wanted: 9 },
		{ read: asNumber, value: undefined, wanted: 50 },
		{ read: asNumber, value: [5], wanted: 5 },
		{ read: asRequired, value: ' a ', wanted: ' a ' },
		{ read: asRequired, value: 'None', wanted: 'None' },
		{ read: asRequired, value: 7, wanted: '7' },
		{ read: asRequired, value: ['a'], wanted: 'a' },
		{ read: asId, value: 'a-1', wanted: 'a-1' },
		{ read: asId, value: ['a-1'], wanted: 'a-1' },
		{ read: asPicked, value: 44, wanted: '44' },
		{ read: asLimitation, value: undefined, wanted: undefined },
		{ read: asLimitation, value: 0, wanted: 0 },
		{ read: asLimitation, value: { mode: 'id', value: 'x' }, wanted: 'x' },
		{ read: asLimitation, value: { a: 1 }, wanted: { a: 1 } },
		{ read: asSearch, value: undefined, wanted: undefined },
		{ read: asSearch, value: ' a ', wanted: 'a' },
		{ read: asObject, value: { a: 1 }, wanted: { a: 1 } },
		{ read: asObject, value: null, wanted: {} },
		{ read: asRows, value: undefined, wanted: [] },
		{ read: asRows, value: { row: null }, wanted: [] },
		{ read: asRows, value: { row: { a: 1, b: undefined } }, wanted: [{ a: 1, b: null }] },
		{ read: asRows, value: { row: [{ a: 1 }, { b: 1 }] }, wanted: [{ a: 1 }, { b: 1 }] },
		{ read: asText, value: new Date(0), wanted: '1970-01-01T00:00:00.000Z' },
	])('return by $read for $value the value $wanted', ({ read, value, wanted }) => {
		expect(read(value)).toEqual(wanted);
	});

	const REJECTED: Array<{ read: (value: unknown) => unknown; values: unknown[]; message: string }> =
		[
			{
				read: asChoice,
				values: ['organisation', '', null, ['all']],
				message: "'Scope' is not one of its options",
			},
			{
				read: asBoolean,
				values: ['yes', 2, '', null, {}],
				message: "'Scope' is not true or false",
			},
			{
				read: asNumber,
				values: [' ', null, '5 x', '0x1', true, [5, 6], 1.5, -1, 10],
				message: 'a whole number from 0 to 9',
			},
			{ read: asRequired, values: ['', ' ', null, undefined], message: "'Scope' is empty" },
			{ read: asPicked, values: [' ', null, undefined], message: "'Scope' is empty" },
			{ read: asRequired, values: [{}, true, NaN], message: "'Scope' is not text" },
			{
				read: asRequired,
				values: ['half \ud83d'],
				message: "'Scope' contains half a character after 'half '",
			},
			{
				read: asRequired,
				values: ['M\uFFFDller'],
				message: "'Scope' was read in the wrong encoding: a character is damaged after 'M'",
			},
			{
				read: asId,
				values: ['acme-1\u200B'],
				message: "'Scope' contains an invisible character (U+200B) after 'acme-1'",
			},
			{ read: asRequired, values: [2 ** 53], message: 'lost digits' },
			{ read: asId, values: ['None', ' - ', 'NULL', 'N/A', 'NaN'], message: 'instead of a value' },
			{ read: asPicked, values: ['NaN'], message: 'instead of a value' },
			{
				read: asLimitation,
				values: [null, ' ', { mode: 'id', value: '' }],
				message: "'Scope' is empty, so nothing",
			},
			{ read: asSearch, values: ['', null], message: "'Scope' is empty, so nothing" },
			{ read: asSearch, values: ['null'], message: 'instead of a value' },
			{ read: asObject, values: [[], 'x', 1], message: "'Scope' is not a group of fields" },
			{
				read: asRows,
				values: [[], { row: 'x' }, { row: [{}, null] }],
				message: "'Scope' is not a group of fields",
			},
		];

	it.each(REJECTED.flatMap(({ values, ...row }) => values.map((value) => ({ ...row, value }))))(
		'reject $value by $read.name: $message',
		({ read, value, message }) => {
			expect(() => read(value)).toThrow(message);
		},
	);

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

describe('assertExpressionResolved', () => {
	const parametersWith = (filters: unknown) => ({ fields: [], stored: { filters } });

	it.each<unknown>([
		'{{ $json.a }}',
		'a {{ b }} {{$now}}',
		'{{ "Hi " + $json.a }}',
		'{{ DateTime.now() }}',
		{ a: { __rl: true, mode: 'id', value: '{{ $json.a }}' } },
		{ a: [...Array.from({ length: 10 }, () => ''), '{{ $("Node").item }}'] },
		{ valueOf: '{{ $json.a }}' },
	])('fails: %j', (stored) => {
		const message = `The expression in 'Filters' is not evaluated`;

		expect(() => assertExpressionResolved(parametersWith(stored), 'filters')).toThrow(message);
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
	])('passes, because there is none, in %j', (stored) => {
		expect(() => assertExpressionResolved(parametersWith(stored), 'filters')).not.toThrow();
	});
});

describe('labelOf', () => {
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
	])('comes from its name: %s is %s', (name, label) => expect(labelOf(name)).toBe(label));
});

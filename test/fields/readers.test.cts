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
import { errorOf, type SeenError } from '../errors/thrownError.cts';
import {
	emptyFieldError,
	fieldError,
	halfCharacterError,
	invisibleCharacterError,
	lostDigitsError,
	notTextError,
	nullLikeError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

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
		{
			read: asRows,
			value: { row: { a: 0, b: undefined, c: false, d: '' } },
			wanted: [{ a: 0, b: null, c: false, d: '' }],
		},
		{ read: asRows, value: { row: [{ a: 1 }, { b: 1 }] }, wanted: [{ a: 1 }, { b: 1 }] },
		{ read: asText, value: new Date(0), wanted: '1970-01-01T00:00:00.000Z' },
	])('return by $read.name for $value the value $wanted', ({ read, value, wanted }) => {
		expect(read(value)).toEqual(wanted);
	});

	interface Rejected {
		read: (value: unknown) => unknown;
		values: unknown[];
		/** The error for each of them. */
		error: (value: unknown) => SeenError;
	}

	/** The error whose message shows the value. */
	const shownError = (fault: string, description: string) => (value: unknown) =>
		fieldError('Scope', `The value ${JSON.stringify(value)} of 'Scope' ${fault}`, description);

	const notGroup = shownError(
		'is not a group of fields',
		'Add the fields in the editor, or let the expression return an object with their names.',
	);
	const emptyLimitation = () =>
		fieldError(
			'Scope',
			"'Scope' is empty, so nothing was done",
			"Enter a value for 'Scope', check that the expression returns one, or remove 'Scope' to do without it.",
		);
	const nullLike = (text: unknown) => nullLikeError('Scope', String(text).trim());

	const REJECTED: Rejected[] = [
		{
			read: asChoice,
			values: ['organisation', '', null, ['all']],
			error: shownError(
				'is not one of its options',
				'Choose one from the list, or let the expression return one of these: all, organization.',
			),
		},
		{
			read: asBoolean,
			values: ['yes', 2, '', null, {}],
			error: shownError(
				'is not true or false',
				"Turn 'Scope' on or off, or let the expression return true or false.",
			),
		},
		{
			read: asNumber,
			values: [' ', null, '5 x', '0x1', true, [5, 6], 1.5, -1, 10],
			error: shownError(
				'is not a whole number from 0 to 9',
				'Enter a whole number from 0 to 9, or let the expression return one.',
			),
		},
		{
			read: asRequired,
			values: ['', ' ', null, undefined],
			error: () => emptyFieldError('Scope'),
		},
		{
			read: asPicked,
			values: [' ', null, undefined],
			error: () =>
				fieldError(
					'Scope',
					"The field 'Scope' is empty",
					"Choose a record for 'Scope', or check that the expression returns an ID.",
				),
		},
		{ read: asRequired, values: [{}, true, NaN], error: () => notTextError('Scope') },
		{
			read: asRequired,
			values: ['half \ud83d'],
			error: () => halfCharacterError('Scope', "after 'half '"),
		},
		{
			read: asRequired,
			values: ['M\uFFFDller'],
			error: () => wrongEncodingError('Scope', "after 'M'"),
		},
		{
			read: asId,
			values: ['acme-1\u200B'],
			error: () => invisibleCharacterError('Scope', 'U+200B', "after 'acme-1'"),
		},
		{ read: asRequired, values: [2 ** 53], error: () => lostDigitsError('Scope') },
		{ read: asId, values: ['None', ' - ', 'NULL', 'N/A', 'NaN'], error: nullLike },
		{ read: asPicked, values: ['NaN'], error: nullLike },
		{
			read: asLimitation,
			values: [null, ' ', { mode: 'id', value: '' }],
			error: emptyLimitation,
		},
		{ read: asSearch, values: ['', null], error: emptyLimitation },
		{ read: asSearch, values: ['null'], error: nullLike },
		{ read: asObject, values: [[], 'x', 1], error: notGroup },
		{ read: asRows, values: [[]], error: notGroup },
		// The error shows the row that is at fault.
		{ read: asRows, values: [{ row: 'x' }], error: () => notGroup('x') },
		{ read: asRows, values: [{ row: [{}, null] }], error: () => notGroup(null) },
	];

	it.each(
		REJECTED.flatMap(({ values, read, error }) =>
			values.map((value) => ({ read, value, error: error(value) })),
		),
	)('reject $value by $read.name: $error.message', ({ read, value, error }) => {
		expect(errorOf(() => read(value))).toEqual(error);
	});

	it('return the default of a switch, also within a collection', () => {
		const on = switchProperty('On', 'on', { default: true });

		expect({
			ofSwitchThatIsOn: readSwitch(itemOf({}), on),
			ofSwitchThatIsOff: readSwitch(itemOf({}), switchProperty('Off', 'off', {})),
			turnedOffInOptions: readSwitch(itemOf({ 'options.on': false }), on, 'options'),
		}).toEqual({ ofSwitchThatIsOn: true, ofSwitchThatIsOff: false, turnedOffInOptions: false });
	});

	it.each([
		{ what: 'by default', values: {}, limit: 50 },
		{ what: 'with the least limit', values: { limit: 1 }, limit: 1 },
		{ what: 'where all are returned', values: { limit: 0, returnAll: true }, limit: Infinity },
	])('limit a list $what to $limit', ({ values, limit }) => {
		expect(readLimit(itemOf(values))).toBe(limit);
	});

	it('reject a limit of 0', () => {
		expect(errorOf(() => readLimit(itemOf({ limit: 0 })))).toEqual(
			fieldError(
				'Limit',
				"The value 0 of 'Limit' is not a whole number of 1 or more",
				'Enter a whole number of 1 or more, or let the expression return one.',
			),
		);
	});

	it.each([
		{ what: 'by default', values: {}, key: 'updatedAt' },
		{ what: 'where all are returned', values: { returnAll: true }, key: 'createdAt' },
	])('sort a list $what by $key', ({ values, key }) => {
		expect(readSortKey(itemOf(values))).toBe(key);
	});

	const byDate = itemOf({ returnAll: true, sortBy: 'due' });

	it('sort a list by a field of its own', () => {
		expect(readSortKey(byDate, { name: 'Due', value: 'due' })).toBe('due');
	});

	it('reject a field that a list cannot be sorted by', () => {
		expect(errorOf(() => readSortKey(byDate))).toEqual(
			fieldError(
				'Sort By',
				'The value "due" of \'Sort By\' is not one of its options',
				'Choose one from the list, or let the expression return one of these: auto, createdAt, updatedAt.',
			),
		);
	});
});

describe('assertExpressionResolved', () => {
	const parametersWith = (filters: unknown) => ({ fields: [], stored: { filters } });
	const expression = '{{ $json.a }}';

	it.each<{ stored: unknown; shown: string }>([
		{ stored: expression, shown: expression },
		{ stored: 'a {{ b }} {{$now}}', shown: 'a {{ b }} {{$now}}' },
		{ stored: '{{ "Hi " + $json.a }}', shown: '{{ "Hi " + $json.a }}' },
		{ stored: '{{ DateTime.now() }}', shown: '{{ DateTime.now() }}' },
		{ stored: { a: { __rl: true, mode: 'id', value: expression } }, shown: expression },
		{
			stored: { a: [...Array.from({ length: 10 }, () => ''), '{{ $("Node").item }}'] },
			shown: '{{ $("Node").item }}',
		},
		{ stored: { valueOf: expression }, shown: expression },
	])('rejects $stored', ({ stored, shown }) => {
		expect(errorOf(() => assertExpressionResolved(parametersWith(stored), 'filters'))).toEqual({
			class: 'VitallyError',
			message: `The expression in 'Filters' is not evaluated, because the field is set to Fixed: ${shown}`,
			description:
				"Choose 'Expression' above the field, and check the result that n8n shows below it.",
			facts: {},
		});
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
	])('accepts %j, which contains no expression', (stored) => {
		expect(() => assertExpressionResolved(parametersWith(stored), 'filters')).not.toThrow();
	});
});

describe('labelOf', () => {
	it.each([
		['nextRenewalDate', 'Next Renewal Date'],
		['csmId', 'CSM'],
		['mrr', 'MRR'],
		['npsScore', 'NPS Score'],
		['traitsJson', 'Traits (JSON)'],
		['id', 'ID'],
		['externalId', 'External ID'],
		['id', 'ID'],
		['mrr', 'MRR'],
		['my_ own-key', 'My Own Key'],
		['baseURL', 'Base URL'],
		['myIdea', 'My Idea'],
		['traitsJson', 'Traits (JSON)'],
	])('comes from its name: %s is %s', (name, label) => expect(labelOf(name)).toBe(label));
});

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
import { errorOf, resultOf, type SeenError } from '../errors/thrownError.cts';
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
/** The readers by what they read. */
const READERS = {
	'a choice': (value: unknown) => readChoice(itemWith(value), scope),
	'true or false': (value: unknown) => readBoolean(itemWith(value), choice),
	'a number': (value: unknown) =>
		readNumber(itemWith(value), choice, { fallback: 50, ...wholeNumber(0, 9) }),
	'a required text': (value: unknown) => requiredText(itemWith(value), 'scope', 'Scope'),
	'a required ID': (value: unknown) => requiredId(itemWith(value), 'scope', 'Scope'),
	'the ID of a picked record': (value: unknown) => readRequiredId(value, 'Scope'),
	'a limitation': (value: unknown) => readLimitation(itemWith(value), choice),
	'a search text': (value: unknown) => readSearchText(itemWith(value), choice),
	'a group of fields': (value: unknown) => readObject(itemWith(value), choice),
	rows: (value: unknown) => readRows(itemWith(value), choice, 'row'),
	'a text': (value: unknown) => readText(value, 'Scope'),
};

type Kind = keyof typeof READERS;

describe('the readers of parameters', () => {
	const READ: Array<{ kind: Kind; value: unknown; wanted: unknown }> = [
		{ kind: 'a choice', value: ' ORGANIZATION ', wanted: 'organization' },
		{ kind: 'a choice', value: undefined, wanted: 'all' },
		{ kind: 'true or false', value: true, wanted: true },
		{ kind: 'true or false', value: ' TRUE ', wanted: true },
		{ kind: 'true or false', value: 'False', wanted: false },
		{ kind: 'true or false', value: undefined, wanted: false },
		{ kind: 'a number', value: 0, wanted: 0 },
		{ kind: 'a number', value: ' 9 ', wanted: 9 },
		{ kind: 'a number', value: undefined, wanted: 50 },
		{ kind: 'a number', value: [5], wanted: 5 },
		{ kind: 'a required text', value: ' a ', wanted: ' a ' },
		{ kind: 'a required text', value: 'None', wanted: 'None' },
		{ kind: 'a required text', value: 7, wanted: '7' },
		{ kind: 'a required text', value: ['a'], wanted: 'a' },
		{ kind: 'a required ID', value: 'a-1', wanted: 'a-1' },
		{ kind: 'a required ID', value: ['a-1'], wanted: 'a-1' },
		{ kind: 'the ID of a picked record', value: 44, wanted: '44' },
		{ kind: 'a limitation', value: undefined, wanted: undefined },
		{ kind: 'a limitation', value: 0, wanted: 0 },
		{ kind: 'a limitation', value: { mode: 'id', value: 'x' }, wanted: 'x' },
		{ kind: 'a limitation', value: { a: 1 }, wanted: { a: 1 } },
		{ kind: 'a search text', value: undefined, wanted: undefined },
		{ kind: 'a search text', value: ' a ', wanted: 'a' },
		{ kind: 'a group of fields', value: { a: 1 }, wanted: { a: 1 } },
		{ kind: 'a group of fields', value: null, wanted: {} },
		{ kind: 'rows', value: undefined, wanted: [] },
		{ kind: 'rows', value: { row: null }, wanted: [] },
		{ kind: 'rows', value: { row: { a: 1, b: undefined } }, wanted: [{ a: 1, b: null }] },
		{
			kind: 'rows',
			value: { row: { a: 0, b: undefined, c: false, d: '' } },
			wanted: [{ a: 0, b: null, c: false, d: '' }],
		},
		{ kind: 'rows', value: { row: [{ a: 1 }, { b: 1 }] }, wanted: [{ a: 1 }, { b: 1 }] },
		{ kind: 'a text', value: new Date(0), wanted: '1970-01-01T00:00:00.000Z' },
	];

	it.each(READ.map((row) => ({ ...row, entered: JSON.stringify(row.value) ?? 'nothing' })))(
		'read $entered as $kind',
		({ kind, value, wanted }) => {
			expect({ value, read: resultOf(() => READERS[kind](value)) }).toStrictEqual({
				value,
				read: wanted,
			});
		},
	);

	interface Rejected {
		kind: Kind;
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
			kind: 'a choice',
			values: ['organisation', '', null, ['all']],
			error: shownError(
				'is not one of its options',
				'Choose one from the list, or let the expression return one of these: all, organization.',
			),
		},
		{
			kind: 'true or false',
			values: ['yes', 2, '', null, {}],
			error: shownError(
				'is not true or false',
				"Turn 'Scope' on or off, or let the expression return true or false.",
			),
		},
		{
			kind: 'a number',
			values: [' ', null, '5 x', '0x1', true, [5, 6], 1.5, -1, 10],
			error: shownError(
				'is not a whole number from 0 to 9',
				'Enter a whole number from 0 to 9, or let the expression return one.',
			),
		},
		{
			kind: 'a required text',
			values: ['', ' ', null, undefined],
			error: () => emptyFieldError('Scope'),
		},
		{
			kind: 'the ID of a picked record',
			values: [' ', null, undefined],
			error: () =>
				fieldError(
					'Scope',
					"The field 'Scope' is empty",
					"Choose a record for 'Scope', or check that the expression returns an ID.",
				),
		},
		{ kind: 'a required text', values: [{}, true, NaN], error: () => notTextError('Scope') },
		{
			kind: 'a required text',
			values: ['half \ud83d'],
			error: () => halfCharacterError('Scope', "after 'half '"),
		},
		{
			kind: 'a required text',
			values: ['M\uFFFDller'],
			error: () => wrongEncodingError('Scope', "after 'M'"),
		},
		{
			kind: 'a required ID',
			values: ['acme-1\u200B'],
			error: () => invisibleCharacterError('Scope', 'U+200B', "after 'acme-1'"),
		},
		{ kind: 'a required text', values: [2 ** 53], error: () => lostDigitsError('Scope') },
		{ kind: 'a required ID', values: ['None', ' - ', 'NULL', 'N/A', 'NaN'], error: nullLike },
		{ kind: 'the ID of a picked record', values: ['NaN'], error: nullLike },
		{
			kind: 'a limitation',
			values: [null, ' ', { mode: 'id', value: '' }],
			error: emptyLimitation,
		},
		{ kind: 'a search text', values: ['', null], error: emptyLimitation },
		{ kind: 'a search text', values: ['null'], error: nullLike },
		{ kind: 'a group of fields', values: [[], 'x', 1], error: notGroup },
		{ kind: 'rows', values: [[]], error: notGroup },
		// The error shows the row that is at fault.
		{ kind: 'rows', values: [{ row: 'x' }], error: () => notGroup('x') },
		{ kind: 'rows', values: [{ row: [{}, null] }], error: () => notGroup(null) },
	];

	it.each(
		REJECTED.flatMap(({ kind, values, error }) =>
			values.map((value) => ({ kind, value, error: error(value) })),
		),
	)('reject $value as $kind: $error.message', ({ kind, value, error }) => {
		expect(errorOf(() => READERS[kind](value))).toEqual(error);
	});

	it('reject a missing number where no other one takes its place', () => {
		const read = () => readNumber(itemWith(undefined), choice, wholeNumber(0, 9));

		expect(errorOf(read)).toEqual(
			fieldError(
				'Scope',
				"The value undefined of 'Scope' is not a whole number from 0 to 9",
				'Enter a whole number from 0 to 9, or let the expression return one.',
			),
		);
	});

	const order = choiceProperty('Order', 'scope', {
		options: ['', 'createdAt', 'updatedAt'].map((name) => ({ name, value: name })),
		default: '',
	});

	it.each(['createdat', 'CREATEDAT', ' createdAt'])(
		'read %j as an option whose value has capitals',
		(value) => {
			expect({ read: resultOf(() => readChoice(itemWith(value), order)) }).toEqual({
				read: 'createdAt',
			});
		},
	);

	it('name no empty option in an error', () => {
		expect(errorOf(() => readChoice(itemWith('soon'), order))).toEqual(
			fieldError(
				'Order',
				'The value "soon" of \'Order\' is not one of its options',
				'Choose one from the list, or let the expression return one of these: createdAt, updatedAt.',
			),
		);
	});

	it('return the default of a switch, also within a collection', () => {
		const on = switchProperty('On', 'on', { default: true });

		expect({
			ofSwitchThatIsOn: resultOf(() => readSwitch(itemOf({}), on)),
			ofSwitchThatIsOff: resultOf(() => readSwitch(itemOf({}), switchProperty('Off', 'off', {}))),
			turnedOffInOptions: resultOf(() =>
				readSwitch(itemOf({ 'options.on': false }), on, 'options'),
			),
		}).toEqual({ ofSwitchThatIsOn: true, ofSwitchThatIsOff: false, turnedOffInOptions: false });
	});

	it.each([
		{ what: 'by default', values: {}, limit: 50 },
		{ what: 'with the least limit', values: { limit: 1 }, limit: 1 },
		{ what: 'where all are returned', values: { limit: 0, returnAll: true }, limit: Infinity },
	])('limit a list $what to $limit', ({ values, limit }) => {
		expect(resultOf(() => readLimit(itemOf(values)))).toBe(limit);
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
		expect(resultOf(() => readSortKey(itemOf(values)))).toBe(key);
	});

	const byDate = itemOf({ returnAll: true, sortBy: 'due' });

	it('sort a list by a field of its own', () => {
		expect(resultOf(() => readSortKey(byDate, { name: 'Due', value: 'due' }))).toBe('due');
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
		const assertion = () => assertExpressionResolved(parametersWith(stored), 'filters');

		expect({ error: resultOf(assertion) }).toEqual({ error: undefined });
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
		['my_ own-key', 'My Own Key'],
		['baseURL', 'Base URL'],
		['myIdea', 'My Idea'],
	])('comes from its name: %s is %s', (name, label) => expect(labelOf(name)).toBe(label));
});

import type { IDataObject } from 'n8n-workflow';

import {
	buildTraits,
	needsDefinitions,
	type KeyValueLabels,
	type TraitInput,
} from '../../nodes/Vitally/values/traits/buildTraits';
import { DefinedTraits } from '../../nodes/Vitally/values/traits/definedTraits';
import { TraitColumns, traitKeyOf, traitName } from '../../nodes/Vitally/values/traits/traitName';
import { traitValue, type TraitType } from '../../nodes/Vitally/values/traits/traitValue';
import { errorOf, resultOf, type SeenError } from '../errors/thrownError.cts';
import {
	fieldError,
	lostDigitsError,
	notDateError,
	notListError,
	notTextError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

const value = (type: TraitType, input: unknown) => traitValue(type, input, 'Trait: x', 'UTC');

describe('traitValue', () => {
	it.each([
		{ type: 'string', input: 12, expected: '12' },
		{ type: 'string', input: ['gold'], expected: 'gold' },
		{ type: 'string', input: true, expected: 'true' },
		{ type: 'string', input: [true], expected: 'true' },
		{
			type: 'string',
			input: new Date('2026-03-01T10:00:00Z'),
			expected: '2026-03-01T10:00:00.000Z',
		},
		{ type: 'number', input: ' 12.5 ', expected: 12.5 },
		{ type: 'number', input: ['12.5'], expected: 12.5 },
		{ type: 'boolean', input: false, expected: false },
		{ type: 'boolean', input: ' False ', expected: false },
		{ type: 'boolean', input: 'TRUE', expected: true },
		{ type: 'boolean', input: 0, expected: false },
		{ type: 'boolean', input: '0', expected: false },
		{ type: 'boolean', input: 1, expected: true },
		{ type: 'boolean', input: '1', expected: true },
		{ type: 'boolean', input: [true], expected: true },
		{ type: 'date', input: '2026-03-01', expected: '2026-03-01T00:00:00.000Z' },
		{ type: 'date', input: '2026-03-01T22:00:00-05:00', expected: '2026-03-01T00:00:00.000Z' },
		{ type: 'dateTime', input: '2026-03-01T22:00:00-05:00', expected: '2026-03-02T03:00:00.000Z' },
		{ type: 'multiSelect', input: 'a, b', expected: ['a', 'b'] },
	] as const)(
		'converts to the type $type: $input becomes $expected',
		({ type, input, expected }) => {
			expect(resultOf(() => value(type, input))).toEqual(expected);
		},
	);

	it.each([
		{ type: 'date', sent: '2026-03-02T00:00:00.000Z' },
		{ type: 'dateTime', sent: '2026-03-01T23:30:00.000Z' },
	] as const)('reads a date object for the type $type in the zone of the workflow', (row) => {
		const date = new Date('2026-03-01T23:30:00Z');

		expect(resultOf(() => traitValue(row.type, date, 'Trait: x', 'Europe/Berlin'))).toBe(row.sent);
	});

	const notNumber = (shown: string) =>
		fieldError(
			'Trait: x',
			`The value ${shown} of 'Trait: x' is not a number`,
			"Enter digits with a point before decimals, such as '12.5'.",
		);
	const notText = notTextError('Trait: x');

	// No advice names the field 'Type', which a mapped column does not have.
	it.each([
		{ type: 'number', input: Number.NaN, error: notNumber('NaN') },
		{ type: 'number', input: [5, 6], error: notNumber('[5,6]') },
		{ type: 'string', input: { a: 1 }, error: notText },
		{
			type: 'string',
			input: ['gold', 'partner'],
			error: {
				...notText,
				description: `${notText.description} Join the entries of a list with .join(", ").`,
			},
		},
		{ type: 'number', input: '0x10', error: notNumber('"0x10"') },
		{
			type: 'number',
			input: '9007199254740993',
			error: {
				...lostDigitsError('Trait: x'),
				description:
					'Send an ID with so many digits in a text field or a trait of the type String. Programs round numbers above 9007199254740991.',
			},
		},
		{
			type: 'boolean',
			input: 'yes',
			error: fieldError(
				'Trait: x',
				'The value "yes" of \'Trait: x\' is not true or false',
				"Enter 'true' or 'false'.",
			),
		},
		{ type: 'date', input: 'tomorrow', error: notDateError('Trait: x', '"tomorrow"') },
		{ type: 'multiSelect', input: { a: 1 }, error: notListError('Trait: x', '{"a":1}') },
	] as const)(
		'rejects for the type $type the value $input, and names the trait',
		({ type, input, error }) => {
			expect(errorOf(() => value(type, input))).toEqual(error);
		},
	);
});

const traitsOf = (input: Partial<TraitInput>) =>
	buildTraits({ emptyValues: 'ignore', ...input }, 'UTC');

describe('buildTraits', () => {
	const row = (key: string, stringValue: unknown) =>
		({ key, type: 'string', stringValue }) as IDataObject;

	it.each([{}, { rows: [] }, { rows: undefined, json: '', clear: [] }, { json: '{}' }])(
		'returns nothing when nothing was set: %j',
		(input) => {
			expect({ traits: traitsOf(input) }).toEqual({ traits: undefined });
		},
	);

	it('keeps the dots of a key', () => {
		expect(traitsOf({ rows: [row('vitally.custom.nextStep', 'call')] })).toEqual({
			'vitally.custom.nextStep': 'call',
		});
	});

	it('takes the key of a row from the list of the editor', () => {
		const rows = [{ key: { mode: 'list', value: ' plan ' }, stringValue: 'gold' }];

		expect(resultOf(() => traitsOf({ rows }))).toEqual({ plan: 'gold' });
	});

	it('clears the keys of the list with null', () => {
		expect(traitsOf({ rows: [row('plan', 'gold')], clear: ['a.b', 'c'] })).toEqual({
			plan: 'gold',
			'a.b': null,
			c: null,
		});
	});

	it.each<{ places: string; input: Partial<TraitInput> }>([
		{ places: 'two rows', input: { rows: [row('a', ''), row('a', null)] } },
		{ places: 'a row and JSON', input: { rows: [row('a', '')], json: { a: null } } },
		{ places: 'a row and the list', input: { rows: [row('a', '')], clear: 'a' } },
		{ places: 'JSON and the list', input: { json: { a: null }, clear: ['a'] } },
		{ places: 'two entries of the list', input: { clear: 'a, a' } },
	])('clears a trait that is to be cleared in $places', ({ input }) => {
		expect(resultOf(() => traitsOf({ ...input, emptyValues: 'clear' }))).toEqual({ a: null });
	});

	it('sends JSON as it is', () => {
		const json = { 'a.b': 0, c: false, f: [], g: ['x'], h: 1.5, i: { j: null, k: '' } };

		expect(resultOf(() => traitsOf({ json: JSON.stringify(json) }))).toEqual(json);
		expect(resultOf(() => traitsOf({ json }))).toEqual(json);
	});

	it('sends a trait that has the name of the object around traits, and no keys in it', () => {
		const json = { traits: 'gold', properties: ['a'] };

		expect(resultOf(() => traitsOf({ json }))).toEqual(json);
	});

	it.each<{ kind: string; input: Partial<TraitInput> }>([
		{ kind: 'a row of the type String', input: { rows: [row('a', '')] } },
		{ kind: 'a row of another type', input: { rows: [{ key: 'a', type: 'date', dateValue: '' }] } },
		{ kind: 'a row without a type', input: { rows: [{ key: 'a', stringValue: null }] } },
		{ kind: 'JSON', input: { json: { a: '' } } },
		{
			kind: 'a trait whose type is defined',
			input: { json: { a: null }, defined: new DefinedTraits([{ key: 'a', type: 'number' }]) },
		},
	])('reports a trait that is not sent, because it is empty in $kind', ({ input }) => {
		const notSent: string[] = [];
		const traits = traitsOf({
			...input,
			notSent: (key) => {
				notSent.push(key);
			},
		});

		expect({ traits, notSent }).toEqual({ traits: undefined, notSent: ['a'] });
	});

	it.each(['clear', 'send'] as const)(
		'reports no empty trait that is sent with the rule %s',
		(emptyValues) => {
			const notSent: string[] = [];

			traitsOf({
				rows: [row('a', '')],
				emptyValues,
				notSent: (key) => {
					notSent.push(key);
				},
			});

			expect({ notSent }).toEqual({ notSent: [] });
		},
	);

	it.each([
		{ what: 'an empty text', value: '' },
		{ what: 'blanks', value: ' ' },
		{ what: 'null', value: null },
	])('sends $what, as for a text, for a trait whose type is not known', ({ value: entered }) => {
		const defined = new DefinedTraits([{ key: 'odd' }]);

		expect(
			resultOf(() => traitsOf({ json: { odd: entered }, defined, emptyValues: 'send' })),
		).toEqual({
			odd: entered,
		});
	});

	it('reports the traits alone whose defined type is not known', () => {
		const untyped: string[] = [];
		const defined = new DefinedTraits([{ key: 'odd' }, { key: 'seats', type: 'number' }]);

		traitsOf({
			json: { odd: 5, seats: 3, isNew: true },
			defined,
			untyped: (key) => {
				untyped.push(key);
			},
		});

		expect({ untyped }).toEqual({ untyped: ['odd'] });
	});

	it.each(['hasOwnProperty', 'toString', '__defineGetter__', '0', 'é.😀'])(
		'sends every key as an own one: %s',
		(key) =>
			expect(Object.entries(traitsOf({ rows: [row(` ${key} `, 1)] }) ?? {})).toEqual([[key, '1']]),
	);

	const givenTwice = fieldError(
		'Trait: a',
		"The trait 'a' is given more than once",
		"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
	);
	const noKey = fieldError(
		'Traits',
		"The trait in row 1 of 'Traits' has no key",
		'Enter the key of the trait, for example plan, or remove the row.',
	);
	const notObject = (fault = '') =>
		fieldError(
			'Traits (JSON)',
			"The value of 'Traits (JSON)' is not a JSON object",
			`Enter an object such as { "plan": "gold", "seats": 12 }.${fault}`,
		);
	const notSendable = (key: string, shown: string) =>
		fieldError(
			`Trait: ${key}`,
			`The value ${shown} of the trait '${key}' cannot be sent`,
			'Check the expression: it may calculate with a value that is missing.',
		);
	const wrongKey = (key: string) =>
		fieldError(
			`Trait: ${key}`,
			`A trait with the key '${key}' cannot be sent`,
			'Use another key for the trait, for example plan.',
		);

	it.each<{ fault: string; input: Partial<TraitInput>; error: SeenError }>([
		{
			fault: 'two rows of one key',
			input: { rows: [row('a', 1), row('a', 1)] },
			error: givenTwice,
		},
		{
			fault: 'a row and the list to clear of one key',
			input: { rows: [row('a', 1)], clear: 'a' },
			error: givenTwice,
		},
		{
			fault: 'JSON and the list to clear of one key',
			input: { json: { a: 1 }, clear: 'a' },
			error: givenTwice,
		},
		{
			fault: 'an empty row that clears and JSON of one key',
			input: { rows: [row('a', '')], json: { a: 1 }, emptyValues: 'clear' },
			error: givenTwice,
		},
		{
			fault: 'a row without a key',
			input: { rows: [row(' ', 1)] },
			error: noKey,
		},
		{
			fault: 'a row of an unknown type',
			input: { rows: [{ key: 'a', type: 'colour' }] },
			error: fieldError(
				'Trait: a',
				'The trait \'a\' has the unknown type "colour"',
				'Choose one of these types: boolean, date, dateTime, multiSelect, number, string.',
			),
		},
		{
			fault: 'a row whose key is a number',
			input: { rows: [{ key: 5, stringValue: 'x' }] },
			error: noKey,
		},
		...['traits', 'properties'].map((wrapper) => ({
			fault: `JSON with the key ${wrapper} around all others`,
			input: { json: { [wrapper]: { plan: 'gold' } } },
			error: fieldError(
				'Traits (JSON)',
				`The value of 'Traits (JSON)' has the key '${wrapper}' around other keys`,
				`Enter the object inside of '${wrapper}' alone, such as { "plan": "gold", "seats": 12 }.`,
			),
		})),
		{ fault: 'a list in JSON', input: { json: '[1]' }, error: notObject() },
		{ fault: 'a map for JSON', input: { json: new Map([['a', 1]]) }, error: notObject() },
		{ fault: 'a promise for JSON', input: { json: Promise.resolve({ a: 1 }) }, error: notObject() },
		{
			fault: 'a date for JSON',
			input: { json: { ts: 5, toJSON: () => '2026-01-05' } },
			error: notObject(),
		},
		{
			fault: 'text that is no JSON',
			input: { json: '{ a: 1 }' },
			error: notObject(" The JSON is wrong in line 1, column 3, at 'a: 1 }'."),
		},
		{ fault: 'NaN in JSON', input: { json: { arr: NaN } }, error: notSendable('arr', 'NaN') },
		{
			fault: 'a number in JSON that is too large',
			input: { json: '{ "arr": 1e400 }' },
			error: notSendable('arr', 'Infinity'),
		},
		{
			fault: 'NaN in a list',
			input: { json: { list: [1, NaN] } },
			error: notSendable('list', 'NaN'),
		},
		{
			fault: 'an invalid date',
			input: { json: { at: new Date('x') } },
			error: notSendable('at', 'Invalid Date'),
		},
		{
			fault: 'the key __proto__',
			input: { json: '{ "__proto__": 1 }' },
			error: wrongKey('__proto__'),
		},
		{
			fault: 'the key constructor',
			input: { json: { constructor: 1 } },
			error: wrongKey('constructor'),
		},
		{
			fault: 'the key constructor inside of a value',
			input: { json: { a: { b: [{ constructor: 1 }] } } },
			error: fieldError(
				'Trait: a',
				"An object with the key 'constructor' cannot be sent",
				'Use another key, for example plan.',
			),
		},
		{ fault: 'a blank key in JSON', input: { json: '{ " ": 1 }' }, error: wrongKey(' ') },
		{
			fault: 'a row with the key prototype',
			input: { rows: [row('prototype', 1)] },
			error: wrongKey('prototype'),
		},
	])('rejects $fault', ({ input, error }) => {
		expect(errorOf(() => traitsOf(input))).toEqual(error);
	});
});

describe('a trait', () => {
	const defined = new DefinedTraits([
		{ key: 'first', label: 'Plan' },
		{ key: 'cafe', label: 'Caf\u00e9 ' },
		{ key: 'last', label: 'Plan' },
		{ key: 'noLabel' },
	]);

	it.each([
		{ form: 'the label with composed letters', label: 'Caf\u00e9', key: 'cafe' },
		{ form: 'the label with decomposed letters', label: 'Cafe\u0301', key: 'cafe' },
		{ form: 'the label with blanks around it', label: ' Caf\u00e9  ', key: 'cafe' },
		{ form: 'the label with other capitals', label: 'caf\u00e9', key: undefined },
		{ form: 'the label of two traits', label: 'Plan', key: 'last' },
		{ form: 'the key of a trait in place of the label', label: 'noLabel', key: undefined },
	])('belongs to what is entered, or is not found: $form', ({ label, key }) => {
		const found = (keyOfTrait: string | undefined) => keyOfTrait ?? 'no trait';

		expect({ found: found(defined.keyOfLabel(label)) }).toEqual({ found: found(key) });
	});
});

describe('the trait definitions of the workspace', () => {
	const automatic = { type: 'automatic', stringValue: 'x' };
	const empty = { stringValue: '' };
	const number = { type: 'number', numberValue: 1 };

	it.each([
		{ rows: [number, automatic], emptyValues: 'ignore', isNeeded: true },
		{ rows: [{ stringValue: 'x' }], emptyValues: 'clear', isNeeded: true },
		{ rows: [empty], emptyValues: 'send', isNeeded: true },
		{ rows: [empty], emptyValues: 'ignore', isNeeded: false },
		{ rows: [empty], emptyValues: 'clear', isNeeded: false },
		{ rows: [number], emptyValues: 'send', isNeeded: false },
		{ rows: undefined, emptyValues: 'send', isNeeded: false },
	] as const)(
		'have to be read for the rows $rows where empty values mean $emptyValues: $isNeeded',
		({ rows, emptyValues, isNeeded }) => {
			const input = { rows: rows as never, emptyValues };

			expect({ isNeeded: needsDefinitions(input) }).toEqual({ isNeeded });
		},
	);

	it.each([
		{ place: 'a value in JSON', input: { json: { a: 1 } }, emptyValues: 'ignore', isNeeded: true },
		{ place: 'null in JSON', input: { json: { a: null } }, emptyValues: 'clear', isNeeded: false },
		{ place: 'null in JSON', input: { json: { a: null } }, emptyValues: 'send', isNeeded: true },
		{ place: 'a key to clear', input: { clear: ['a'] }, emptyValues: 'ignore', isNeeded: true },
		{ place: 'no key to clear', input: { clear: [''] }, emptyValues: 'send', isNeeded: false },
	] as const)(
		'have to be read for $place where empty values mean $emptyValues: $isNeeded',
		({ input, emptyValues, isNeeded }) => {
			expect({ isNeeded: needsDefinitions({ ...input, emptyValues }) }).toEqual({ isNeeded });
		},
	);
});

describe('the keys of traits', () => {
	it.each<{ place: string; input: Partial<TraitInput>; sent: object }>([
		{
			place: 'a row',
			input: { rows: [{ key: 'traits.plan', stringValue: 'gold' }] },
			sent: { plan: 'gold' },
		},
		{
			place: 'an empty row that clears',
			input: { rows: [{ key: 'traits.plan', stringValue: '' }] },
			sent: { plan: null },
		},
		{
			place: 'JSON, with more dots in the key',
			input: { json: { 'traits.vitally.custom.seats': 3 } },
			sent: { 'vitally.custom.seats': 3 },
		},
		{ place: 'the list to clear', input: { clear: 'traits.tier' }, sent: { tier: null } },
	])('go out without the prefix of a column of the output in $place', ({ input, sent }) => {
		expect(resultOf(() => traitsOf({ emptyValues: 'clear', ...input }))).toEqual(sent);
	});

	it('belong to one trait with and without the prefix of a column of the output', () => {
		const json = { 'traits.plan': 'gold', plan: 'silver' };

		expect(errorOf(() => traitsOf({ json }))).toEqual(
			fieldError(
				'Trait: plan',
				"The trait 'plan' is given more than once",
				"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
			),
		);
	});

	it.each<{ place: string; input: Partial<TraitInput>; labels?: KeyValueLabels }>([
		{ place: 'where Vitally returned them', input: { isStored: true } },
		{
			place: 'where Vitally defines them',
			input: { defined: new DefinedTraits([{ key: 'traits.plan' }]) },
		},
		{
			place: 'in an event',
			input: {},
			labels: { noun: 'property', title: 'Property', label: 'Properties' },
		},
	])('stay exact $place', ({ input, labels }) => {
		const json = { 'traits.plan': 'gold' };

		expect(
			resultOf(() => buildTraits({ json, emptyValues: 'send', ...input }, 'UTC', labels)),
		).toEqual(json);
	});

	it('have one column each, which is numbered from 1 on', () => {
		const columns = new TraitColumns();
		const plan = columns.columnOf('plan');
		const seats = columns.columnOf('seats');

		expect({ plan, seats, planAgain: columns.columnOf('plan') }).toEqual({
			plan: { name: 'traits.plan', number: 1 },
			seats: { name: 'traits.seats', number: 2 },
			planAgain: { name: 'traits.plan', number: 1 },
		});
	});

	it('have the prefix traits. among the fields of a record', () => {
		expect({ name: traitName('vitally.custom.plan') }).toEqual({
			name: 'traits.vitally.custom.plan',
		});
	});

	it.each([
		{ name: 'traits.vitally.custom.plan', key: 'vitally.custom.plan' },
		{ name: 'traits.plan', key: 'plan' },
		{ name: 'traits', key: undefined },
		{ name: 'my.traits.', key: undefined },
		{ name: 'Traits.plan', key: undefined },
	])('follow from the name $name: $key', ({ name, key }) => {
		expect({ key: traitKeyOf(name) }).toEqual({ key });
	});
});

describe('a damaged text', () => {
	const values = [
		{ where: 'a text', value: 'M\uFFFDller' },
		{ where: 'a list', value: ['gold', 'M\uFFFDller'] },
		{ where: 'an object', value: { contact: { name: 'M\uFFFDller' } } },
	];

	it.each(values)('goes back in $where where Vitally returned it', ({ value: damaged }) => {
		const json = { owner: damaged };

		expect(resultOf(() => traitsOf({ json, emptyValues: 'send', isStored: true }))).toEqual(json);
	});

	it.each(values)('fails in $where of the JSON that was entered', ({ value: damaged }) => {
		expect(errorOf(() => traitsOf({ json: { owner: damaged } }))).toEqual(
			wrongEncodingError('Trait: owner', "after 'M'"),
		);
	});

	it('fails in a row that was entered', () => {
		const rows = [{ key: 'owner', type: 'string', stringValue: 'M\uFFFDller' }];

		expect(errorOf(() => traitsOf({ rows }))).toEqual(
			wrongEncodingError('Trait: owner', "after 'M'"),
		);
	});
});

describe('a field that is sent as a trait', () => {
	const row = { key: 'mrr', type: 'number', numberValue: 900 };

	it.each<{ name: string; input: Partial<TraitInput>; sent: object }>([
		{
			name: 'goes out beside other traits',
			input: { json: { seats: 3 } },
			sent: { seats: 3, mrr: 900 },
		},
		{ name: 'may have the value of a row', input: { rows: [row] }, sent: { mrr: 900 } },
		{
			name: 'replaces an empty row that sends nothing',
			input: { rows: [{ ...row, numberValue: '' }] },
			sent: { mrr: 900 },
		},
	])('$name', ({ input, sent }) => {
		expect(resultOf(() => traitsOf({ ...input, fields: { mrr: 900 } }))).toEqual(sent);
	});

	it.each<{ where: string; input: Partial<TraitInput>; value: number | null }>([
		{ where: 'has another value than a row', input: { rows: [row] }, value: 901 },
		{ where: 'is cleared and has a value in a row', input: { rows: [row] }, value: null },
		{ where: 'has a value and is in the list to clear', input: { clear: 'mrr' }, value: 900 },
	])('fails where it $where', ({ input, value }) => {
		expect(errorOf(() => traitsOf({ ...input, fields: { mrr: value } }))).toEqual(
			fieldError(
				'Trait: mrr',
				"The trait 'mrr' is given more than once",
				"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
			),
		);
	});
});

describe('the label of a trait in place of its key', () => {
	const labelled = (...keys: string[]) =>
		new DefinedTraits(keys.map((key) => ({ key, label: 'Plan Name' })));
	const labelError = (key: string) =>
		fieldError(
			'Trait: Plan Name',
			`'Plan Name' is the label of the trait '${key}', not its key`,
			`Use the key '${key}'. With its label, Vitally would create another trait.`,
		);

	it.each<{ place: string; input: Partial<TraitInput> }>([
		{ place: 'a row', input: { rows: [{ key: 'Plan Name', stringValue: 'gold' }] } },
		{ place: 'a row without a value', input: { rows: [{ key: 'Plan Name', stringValue: '' }] } },
		{ place: 'JSON', input: { json: { 'Plan Name': 'gold' } } },
		{ place: 'the list of traits to clear', input: { clear: ['Plan Name'] } },
	])('fails in $place, also where the type of the trait is not known', ({ input }) => {
		const defined = labelled('vitally.custom.plan');

		expect(errorOf(() => traitsOf({ ...input, defined }))).toEqual(
			labelError('vitally.custom.plan'),
		);
	});

	it('fails with the key of the last of several traits that have the label', () => {
		const defined = labelled('vitally.custom.old', 'vitally.custom.plan');

		expect(errorOf(() => traitsOf({ clear: 'Plan Name', defined }))).toEqual(
			labelError('vitally.custom.plan'),
		);
	});

	it('passes where a trait has it as its key', () => {
		const defined = new DefinedTraits([
			{ key: 'Plan Name' },
			{ key: 'vitally.custom.plan', label: 'Plan Name' },
		]);

		expect(resultOf(() => traitsOf({ json: { 'Plan Name': 'gold' }, defined }))).toEqual({
			'Plan Name': 'gold',
		});
	});
});

import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import { additionalCollection } from '../../nodes/Vitally/fields/collections';
import {
	choiceProperty,
	numberProperty,
	switchProperty,
	textProperty,
	timeProperty,
} from '../../nodes/Vitally/fields/properties';
import {
	assertNotEmptyUpdate,
	bodyProperties,
	createOptions,
	mapperColumns,
	readValues,
	updateOptions,
	type BodyDefinition,
} from '../../nodes/Vitally/operations/body/bodyDefinition';
import {
	booleanField,
	dateTimeField,
	notClearable,
	optionalIdField,
	readMappedFields,
	readCollectionFields,
	readTopFields,
	requiredTextField,
	reservedTraitField,
	resolvedIdField,
	resolvedIdsField,
	textField,
	type BodyField,
} from '../../nodes/Vitally/operations/body/bodyField';
import { resolveValue } from '../../nodes/Vitally/records/resolveId';
import { accountType, projectType } from '../../nodes/Vitally/resources/recordTypes';

const name = textField(textProperty('Name', 'name'));
const email = textField(textProperty('Email', 'email'));
/** Decides on the text next to it. */
const format: BodyField = {
	property: choiceProperty('Format', 'format', { options: [], default: '' }),
	empty: 'none',
	read: () => undefined,
};
const account = resolvedIdField(accountType);
/** What a locator is read as. */
const picked: BodyField = { ...account, read: (item, parameter) => item.param(parameter) };

const itemOf = (values: Record<string, unknown>, expressions: string[] = []) => {
	const reported: string[] = [];

	return {
		reported,
		timeZone: 'UTC',
		param: (parameter: string) => values[parameter],
		isExpression: (parameter: string) => expressions.includes(parameter),
		notSent: (label: string) => reported.push(label),
	};
};

describe('the fields of a body', () => {
	it('reports those that were added without a value, and not one that sends nothing itself', () => {
		const item = itemOf({
			additionalFields: { name: '', email: 'a@acme.example', format: 'html' },
			'additionalFields.name': '',
			'additionalFields.email': 'a@acme.example',
			'additionalFields.format': 'html',
		});
		const values = readCollectionFields(item, [name, email, format], 'additionalFields');

		expect([values, item.reported]).toEqual([{ email: 'a@acme.example' }, ['Name']]);
	});

	it('at the top: a field wins over a mapped column unless it is empty', () => {
		const mapped = { name: 'of the column', email: 'of the column' };
		const item = itemOf({ name: 'Acme', email: '' }, ['email']);

		expect(readTopFields(item, [name, email], mapped)).toEqual({ ...mapped, name: 'Acme' });
		expect(item.reported).toEqual([]);
	});

	it('at the top: an empty one is set only by an expression', () => {
		const rule = { 'options.emptyValues': 'clear' };
		const item = itemOf({ ...rule, name: '', email: '' }, ['email']);

		expect(readTopFields(item, [name, email])).toEqual({ email: null });

		const { timeZone, param } = item;

		expect(readTopFields({ timeZone, param }, [name, email])).toEqual({});
	});

	it('a mapped column picks a record by either of its IDs, and clears where that is the rule', () => {
		const columns = { accountId: 'A1', name: 'Acme', email: '' };
		const item = itemOf({ 'options.emptyValues': 'clear' });

		expect(readMappedFields(item, [picked, name, email], columns)).toEqual({
			accountId: { mode: 'column', value: 'A1' },
			name: 'Acme',
			email: null,
		});
	});
});

describe('a kind of field', () => {
	const one = textProperty('One', 'one');

	it('picks a record, or records', async () => {
		const context = { timeZone: 'UTC' } as ItemContext;
		const ids = async (field: BodyField, entered: unknown) =>
			await resolveValue(context, field.read(itemOf({ one: entered }), 'one'));
		const byId = { mode: 'id', value: 'not-looked-up' };

		expect(await ids(resolvedIdField(projectType), byId)).toBe('not-looked-up');

		const several = resolvedIdsField(projectType, one);

		expect(await ids(several, 'p-1, p-2, p-1')).toEqual(['p-1', 'p-2']);
		expect(await ids(several, ' , ')).toBeUndefined();
	});

	it.each([
		['a text', textField, { cleared: null, blank: '' }, { blank: '' }],
		['an ID of a new record', optionalIdField, 'none', 'none'],
	])('may be one that nothing clears: %s', (_kind, field, empty, notCleared) => {
		expect(field(one).empty).toEqual(empty);
		expect(notClearable(field(one)).empty).toEqual(notCleared);
	});
});

describe('a body', () => {
	const required = requiredTextField(textProperty('Title', 'title', { required: true }));
	const score = dateTimeField(numberProperty('Score', 'score', {}));
	const seen = dateTimeField(timeProperty('Seen', 'seen'));
	const live = booleanField(switchProperty('Live', 'live', {}));
	const mrr = reservedTraitField('number', numberProperty('MRR', 'mrr', {}));
	const spec: BodyDefinition = {
		required: [required, name],
		optional: [format, score, seen, live],
	};

	it('has traits only where there are some, with the fields that are sent as traits', () => {
		const item = itemOf({
			name: 'Acme',
			traitsMode: 'json',
			traitsJson: '{ "plan": "gold" }',
			additionalFields: { mrr: 5 },
			'additionalFields.mrr': 5,
		});
		const [without, withTraits] = [false, true].map((hasTraits) =>
			readValues(item, { optional: [mrr], required: [name], hasTraits }, 'additionalFields'),
		);

		expect(without).toStrictEqual({ name: 'Acme', mrr: 5 });
		expect(withTraits).toStrictEqual({ name: 'Acme', traits: { plan: 'gold', mrr: 5 } });
	});

	it.each([
		[5, false],
		[6, true],
	])('has a trait of the name of a field only with its value: %j', (value, isError) => {
		const item = itemOf({
			traitsMode: 'json',
			traitsJson: JSON.stringify({ mrr: value }),
			additionalFields: { mrr: 5 },
			'additionalFields.mrr': 5,
		});
		const read = () => readValues(item, { optional: [mrr], hasTraits: true }, 'additionalFields');
		if (isError) expect(read).toThrow("The trait 'mrr'");
		else expect(read()).toEqual({ traits: { mrr: 5 } });
	});

	it('of an update is not empty', () => {
		expect(() => assertNotEmptyUpdate({})).toThrow('There is nothing to update');
		expect(() => assertNotEmptyUpdate({ name: null })).not.toThrow();
	});

	it('has columns for what is neither required nor a format', () => {
		expect(mapperColumns(spec).map(({ id, type }) => [id, type])).toEqual([
			['name', 'string'],
			['score', 'number'],
			['seen', 'dateTime'],
			['live', 'string'],
		]);
	});

	it('has its fields in the order of the editor, and options for traits where there are some', () => {
		const names = (fields: Array<{ name: string }> = []) => fields.map((field) => field.name);
		const below = [textProperty('Below', 'below')];
		const properties = (definition: BodyDefinition) =>
			bodyProperties(definition, additionalCollection, below);
		const all = properties(spec);

		expect(names(all)).toStrictEqual(['title', 'name', 'below', 'additionalFields']);
		expect(names(all.at(-1)?.options as typeof below)).toStrictEqual([
			'format',
			'live',
			'score',
			'seen',
		]);
		expect(names(properties({ hasTraits: true })).slice(0, 2)).toEqual(['below', 'traitsMode']);

		const modes = ([true, 'mapped'] as const).map((hasTraits) => properties({ hasTraits })[1]);

		expect(modes.map((mode) => mode.default)).toEqual(['fields', 'mapper']);

		const options = [createOptions({}), updateOptions({}), updateOptions({ hasTraits: true })];

		expect(options.map((one) => names(one.options as typeof below))).toEqual([
			['dryRun', 'emptyValues'],
			['dryRun', 'emptyValues'],
			['columnsWithoutTrait', 'dryRun', 'emptyValues', 'traitsToClear'],
		]);
	});
});

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
	dateField,
	dateTimeField,
	emailField,
	lineListField,
	notClearable,
	optionalIdField,
	optionalTextField,
	readMappedFields,
	readCollectionFields,
	readTopFields,
	requiredIdField,
	requiredTextField,
	reservedTraitField,
	resolvedIdField,
	resolvedIdsField,
	textField,
	textListField,
	type BodyField,
} from '../../nodes/Vitally/operations/body/bodyField';
import { resolveValue } from '../../nodes/Vitally/records/resolveId';
import { accountType, projectType } from '../../nodes/Vitally/resources/recordTypes';
import type { JsonValue } from '../../nodes/Vitally/values/json/json';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { differences, NO_DIFFERENCES } from '../fixtures/differences.cts';

const name = textField(textProperty('Name', 'name'));
const email = textField(textProperty('Email', 'email'));
/** A field that decides on the text next to it. */
const format: BodyField = {
	property: choiceProperty('Format', 'format', { options: [], default: '' }),
	empty: 'none',
	read: () => undefined,
};
const account = resolvedIdField(accountType);
/** A field whose locator is read as it was entered. */
const picked: BodyField = {
	...account,
	read: (item, parameter) => item.param(parameter) as JsonValue,
};

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
	it('report that they were added without a value, unless they are never sent', () => {
		const item = itemOf({
			additionalFields: { name: '', email: 'a@acme.example', format: 'html' },
			'additionalFields.name': '',
			'additionalFields.email': 'a@acme.example',
			'additionalFields.format': 'html',
		});
		const values = readCollectionFields(item, [name, email, format], 'additionalFields');

		expect({ values, reported: item.reported }).toEqual({
			values: { email: 'a@acme.example' },
			reported: ['Name'],
		});
	});

	it('win over a mapped column at the top unless they are empty', () => {
		const mapped = { name: 'of the column', email: 'of the column' };
		const item = itemOf({ name: 'Acme', email: '' });

		expect(resultOf(() => readTopFields(item, [name, email], mapped))).toEqual({
			...mapped,
			name: 'Acme',
		});
		expect(item.reported).toEqual([]);
	});

	it('count as set at the top where an expression returns nothing, and not where they are empty', () => {
		const rule = { 'options.emptyValues': 'clear' };
		const item = itemOf({ ...rule, name: '', email: '' }, ['email']);

		expect(resultOf(() => readTopFields(item, [name, email]))).toEqual({ email: null });
	});

	it('do not count as set at the top where nothing tells of expressions', () => {
		const { timeZone, param } = itemOf({ 'options.emptyValues': 'clear', email: '' });

		expect(resultOf(() => readTopFields({ timeZone, param }, [name, email]))).toEqual({});
	});

	it('have the column of their name in the request, where the node calls them otherwise', () => {
		const description = {
			...textField(textProperty('Description', 'taskDescription')),
			sentAs: 'description',
		};

		expect(readMappedFields(itemOf({}), [description], { description: 'Call them' })).toEqual({
			description: 'Call them',
		});
	});

	it('count as empty where their mapped column is null, whatever stands in the node', () => {
		const item = itemOf({ 'options.emptyValues': 'clear', email: 'of the node' });

		expect(resultOf(() => readMappedFields(item, [email], { email: null }))).toEqual({
			email: null,
		});
	});

	it('pick a record of a mapped column by either of its IDs, and clear where that is the rule', () => {
		const columns = { accountId: 'A1', name: 'Acme', email: '' };
		const item = itemOf({ 'options.emptyValues': 'clear' });

		expect(resultOf(() => readMappedFields(item, [picked, name, email], columns))).toEqual({
			accountId: { mode: 'column', value: 'A1' },
			name: 'Acme',
			email: null,
		});
	});
});

describe('a kind of field', () => {
	const property = textProperty('Field', 'field');

	const idsIn = async (field: BodyField, entered: unknown) => {
		const context = { timeZone: 'UTC' } as ItemContext;

		return await resolveValue(context, field.read(itemOf({ field: entered }), 'field'));
	};

	it('picks a record by its ID', async () => {
		const byId = { mode: 'id', value: 'not-looked-up' };

		expect(await idsIn(resolvedIdField(projectType), byId)).toBe('not-looked-up');
	});

	it.each([
		{ entered: 'p-1, p-2, p-1', ids: ['p-1', 'p-2'] },
		{ entered: [], ids: undefined },
	])('picks each of several records once: $entered', async ({ entered, ids }) => {
		expect(await idsIn(resolvedIdsField(projectType, property), entered)).toEqual(ids);
	});

	const dayTrait = (own: typeof property) => reservedTraitField('date', own);
	const timeTrait = (own: typeof property) => reservedTraitField('dateTime', own);

	it.each([
		{ kind: 'a day', toField: dateField, sent: '2026-03-02' },
		{ kind: 'a time', toField: dateTimeField, sent: '2026-03-01T15:30:00.000Z' },
		{ kind: 'a day that is a trait', toField: dayTrait, sent: '2026-03-02T00:00:00.000Z' },
		{ kind: 'a time that is a trait', toField: timeTrait, sent: '2026-03-01T15:30:00.000Z' },
	])('reads the date of an expression in the zone of the workflow: $kind', ({ toField, sent }) => {
		const item = { ...itemOf({ field: new Date('2026-03-01T15:30:00Z') }), timeZone: 'Asia/Tokyo' };

		expect(resultOf(() => toField(property).read(item, 'field'))).toBe(sent);
	});

	it.each([
		{ kind: 'a time', toField: dateTimeField },
		{ kind: 'a time that is a trait', toField: timeTrait },
	])('reads a time without a zone in the zone of the workflow: $kind', ({ toField }) => {
		const item = { ...itemOf({ field: '2026-03-01T10:00:00' }), timeZone: 'Asia/Tokyo' };

		expect(resultOf(() => toField(property).read(item, 'field'))).toBe('2026-03-01T01:00:00.000Z');
	});

	const nullable = { clear: { field: null }, send: { field: null } };
	const text = { clear: { field: null }, send: { field: ' ' } };
	const list = { clear: { field: [] }, send: { field: [] } };
	const never = { clear: {}, send: {} };

	it.each([
		{ kind: 'a text', toField: textField, ...text },
		{ kind: 'an email address', toField: emailField, ...text },
		{ kind: 'a date', toField: dateField, ...nullable },
		{ kind: 'a time', toField: dateTimeField, ...nullable },
		{ kind: 'a switch', toField: booleanField, ...nullable },
		{ kind: 'a required text', toField: requiredTextField, ...nullable },
		{ kind: 'a required ID', toField: requiredIdField, ...nullable },
		{ kind: 'the ID of a record', toField: () => picked, ...nullable },
		{ kind: 'a list of texts', toField: textListField, ...list },
		{ kind: 'a list of sentences', toField: lineListField, ...list },
		{ kind: 'a text that nothing clears', toField: optionalTextField, ...never },
		{ kind: 'an ID that nothing clears', toField: optionalIdField, ...never },
		{
			kind: 'a list of IDs',
			toField: (own: typeof property) => resolvedIdsField(projectType, own),
			...never,
		},
	])('sends for a blank value what clears it, or the blank value: $kind', (row) => {
		const field = { ...row.toField(property), property };
		const sentWith = (emptyValues: string) =>
			readCollectionFields(
				itemOf({
					'options.emptyValues': emptyValues,
					additionalFields: { field: ' ' },
					'additionalFields.field': ' ',
				}),
				[field],
				'additionalFields',
			);

		expect({
			ignore: sentWith('ignore'),
			clear: sentWith('clear'),
			send: sentWith('send'),
		}).toEqual({ ignore: {}, clear: row.clear, send: row.send });
	});

	it.each([
		{
			kind: 'a text',
			toField: textField,
			empty: { cleared: null, blank: '' },
			notCleared: { blank: '' },
		},
		{ kind: 'an ID of a new record', toField: optionalIdField, empty: 'none', notCleared: 'none' },
	])('sends no null where nothing may clear it: $kind', ({ toField, empty, notCleared }) => {
		expect(toField(property).empty).toEqual(empty);
		expect(notClearable(toField(property)).empty).toEqual(notCleared);
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

	it('contains traits only where there are some, with the fields that are sent as traits', () => {
		const item = itemOf({
			name: 'Acme',
			traits: { trait: [traitRow('plan', 'string', 'gold')] },
			additionalFields: { mrr: 5 },
			'additionalFields.mrr': 5,
		});
		const withoutTraits: BodyDefinition = { optional: [mrr], required: [name], hasTraits: false };
		const withTraits: BodyDefinition = { ...withoutTraits, hasTraits: true };
		const valuesOf = (definition: BodyDefinition) =>
			readValues(item, definition, { collection: 'additionalFields', mapper: undefined });

		expect(resultOf(() => valuesOf(withoutTraits))).toStrictEqual({ name: 'Acme', mrr: 5 });
		expect(resultOf(() => valuesOf(withTraits))).toStrictEqual({
			name: 'Acme',
			traits: { plan: 'gold', mrr: 5 },
		});
	});

	const readWithTrait = (value: number) =>
		readValues(
			itemOf({
				traits: { trait: [traitRow('mrr', 'number', value)] },
				additionalFields: { mrr: 5 },
				'additionalFields.mrr': 5,
			}),
			{ optional: [mrr], hasTraits: true },
			{ collection: 'additionalFields', mapper: undefined },
		);

	it('accepts a trait of the name of a field with the same value', () => {
		expect(resultOf(() => readWithTrait(5))).toEqual({ traits: { mrr: 5 } });
	});

	it('rejects a trait of the name of a field with another value', () => {
		expect(errorOf(() => readWithTrait(6))).toEqual(
			fieldError(
				'Trait: mrr',
				"The trait 'mrr' is given more than once",
				"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
			),
		);
	});

	it('rejects an update without a value', () => {
		expect(errorOf(() => assertNotEmptyUpdate({}))).toEqual({
			class: 'VitallyError',
			message: 'There is nothing to update',
			description:
				"Add a field, a trait under 'Traits' or a key under 'Traits to Clear'. Empty values change nothing unless 'Empty Values' under 'Options' says so.",
			facts: {},
		});
	});

	it.each([
		{ what: 'clears a field', body: { name: null } },
		{ what: 'empties a text', body: { name: '' } },
		{ what: 'empties a list', body: { tags: [] } },
		{ what: 'sends 0', body: { score: 0 } },
		{ what: 'sends false', body: { live: false } },
	])('counts as an update where it $what', ({ body }) => {
		expect(() => assertNotEmptyUpdate(body)).not.toThrow();
	});

	it('offers a column for each field that is neither required nor a format', () => {
		const columns = mapperColumns(spec).map(({ id, type }) => `${id}: ${type}`);
		const due = ['name: string', 'score: number', 'seen: dateTime', 'live: string'];

		expect(differences(columns, due)).toEqual(NO_DIFFERENCES);
	});

	const names = (fields: unknown = []) =>
		(fields as Array<{ name: string }>).map((field) => field.name);
	const properties = (definition: BodyDefinition) =>
		bodyProperties(definition, additionalCollection, [textProperty('Below', 'below')]);

	it('shows its required fields, those of the operation, then a collection of the others', () => {
		const due = ['title', 'name', 'below', 'additionalFields'];

		expect(differences(names(properties(spec)), due)).toEqual(NO_DIFFERENCES);
	});

	it('shows the fields of the collection by their labels', () => {
		const fields = names(properties(spec).at(-1)?.options);

		expect(differences(fields, ['format', 'live', 'score', 'seen'])).toEqual(NO_DIFFERENCES);
	});

	it('shows its traits below the fields of the operation', () => {
		expect(names(properties({ hasTraits: true })).slice(0, 2)).toEqual(['below', 'traitsMode']);
	});

	it.each([
		{ hasTraits: true, mode: 'fields' },
		{ hasTraits: 'mapped', mode: 'mapper' },
	] as const)('takes traits at first by $mode where they are $hasTraits', ({ hasTraits, mode }) => {
		expect(properties({ hasTraits })[1].default).toBe(mode);
	});

	const OPTIONS = ['dryRun', 'emptyValues'];
	const TRAIT_OPTIONS = ['columnsWithoutTrait', ...OPTIONS, 'traitsToClear'];

	it.each([
		{ what: 'a new record', field: createOptions({}), due: OPTIONS },
		{ what: 'an update', field: updateOptions({}), due: OPTIONS },
		{
			what: 'an update of a record with traits',
			field: updateOptions({ hasTraits: true }),
			due: TRAIT_OPTIONS,
		},
	])('has the options of $what', ({ field, due }) => {
		expect(differences(names(field.options), due)).toEqual(NO_DIFFERENCES);
	});
});

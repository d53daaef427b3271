import { NodeHelpers, type INodeProperties, type INodePropertyCollection } from 'n8n-workflow';

import type { ItemParameters } from '../../nodes/Vitally/fields/itemParameters';
import { readKeyValues } from '../../nodes/Vitally/fields/traits/keyValueFields';
import { mappedTraitFields, traitFields } from '../../nodes/Vitally/fields/traits/traitFields';
import { TRAIT_LABELS } from '../../nodes/Vitally/values/traits/buildTraits';
import { resultOf } from '../errors/thrownError.cts';

/** The form for traits, whose keys are text or in the list of the workspace. */
const FORMS = [
	{ form: 'the form of Analytics', fields: traitFields as INodeProperties[] },
	{ form: 'the form of an account', fields: mappedTraitFields({ isMapperDefault: false }) },
];

const rowFieldsOf = (fields: INodeProperties[]): INodeProperties[] => {
	const form = fields.find(({ name }) => name === 'traits');
	const [{ values }] = form?.options as INodePropertyCollection[];

	return values;
};

const valuesOf = (field?: INodeProperties) =>
	(field?.options ?? []).map((option) => 'value' in option && option.value);

const shownIn = (fields: INodeProperties[], row: Record<string, string>) =>
	fields
		.filter((field) => NodeHelpers.displayParameter(row, field, null, null))
		.map(({ name }) => name);

describe('the editor of traits', () => {
	const TYPES = ['boolean', 'date', 'dateTime', 'multiSelect', 'number', 'string'];

	it.each(FORMS.flatMap((row) => TYPES.map((type) => ({ ...row, type }))))(
		'shows in a row of the type $type the key, the type and its value: $form',
		({ fields, type }) => {
			expect({ shown: shownIn(rowFieldsOf(fields), { type }) }).toEqual({
				shown: ['key', 'type', `${type}Value`],
			});
		},
	);

	it('shows the value of a row of the type Automatic as text', () => {
		const rowFields = rowFieldsOf(mappedTraitFields({ isMapperDefault: false }));

		expect({ shown: shownIn(rowFields, { type: 'automatic' }) }).toEqual({
			shown: ['key', 'type', 'stringValue'],
		});
	});

	it.each([
		{ form: 'Analytics', fields: traitFields, types: TYPES, initial: 'string', key: 'string' },
		{
			form: 'an account',
			fields: mappedTraitFields({ isMapperDefault: false }),
			types: ['automatic', ...TYPES],
			initial: 'automatic',
			key: 'resourceLocator',
		},
	])('offers the types that a row of $form may have', ({ fields, types, initial, key }) => {
		const [keyField, typeField] = rowFieldsOf(fields);

		expect({
			key: keyField.type,
			types: valuesOf(typeField),
			initial: typeField.default as string,
		}).toEqual({ key, types, initial });
	});

	it.each([
		{ form: 'Analytics', fields: traitFields, ways: ['fields', 'json'], initial: 'fields' },
		{
			form: 'an account',
			fields: mappedTraitFields({ isMapperDefault: false }),
			ways: ['fields', 'json', 'mapper'],
			initial: 'fields',
		},
		{
			form: 'a Sync',
			fields: mappedTraitFields({ isMapperDefault: true }),
			ways: ['fields', 'json', 'mapper'],
			initial: 'mapper',
		},
	])('offers the ways to enter the traits of $form', ({ fields, ways, initial }) => {
		const [mode] = fields;

		expect({ ways: valuesOf(mode), initial: mode.default as string }).toEqual({ ways, initial });
	});

	it.each([
		{ way: 'fields', shown: ['traits'] },
		{ way: 'json', shown: ['traitsJson'] },
		{ way: 'mapper', shown: ['traitsMapper'] },
	])('shows only what belongs to the way $way', ({ way, shown }) => {
		const [, ...fields] = mappedTraitFields({ isMapperDefault: true });

		expect({ shown: shownIn(fields, { traitsMode: way }) }).toEqual({ shown });
	});

	it('offers the list of the traits and a key', () => {
		const [key] = rowFieldsOf(mappedTraitFields({ isMapperDefault: false }));
		const modes = (key.modes ?? []).map(({ name, typeOptions }) => ({
			name,
			list: typeOptions?.searchListMethod,
		}));

		expect(modes).toEqual([
			{ name: 'list', list: 'searchTraits' },
			{ name: 'key', list: undefined },
		]);
	});
});

describe('the traits that an item enters', () => {
	const itemWith = (values: Record<string, unknown>): ItemParameters => ({
		timeZone: 'UTC',
		param: (name, fallback) => (Object.hasOwn(values, name) ? values[name] : fallback),
	});
	const rows = [{ key: 'plan', type: 'string', stringValue: 'gold' }];
	const entered = { traits: { trait: rows }, traitsJson: '{ "seats": 3 }' };

	it.each([
		{ way: 'the form', values: { ...entered, traitsMode: 'fields' }, read: { rows } },
		{ way: 'JSON', values: { ...entered, traitsMode: 'json' }, read: { json: '{ "seats": 3 }' } },
		{ way: 'empty JSON', values: { traitsMode: 'json' }, read: { json: '{}' } },
		{ way: 'the form by default', values: entered, read: { rows } },
		{ way: 'an empty form', values: {}, read: { rows: [] } },
	])('come from $way', ({ values, read }) => {
		expect(resultOf(() => readKeyValues(itemWith(values), traitFields, TRAIT_LABELS))).toEqual(
			read,
		);
	});
});

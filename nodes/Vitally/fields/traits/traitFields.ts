import type { INodeProperties } from 'n8n-workflow';

import {
	TRAIT_LABELS,
	type KeyValueLabels,
	type RawTraits,
	type TraitInput,
} from '../../values/buildTraits';
import { TRAIT_TYPES } from '../../values/traitValue';
import type { ItemParameters } from '../itemParameters';
import {
	dateProperty,
	textProperty,
	timeProperty,
	choiceProperty,
	rowsProperty,
	jsonProperty,
	switchProperty,
	numberProperty,
	type Choice,
} from '../properties';
import { readChoice, readRows } from '../readers';
import { readEmptyValues } from '../writeOptions';
import { traitsMapperField } from './traitsMapper';

const types = Object.entries(TRAIT_TYPES).map(([value, name]) => ({ name, value }));

const typeField = choiceProperty('Type', 'type', {
	options: types,
	default: 'string',
});

/** `typeField` where the workspace may define the traits. */
const definedTypeField: INodeProperties = {
	...typeField,
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'The type that the trait has in Vitally; text, number or list as it comes if the trait is new',
		},
		...types,
	],
	default: 'automatic',
};

type KeyValueFields = [mode: Choice, form: INodeProperties, json: INodeProperties];

interface KeyValueField extends KeyValueLabels {
	/** The field for a key in the list of the workspace's traits, which define types; otherwise a key is text. */
	listedKey?: INodeProperties;
	descriptions: { key: string; form: string; json: string };
	example: string;
}

/**
 * The editor for keyed values: a form with a type for each value, or JSON.
 *
 * @param name of the form's parameter; the other two parameters are `<name>Mode` and `<name>Json`, and the
 * form's rows are under the noun
 */
export function keyValueFields(
	name: string,
	{ listedKey, descriptions, example, ...labels }: KeyValueField,
): KeyValueFields {
	const { noun, title, label } = labels;
	const typedKey = textProperty('Key', 'key', {
		placeholder: 'e.g. plan',
		description: descriptions.key,
	});
	const values = keyValueRow(noun, listedKey ?? typedKey, listedKey !== undefined);

	return [
		modeField(name, labels),
		rowsProperty(label, name, {
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: `Add ${title}`,
			description: descriptions.form,
			options: [{ displayName: title, name: noun, values }],
			displayOptions: { show: { [`${name}Mode`]: ['fields'] } },
		}),
		jsonProperty(`${label} (JSON)`, `${name}Json`, {
			placeholder: `e.g. ${example}`,
			description: descriptions.json,
			displayOptions: { show: { [`${name}Mode`]: ['json'] } },
		}),
	];
}

const modeField = (name: string, { noun, label }: KeyValueLabels): Choice =>
	choiceProperty(`Specify ${label}`, `${name}Mode`, {
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: `Enter one row per ${noun}` },
			{
				name: 'Using JSON',
				value: 'json',
				description: `Enter all ${label.toLowerCase()} as a JSON object`,
			},
		],
		default: 'fields',
	});

/** @param fields see `keyValueFields` */
export function readKeyValueRows(
	item: ItemParameters,
	[mode, form, json]: KeyValueFields,
	{ noun, label }: KeyValueLabels,
): RawTraits {
	if (readChoice(item, mode) === 'json') return { json: item.param(json.name, '{}') };

	return { rows: readRows(item, { parameter: form.name, label }, noun) };
}

/** @param isDefined whether the type may be that of the trait's definition */
function keyValueRow(noun: string, key: INodeProperties, isDefined: boolean): INodeProperties[] {
	return [
		key,
		isDefined ? definedTypeField : typeField,
		switchProperty('Value', 'booleanValue', {
			description: `Whether the ${noun} is true`,
			displayOptions: { show: { type: ['boolean'] } },
		}),
		dateProperty('Value', 'dateValue', { displayOptions: { show: { type: ['date'] } } }),
		timeProperty('Value', 'dateTimeValue', { displayOptions: { show: { type: ['dateTime'] } } }),
		textProperty('Value', 'multiSelectValue', {
			placeholder: 'e.g. gold, partner',
			description: 'Comma-separated list, or an expression that returns an array',
			displayOptions: { show: { type: ['multiSelect'] } },
		}),
		numberProperty('Value', 'numberValue', { displayOptions: { show: { type: ['number'] } } }),
		textProperty('Value', 'stringValue', {
			displayOptions: { show: { type: isDefined ? ['automatic', 'string'] : ['string'] } },
		}),
	];
}

/** The key of a trait, from the list of the workspace's traits or as text. */
export const traitKeyField: INodeProperties = {
	displayName: 'Trait',
	name: 'key',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"Choose from the list, or enter the trait's key. Traits created in Vitally start with 'vitally.custom.'.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a trait...',
			typeOptions: { searchListMethod: 'searchTraits', searchable: true },
		},
		{ displayName: 'By Key', name: 'key', type: 'string', placeholder: 'e.g. plan' },
	],
};

/** The editor for traits: a form with a type for each value, or JSON. */
export const traitFields = fieldsWith();

function fieldsWith(listedKey?: INodeProperties): KeyValueFields {
	return keyValueFields('traits', {
		...TRAIT_LABELS,
		listedKey,
		descriptions: {
			key: "The trait's key. Traits created in Vitally start with 'vitally.custom.'.",
			form: 'If a trait is new, Vitally derives its type from the value you send. Traits you do not list stay unchanged.',
			json: "A JSON object of trait keys and values. Dots are part of the key. What is empty follows 'Empty Values' under 'Options'.",
		},
		example: '{ "plan": "gold", "vitally.custom.nextStep": "call" }',
	});
}

/**
 * `traitFields` with the mapper and the list of traits, whose definitions the credential has to be able to
 * read (docs/internal/beyond.md, 9).
 *
 * @param isMapperDefault whether the mapper is the default
 */
export function mappedTraitFields(isMapperDefault: boolean): INodeProperties[] {
	return [
		isMapperDefault ? { ...mappedModeField, default: 'mapper' } : mappedModeField,
		{
			...traitsMapperField,
			...(isMapperDefault && { default: { mappingMode: 'autoMapInputData', value: null } }),
			displayOptions: { show: { traitsMode: ['mapper'] } },
		},
		...fieldsWith(traitKeyField).slice(1),
	];
}

const traitsMode = modeField('traits', TRAIT_LABELS);

const mappedModeField: Choice = {
	...traitsMode,
	options: [
		...traitsMode.options,
		{
			name: 'Using Mapped Columns',
			value: 'mapper',
			description: 'Map columns to the traits of your workspace, one by one or by their names',
		},
	],
};

/** Whether an item's traits are set in the mapper. */
export function usesMapper(item: ItemParameters): boolean {
	return readChoice(item, mappedModeField) === 'mapper';
}

/** For writes to a record that may have traits already. */
export const traitsToClearField = textProperty('Traits to Clear', 'traitsToClear', {
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Trait Key' },
	default: [],
	placeholder: 'e.g. vitally.custom.nextStep',
	description: 'Keys of the traits to clear, whatever else is set',
});

/**
 * The traits of an item as they are entered.
 *
 * @param mapped values of the mapper, which replace the fields
 */
export function readTraitInput(item: ItemParameters, mapped?: RawTraits): TraitInput {
	const { rows, json } = mapped ?? readKeyValueRows(item, traitFields, TRAIT_LABELS);

	return {
		rows,
		json,
		clear: item.param('options.traitsToClear', []),
		emptyValues: readEmptyValues(item),
		notSent: mapped ? undefined : (key) => item.notSent?.(key),
	};
}

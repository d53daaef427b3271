import type { INodeProperties } from 'n8n-workflow';

import type { KeyValueLabels, RawTraits } from '../../values/traits/buildTraits';
import { TRAIT_TYPES } from '../../values/traits/traitValue';
import type { ItemParameters } from '../itemParameters';
import {
	choiceProperty,
	dateProperty,
	jsonProperty,
	numberProperty,
	rowsProperty,
	switchProperty,
	textProperty,
	timeProperty,
	type Choice,
} from '../properties';
import { readChoice, readRows } from '../readers';

export type KeyValueFields = [mode: Choice, form: INodeProperties, json: INodeProperties];

interface KeyValueTexts extends KeyValueLabels {
	/** The field for a key in the list of the workspace's traits, which define types; otherwise a key is text. */
	listedKey?: INodeProperties;
	descriptions: { key: string; form: string; json: string };
	/** Shown in the field for JSON while it is empty. */
	example: string;
}

const types = Object.entries(TRAIT_TYPES).map(([value, name]) => ({ name, value }));

const typeField = choiceProperty('Type', 'type', {
	options: types,
	default: 'string',
});

/** The same where the workspace may define the traits, and so their types. */
const definedTypeField: INodeProperties = {
	...typeField,
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'The type that the trait has in Vitally; if the trait is new, the type of the value',
		},
		...types,
	],
	default: 'automatic',
};

/**
 * The editor for keyed values: a form with a type for each value, or JSON.
 *
 * @param name of the form's parameter; the other two parameters are `<name>Mode` and `<name>Json`, and the
 * form's rows are under the noun
 */
export function keyValueFields(name: string, texts: KeyValueTexts): KeyValueFields {
	const { noun, title, label, listedKey, descriptions, example } = texts;
	const typedKey = textProperty('Key', 'key', {
		placeholder: 'e.g. plan',
		description: descriptions.key,
	});
	const values = rowFields(noun, {
		key: listedKey ?? typedKey,
		hasDefinitions: listedKey !== undefined,
	});

	return [
		modeField(name, texts),
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

/** The choice between the form and JSON. */
export function modeField(name: string, { noun, label }: KeyValueLabels): Choice {
	return choiceProperty(`Specify ${label}`, `${name}Mode`, {
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
}

/**
 * The fields of a row of the form.
 *
 * @param hasDefinitions whether the type of a value may be that of the trait's definition
 */
function rowFields(
	noun: string,
	{ key, hasDefinitions }: { key: INodeProperties; hasDefinitions: boolean },
): INodeProperties[] {
	const textTypes = hasDefinitions ? ['automatic', 'string'] : ['string'];

	return [
		key,
		hasDefinitions ? definedTypeField : typeField,
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
		textProperty('Value', 'stringValue', { displayOptions: { show: { type: textTypes } } }),
	];
}

/**
 * The keyed values of an item, as they are entered.
 *
 * @param fields see `keyValueFields`
 */
export function readKeyValues(
	item: ItemParameters,
	[mode, form, json]: KeyValueFields,
	{ noun, label }: KeyValueLabels,
): RawTraits {
	if (readChoice(item, mode) === 'json') return { json: item.param(json.name, '{}') };

	return { rows: readRows(item, { parameter: form.name, label }, noun) };
}

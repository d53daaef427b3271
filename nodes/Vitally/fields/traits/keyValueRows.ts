import type { INodeProperties } from 'n8n-workflow';

import type { KeyValueLabels, RawTraits } from '../../values/buildTraits';
import { TRAIT_TYPES } from '../../values/traitValue';
import type { ItemParameters } from '../itemParameters';
import { dateProperty, textProperty, timeProperty } from '../properties';
import { readEnum, readObject, rowsOf } from '../readers';

const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: Object.entries(TRAIT_TYPES).map(([value, name]) => ({ name, value })),
	default: 'string',
};

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
		...(typeField.options ?? []),
	],
	default: 'automatic',
};

interface KeyValueField extends KeyValueLabels {
	/** The field for a key in the list of the workspace's traits, which define types; otherwise a key is text. */
	listedKey?: INodeProperties;
	descriptions: { key: string; form: string; json: string };
	/** An example of the JSON. */
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
	{ noun, label, listedKey, descriptions, example }: KeyValueField,
): INodeProperties[] {
	const displayName = `${noun[0].toUpperCase()}${noun.slice(1)}`;
	const typedKey = textProperty('Key', 'key', {
		placeholder: 'e.g. plan',
		description: descriptions.key,
	});
	const values = keyValueRow(noun, listedKey ?? typedKey, listedKey !== undefined);
	return [
		{
			displayName: `Specify ${label}`,
			name: `${name}Mode`,
			type: 'options',
			options: [
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: `Enter one row per ${noun}`,
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: `Enter all ${label.toLowerCase()} as a JSON object`,
				},
			],
			default: 'fields',
		},
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: `Add ${displayName}`,
			default: {},
			description: descriptions.form,
			options: [{ displayName, name: noun, values }],
			displayOptions: { show: { [`${name}Mode`]: ['fields'] } },
		},
		{
			displayName: `${label} (JSON)`,
			name: `${name}Json`,
			type: 'json',
			default: '{}',
			placeholder: `e.g. ${example}`,
			description: descriptions.json,
			displayOptions: { show: { [`${name}Mode`]: ['json'] } },
		},
	];
}

/** The values of `keyValueFields`. */
export function readKeyValueRows(
	item: ItemParameters,
	name: string,
	{ noun, label }: KeyValueLabels,
): RawTraits {
	const mode = { parameter: `${name}Mode`, label: `Specify ${label}` };
	const isJson = readEnum(item, mode, ['fields', 'json'], 'fields') === 'json';
	const form = readObject(item, { parameter: name, label });
	return isJson ? { json: item.param(`${name}Json`, '{}') } : { rows: rowsOf(form, noun) };
}

/**
 * The fields of one keyed value: key, type, and a value for each type.
 *
 * @param noun what it is: a trait of a record, or a property of an event
 * @param isDefined whether the type may be that of the trait's definition
 */
function keyValueRow(noun: string, key: INodeProperties, isDefined: boolean): INodeProperties[] {
	return [
		key,
		isDefined ? definedTypeField : typeField,
		{
			displayName: 'Value',
			name: 'booleanValue',
			type: 'boolean',
			default: false,
			description: `Whether the ${noun} is true`,
			displayOptions: { show: { type: ['boolean'] } },
		},
		dateProperty('Value', 'dateValue', { displayOptions: { show: { type: ['date'] } } }),
		timeProperty('Value', 'dateTimeValue', { displayOptions: { show: { type: ['dateTime'] } } }),
		textProperty('Value', 'multiSelectValue', {
			placeholder: 'e.g. gold, partner',
			description: 'Comma-separated list, or an expression that returns an array',
			displayOptions: { show: { type: ['multiSelect'] } },
		}),
		{
			displayName: 'Value',
			name: 'numberValue',
			type: 'number',
			default: 0,
			displayOptions: { show: { type: ['number'] } },
		},
		textProperty('Value', 'stringValue', {
			displayOptions: { show: { type: isDefined ? ['automatic', 'string'] : ['string'] } },
		}),
	];
}

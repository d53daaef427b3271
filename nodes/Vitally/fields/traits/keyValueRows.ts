import type { INodeProperties } from 'n8n-workflow';

import type { KeyValueLabels, RawTraits } from '../../values/buildTraits';
import { TRAIT_TYPES } from '../../values/traitValue';
import type { ItemParameters } from '../itemParameters';
import { dateProperty, textProperty, timeProperty } from '../properties';
import { readEnum, readObject } from '../readers';

/** A key as text. */
export function keyField(description: string): INodeProperties {
	return textProperty('Key', 'key', { placeholder: 'e.g. plan', description });
}

/**
 * The values of the form or of the JSON field.
 *
 * @param name of the form's parameter; the other two parameters are `<name>Mode` and `<name>Json`, and the
 * form's rows are under the noun
 */
export function readKeyValueRows(
	item: ItemParameters,
	name: string,
	{ noun, label }: KeyValueLabels,
): RawTraits {
	const mode = { parameter: `${name}Mode`, label: `Specify ${label}` };
	const isJson = readEnum(item, mode, ['fields', 'json'], 'fields') === 'json';
	const form = readObject(item, { parameter: name, label });
	return isJson ? { json: item.param(`${name}Json`, '{}') } : { rows: form[noun] };
}

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

/**
 * The fields of one keyed value: key, type, and a value for each type.
 *
 * @param noun what it is: a trait of a record, or a property of an event
 * @param isDefined whether the type may be that of the trait's definition
 */
export function keyValueRow(
	noun: string,
	key: INodeProperties,
	isDefined = false,
): INodeProperties[] {
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

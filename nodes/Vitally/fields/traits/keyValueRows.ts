import type { INodeProperties } from 'n8n-workflow';

import type { KeyValueLabels, RawTraits } from '../../values/buildTraits';
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

/**
 * The fields of one keyed value: key, type, and a value for each type.
 *
 * @param noun what it is: a trait of a record, or a property of an event
 */
export function keyValueRow(noun: string, key: INodeProperties): INodeProperties[] {
	return [
		key,
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'Boolean', value: 'boolean' },
				{ name: 'Date', value: 'date' },
				{ name: 'Date and Time', value: 'dateTime' },
				{ name: 'Multi-Select', value: 'multiSelect' },
				{ name: 'Number', value: 'number' },
				{ name: 'String', value: 'string' },
			],
			default: 'string',
		},
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
		textProperty('Value', 'stringValue', { displayOptions: { show: { type: ['string'] } } }),
	];
}

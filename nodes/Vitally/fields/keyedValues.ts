import type { INodeProperties } from 'n8n-workflow';

import { DATE_TEXT, DATE_TIME_TEXT } from './dateTexts';
import type { KeyValueLabels, RawTraits } from '../values/buildTraits';
import type { ItemParameters } from './itemParameters';
import { choiceIn, fieldsIn } from './strict';

/** A key as text. */
export function keyField(description: string): INodeProperties {
	return {
		displayName: 'Key',
		name: 'key',
		type: 'string',
		default: '',
		placeholder: 'e.g. plan',
		description,
	};
}

/**
 * What the form or the JSON of keyed values holds.
 *
 * @param name of the form's parameter; `…Mode` and `…Json` stand beside it, and the rows of the form
 * are under the noun
 */
export function keyedValuesIn(
	item: ItemParameters,
	name: string,
	{ noun, label }: KeyValueLabels,
): RawTraits {
	const mode = { parameter: `${name}Mode`, label: `Specify ${label}` };
	const isJson = choiceIn(item, mode, ['fields', 'json'], 'fields') === 'json';
	const form = fieldsIn(item, { parameter: name, label });
	return isJson ? { json: item.param(`${name}Json`, '{}') } : { rows: form[noun] };
}

/**
 * The fields of one keyed value: key, type, and a value for each type.
 *
 * @param noun what it is: a trait of a record, or a property of an event
 */
export function keyedValueRow(noun: string, key: INodeProperties): INodeProperties[] {
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
		{
			displayName: 'Value',
			name: 'dateValue',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: DATE_TEXT,
			displayOptions: { show: { type: ['date'] } },
		},
		{
			displayName: 'Value',
			name: 'dateTimeValue',
			type: 'dateTime',
			default: '',
			description: DATE_TIME_TEXT,
			displayOptions: { show: { type: ['dateTime'] } },
		},
		{
			displayName: 'Value',
			name: 'multiSelectValue',
			type: 'string',
			default: '',
			placeholder: 'e.g. gold, partner',
			description: 'Comma-separated list, or an expression that returns an array',
			displayOptions: { show: { type: ['multiSelect'] } },
		},
		{
			displayName: 'Value',
			name: 'numberValue',
			type: 'number',
			default: 0,
			displayOptions: { show: { type: ['number'] } },
		},
		{
			displayName: 'Value',
			name: 'stringValue',
			type: 'string',
			default: '',
			displayOptions: { show: { type: ['string'] } },
		},
	];
}

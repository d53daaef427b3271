import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { traitsOf } from '../values/traits';
import type { ItemParameters } from './itemParameters';
import { choiceIn, fieldsIn } from './strict';

/** The editor for traits: a form with a type for each value, or JSON. */
export const traitFields: INodeProperties[] = [
	{
		displayName: 'Traits',
		name: 'traitsMode',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: 'One row for each trait' },
			{ name: 'Using JSON', value: 'json', description: 'All traits as one object' },
		],
		default: 'fields',
		description: 'How to enter the traits',
	},
	{
		displayName: 'Traits',
		name: 'traits',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Trait',
		default: {},
		description:
			'Vitally infers the type of a new trait from its value, so choose the type that you want. Traits that are not listed keep their values.',
		options: [{ displayName: 'Trait', name: 'trait', values: traitRow() }],
		displayOptions: { show: { traitsMode: ['fields'] } },
	},
	{
		displayName: 'Traits (JSON)',
		name: 'traitsJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "plan": "gold", "vitally.custom.nextStep": "call" }',
		description:
			'An object of keys and values. Dots in a key stay part of the key. A null clears the trait.',
		displayOptions: { show: { traitsMode: ['json'] } },
	},
];

/** For writes to a record that may have traits already. */
export const traitsToClearField: INodeProperties = {
	displayName: 'Traits to Clear',
	name: 'traitsToClear',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Trait Key' },
	default: [],
	placeholder: 'e.g. vitally.custom.nextStep',
	description: 'Keys of traits whose values are removed',
};

/**
 * The traits of an item, as the service takes them.
 *
 * @returns `undefined` when none was set
 * @throws VitallyError, see `traitsOf`
 */
export function traitsOfItem(item: ItemParameters): IDataObject | undefined {
	const mode = { parameter: 'traitsMode', label: 'Traits' };
	const isJson = choiceIn(item, mode, ['fields', 'json'], 'fields') === 'json';
	const form = fieldsIn(item, { parameter: 'traits', label: 'Traits' });
	return traitsOf(
		{
			rows: isJson ? undefined : form.trait,
			json: isJson ? item.param('traitsJson', '{}') : undefined,
			clear: item.param('traitsToClear', []),
		},
		item.timeZone,
	);
}

function traitRow(): INodeProperties[] {
	return [
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			default: '',
			placeholder: 'e.g. plan',
			description:
				'The key of the trait. Traits that were made in Vitally begin with vitally.custom and a dot.',
		},
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
			description: 'Whether the trait is true',
			displayOptions: { show: { type: ['boolean'] } },
		},
		{
			displayName: 'Value',
			name: 'dateValue',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'The calendar date; a time is left out',
			displayOptions: { show: { type: ['date'] } },
		},
		{
			displayName: 'Value',
			name: 'dateTimeValue',
			type: 'dateTime',
			default: '',
			description: "A time without zone is meant in the workflow's time zone",
			displayOptions: { show: { type: ['dateTime'] } },
		},
		{
			displayName: 'Value',
			name: 'multiSelectValue',
			type: 'string',
			default: '',
			placeholder: 'e.g. gold, partner',
			description: 'Comma-separated texts, or an expression that gives a list',
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

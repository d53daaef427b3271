import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../Vitally/fields/itemParameters';
import { keyValueRow, readKeyValueRows, keyField } from '../Vitally/fields/traits/keyValueRows';
import { buildTraits, type KeyValueLabels } from '../Vitally/values/buildTraits';

const LABELS: KeyValueLabels = { noun: 'property', label: 'Properties' };

/** The fields for the properties of an event, which are entered like traits. */
export const propertyFields: INodeProperties[] = [
	{
		displayName: 'Specify Properties',
		name: 'propertiesMode',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: 'Enter one row per property' },
			{ name: 'Using JSON', value: 'json', description: 'Enter all properties as a JSON object' },
		],
		default: 'fields',
	},
	{
		displayName: 'Properties',
		name: 'properties',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Property',
		default: {},
		description: 'What else to record about the event',
		options: [
			{
				displayName: 'Property',
				name: 'property',
				values: keyValueRow('property', keyField('The name of the property')),
			},
		],
		displayOptions: { show: { propertiesMode: ['fields'] } },
	},
	{
		displayName: 'Properties (JSON)',
		name: 'propertiesJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "plan": "gold", "seats": 12 }',
		description: 'A JSON object of property names and values. Dots are part of the name.',
		displayOptions: { show: { propertiesMode: ['json'] } },
	},
];

/**
 * The properties of an event.
 *
 * @returns `undefined` when none was set
 * @throws VitallyError, see `buildTraits`
 */
export function readProperties(item: ItemParameters): IDataObject | undefined {
	// An event is new, so no value can be kept or cleared.
	const input = { ...readKeyValueRows(item, 'properties', LABELS), emptyValues: 'send' } as const;
	return buildTraits(input, item.timeZone, LABELS);
}

import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../Vitally/fields/itemParameters';
import { keyValueFields, readKeyValueRows } from '../Vitally/fields/traits/traits';
import { buildTraits, type KeyValueLabels } from '../Vitally/values/buildTraits';

const LABELS: KeyValueLabels = { noun: 'property', label: 'Properties' };

/** The fields for the properties of an event, which are entered like traits. */
export const propertyFields = keyValueFields('properties', {
	...LABELS,
	descriptions: {
		key: 'The name of the property',
		form: 'What else to record about the event',
		json: 'A JSON object of property names and values. Dots are part of the name.',
	},
	example: '{ "plan": "gold", "seats": 12 }',
});

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

import type { EmptyValues } from '../values/emptyValues';
import type { ItemParameters } from './itemParameters';
import { choiceProperty, optionSwitch, switchProperty } from './properties';
import { readBoolean, readChoice, readSwitch, refTo } from './readers';

export const dryRunOption = optionSwitch('Dry Run', 'dryRun', {
	description: 'Whether to return the request that would be sent, without sending it',
});

/** The switch of operations that change many records at once. */
export const dryRunField = switchProperty('Dry Run', 'dryRun', {
	default: true,
	hint: 'On: shows what would change. Off: writes.',
	description: 'Whether to return what would change, without writing anything',
});

/**
 * Whether the option 'Dry Run' of an item is on.
 *
 * @throws VitallyError for anything but true and false
 */
export function readDryRunOption(item: Pick<ItemParameters, 'param'>): boolean {
	return readBoolean(item, refTo(dryRunOption, 'options'));
}

/** Whether the switch of an operation on all items is on, see `dryRunField`. Errors as `readDryRunOption`. */
export function readDryRunField(item: Pick<ItemParameters, 'param'>): boolean {
	return readSwitch(item, dryRunField);
}

export const emptyValuesOption = choiceProperty('Empty Values', 'emptyValues', {
	options: [
		{
			name: 'Clear',
			value: 'clear',
			description:
				'Clear the field or trait in Vitally. Fields that Vitally cannot clear stay unchanged.',
		},
		{
			name: 'Ignore',
			value: 'ignore',
			description: 'Leave the field or trait in Vitally unchanged',
		},
		{
			name: 'Send',
			value: 'send',
			description: 'Send empty text and empty lists, and null for all other types',
		},
	],
	default: 'ignore',
	description:
		'What to do with optional fields and traits that are set but empty: empty text, null or undefined, such as empty cells and missing columns',
});

/**
 * What an item does with empty values.
 *
 * @throws VitallyError for an unknown value
 */
export function readEmptyValues(item: ItemParameters): EmptyValues {
	return readChoice(item, emptyValuesOption, 'options');
}

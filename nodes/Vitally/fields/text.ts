import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from './itemParameters';

/** The user's own id of a record that is made or found by it. */
export const externalIdField: INodeProperties = {
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. customer-42',
	description: 'Your own ID of the record. Vitally keeps it unique.',
};

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Acme Inc.',
	description: 'The name of the record',
};

/**
 * A text that the service requires.
 *
 * @param name of the parameter
 * @param label of the field in the editor
 * @throws VitallyError when it is empty or no text; numbers are accepted because spreadsheets make them
 */
export function requiredText(item: ItemParameters, name: string, label: string): string {
	const value = item.param(name, '');
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text === 'string' && text.trim() !== '') return text;
	throw new VitallyError(
		`The field '${label}' is empty`,
		`Enter a value for '${label}', or check that the expression gives one.`,
	);
}

/**
 * A text that may be left out.
 *
 * @param name of the parameter; `collection.field` for one in a collection
 * @param label of the field in the editor
 * @returns `undefined` for none; also for null and blank text, which stand for no value here
 * @throws VitallyError when it is no text; numbers are accepted because spreadsheets make them
 */
export function optionalText(
	item: ItemParameters,
	name: string,
	label: string,
): string | undefined {
	const value = item.param(name, '') ?? '';
	if (typeof value === 'number') return String(value);
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	throw new VitallyError(
		`The value of '${label}' is not a text`,
		`Enter a text for '${label}', or check what the expression gives.`,
	);
}

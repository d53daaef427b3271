import { assertNotNullLike, assertNotNullLikeId } from '../values/emptyValues';
import { VitallyError } from '../errors/vitallyError';
import { jsonValue } from '../values/json';
import { assertSafeInteger } from '../values/parse';
import type { ItemParameters } from './itemParameters';
import { textProperty } from './properties';

export const nameField = textProperty('Name', 'name', {
	required: true,
	placeholder: 'e.g. Acme Inc.',
});

/**
 * A text that the service requires.
 *
 * @param name of the parameter
 * @param label of the field in the editor
 * @throws VitallyError when it is empty or no text; see `readText`
 */
export function requiredText(item: ItemParameters, name: string, label: string): string {
	const text = readTextParameter(item, name, label);
	if (text.trim() !== '') return text;
	throw new VitallyError(
		`The field '${label}' is empty`,
		`Enter a value for '${label}', or check that the expression returns one.`,
		{ field: label },
	);
}

/**
 * A text that is not required.
 *
 * @param name of the parameter; `collection.field` for one in a collection
 * @param label of the field in the editor
 * @returns `undefined` for none, null and blank text
 * @throws VitallyError when it is no text; see `readText`
 */
export function optionalText(
	item: ItemParameters,
	name: string,
	label: string,
): string | undefined {
	const text = readTextParameter(item, name, label);
	return text.trim() === '' ? undefined : text;
}

/**
 * A text, also an empty one. Parameters as `optionalText`.
 *
 * @returns '' for none and null
 * @throws VitallyError when it is no text, see `readText`; and for an ID that is null-like
 */
export function readTextParameter(item: ItemParameters, name: string, label: string): string {
	const text = readText(item.param(name) ?? '', label);
	if (name.endsWith('Id')) assertNotNullLikeId(text, label);
	return text;
}

/**
 * A text to search for, trimmed. Parameters as `optionalText`.
 *
 * @returns `undefined` for none
 * @throws VitallyError when it is no text, or null-like
 */
export function readSearchText(
	item: ItemParameters,
	name: string,
	label: string,
): string | undefined {
	const text = optionalText(item, name, label)?.trim();
	if (text !== undefined) assertNotNullLike(text, label);
	return text;
}

/**
 * A value as text; a date as ISO text. Numbers are accepted, because spreadsheets convert text to numbers.
 *
 * @throws VitallyError for other types, and for a whole number that has lost digits
 */
export function readText(value: unknown, label: string): string {
	const sent = jsonValue(value);
	if (typeof sent === 'string') return sent;
	if (typeof value === 'number' && Number.isFinite(value)) {
		assertSafeInteger(value, label);
		return String(value);
	}
	throw new VitallyError(
		`The value of '${label}' is not text`,
		`Enter text for '${label}', or check what the expression returns.`,
		{ field: label },
	);
}

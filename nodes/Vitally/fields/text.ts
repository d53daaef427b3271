import type { INodeProperties } from 'n8n-workflow';

import { assertNamesSomething } from '../errors/namedNothing';
import { VitallyError } from '../errors/vitallyError';
import { jsonValue } from '../values/jsonValue';
import { assertSafeInteger } from '../values/safeInteger';
import type { ItemParameters } from './itemParameters';

/** The user's own id of a record that is made or found by it. */
export const externalIdField: INodeProperties = {
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. customer-42',
	description: 'Your unique ID for this record, for example from your database or CRM',
};

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Acme Inc.',
};

/**
 * A text that the service requires.
 *
 * @param name of the parameter
 * @param label of the field in the editor
 * @throws VitallyError when it is empty or no text; see `textOf`
 */
export function requiredText(item: ItemParameters, name: string, label: string): string {
	const text = textOf(item.param(name) ?? '', label);
	if (text.trim() !== '') return text;
	throw new VitallyError(
		`The field '${label}' is empty`,
		`Enter a value for '${label}', or check that the expression returns one.`,
		{ field: label },
	);
}

/**
 * A text that may be left out.
 *
 * @param name of the parameter; `collection.field` for one in a collection
 * @param label of the field in the editor
 * @returns `undefined` for none; also for null and blank text, which stand for no value here
 * @throws VitallyError when it is no text; see `textOf`
 */
export function optionalText(
	item: ItemParameters,
	name: string,
	label: string,
): string | undefined {
	const text = textOf(item.param(name) ?? '', label);
	return text.trim() === '' ? undefined : text;
}

/**
 * A text that records are looked for by; blanks around it do not count. Parameters as `optionalText`.
 *
 * @returns `undefined` for none, as an AI model or an expression leaves a filter out
 * @throws VitallyError when it is no text, or a word for nothing
 */
export function soughtText(item: ItemParameters, name: string, label: string): string | undefined {
	const text = optionalText(item, name, label)?.trim();
	if (text !== undefined) assertNamesSomething(text, label);
	return text;
}

/**
 * A value as text; a date is its ISO text. Numbers are accepted, because spreadsheets turn texts into
 * numbers.
 *
 * @throws VitallyError for what is no text, and for a whole number that has lost digits
 */
export function textOf(value: unknown, label: string): string {
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

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { assertDigits } from './lostDigits';

/**
 * A list of texts out of what people enter for one.
 *
 * @param value a list, the JSON text of a list, or text with commas between the entries; null and
 * empty text are an empty list
 * @param field label of the field, for the error text
 * @returns the entries; of typed ones, which have no inner form, trimmed and without empty ones
 * @throws VitallyError for entries that are no text
 */
export function textList(value: unknown, field: string): string[] {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value)) return value.map((entry) => textEntry(entry, field));
	if (typeof value === 'number') return [textEntry(value, field)];
	if (typeof value !== 'string') throw listError(value, field);
	const text = value.trim();
	if (text.startsWith('[')) return textList(jsonList(text, field), field);
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function textEntry(entry: unknown, field: string): string {
	if (typeof entry === 'string') return entry;
	assertDigits(entry, field);
	if (typeof entry === 'boolean' || Number.isFinite(entry)) return String(entry);
	throw listError(entry, field);
}

function jsonList(text: string, field: string): unknown[] {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		// Not JSON either: an error below.
	}
	throw listError(text, field);
}

function listError(value: unknown, field: string): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not a list of strings`,
		'Enter a comma-separated list, or an expression that returns an array of strings.',
		{ field },
	);
}

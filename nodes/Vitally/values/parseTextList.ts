import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { parseJson } from './jsonValue';
import { assertSafeInteger } from './numbers';

/**
 * Parses a list of strings.
 *
 * @param value a list, the JSON text of a list, or text with commas between the entries; null and
 * empty text are an empty list
 * @param field label of the field, for the error text
 * @returns the entries; those of a text with commas are trimmed, and empty ones left out
 * @throws VitallyError for entries that are not text
 */
export function parseTextList(value: unknown, field: string): string[] {
	if (value === null || value === undefined) return [];
	if (typeof value === 'number') return [textEntry(value, field)];
	const entries = typeof value === 'string' ? parseList(value.trim()) : value;
	if (!Array.isArray(entries)) throw notListError(value, field);
	return entries.map((entry) => textEntry(entry, field));
}

function parseList(text: string): unknown {
	if (text.startsWith('[')) return parseJson(text);
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function textEntry(entry: unknown, field: string): string {
	if (typeof entry === 'string') return entry;
	assertSafeInteger(entry, field);
	if (typeof entry === 'boolean' || Number.isFinite(entry)) return String(entry);
	throw notListError(entry, field);
}

function notListError(value: unknown, field: string): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not a list of strings`,
		'Enter a comma-separated list, or an expression that returns an array of strings.',
		{ field },
	);
}

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { LONE_SURROGATE, parseJson } from './json';

/** A decimal number of at most 100 characters. */
const DECIMAL = /^(?=.{1,100}$)[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const BOOLEANS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/** `String.normalize` sorts combining characters in quadratic time. No name of a record is longer. */
const MAX_NAME_LENGTH = 1000;

/**
 * Asserts that a number has all its digits. Above 2^53 JavaScript rounds whole numbers, which would change an ID.
 *
 * @throws VitallyError for such a number
 */
export function assertSafeInteger(value: unknown, field: string): void {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;

	throw new VitallyError(
		`The value of '${field}' is a number that has lost digits`,
		'Numbers above 9007199254740991 are rounded before they get here. Let the expression return the value as text.',
		{ field },
	);
}

/**
 * Parses a decimal number, also as text. JavaScript also reads 0x10 and empty text as numbers.
 *
 * @returns `undefined` for what is no decimal number
 */
export function parseDecimal(value: unknown): number | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	const number = typeof text === 'string' && DECIMAL.test(text.trim()) ? Number(text) : NaN;

	return Number.isFinite(number) ? number : undefined;
}

/**
 * Parses true or false, also as text, 1 and 0.
 *
 * @returns `undefined` for what is none of them
 */
export function parseBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;

	return BOOLEANS.get(String(value).trim().toLowerCase());
}

/**
 * Parses a list of strings.
 *
 * @param value a list, the JSON text of a list, or text with commas between the entries; null and
 * empty text are an empty list
 * @returns the entries; those of a text with commas are trimmed, and empty ones left out
 * @throws VitallyError for entries that are not text
 */
export function parseTextList(value: unknown, field: string): string[] {
	if (value === null || value === undefined) return [];
	if (typeof value === 'number') return [textEntry(value, field)];

	const entries = typeof value === 'string' ? parseList(value.trim(), field) : value;
	if (!Array.isArray(entries)) throw notListError(value, field);

	return entries.map((entry) => textEntry(entry, field));
}

/** Returns a name of a record for comparison: without surrounding blanks, not case-sensitive. */
export function normalizeName(name: string): string {
	const text = name.trim();

	return (text.length > MAX_NAME_LENGTH ? text : text.normalize()).toLowerCase();
}

function parseList(text: string, field: string): unknown {
	if (text.startsWith('[')) return parseJson(text, field);

	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function textEntry(entry: unknown, field: string): string {
	if (typeof entry === 'string' && !LONE_SURROGATE.test(entry)) return entry;

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

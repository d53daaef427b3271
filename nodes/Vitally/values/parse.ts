import { singleEntry } from './singleEntry';

const BOOLEANS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/** `String.normalize` sorts combining characters in quadratic time. No name of a record is longer. */
const MAX_NAME_LENGTH = 1000;

/**
 * Parses true or false, also as text, 1 and 0, or as the only entry of a list.
 *
 * @returns `undefined` for what is none of them
 */
export function parseBoolean(value: unknown): boolean | undefined {
	const entry = singleEntry(value);
	if (typeof entry === 'object') return undefined;

	return BOOLEANS.get(String(entry).trim().toLowerCase());
}

/** Returns a name for comparison: without surrounding spaces, in one form of Unicode, and not case-sensitive. */
export function normalizeName(name: string): string {
	return unicodeForm(name.trim()).toLowerCase();
}

/** Returns a text in the composed form of Unicode: macOS writes `é` as two characters, others as one. */
export function unicodeForm(text: string): string {
	return text.length > MAX_NAME_LENGTH ? text : text.normalize();
}

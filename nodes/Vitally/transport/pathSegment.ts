import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { assertIdText } from '../values/text';

/** Longer IDs, once encoded, may exceed the 8 KB request line that common servers accept. */
const MAX_ID_LENGTH = 1024;

/**
 * Encodes an ID as one segment of a URL path, so that it cannot change the rest of the path.
 *
 * @param id is the ID that the user entered; also a number, because spreadsheets turn IDs into numbers
 * @param field is the label of the field in the editor, for the error text
 * @returns the percent-encoded segment, without slashes
 * @throws VitallyError for what cannot be an ID: empty, blank, `.`, `..`, null-like, not text, longer than
 * 1024 characters, and what `assertIdText` rejects
 */
export function pathSegment(id: unknown, field: string): string {
	const text = Number.isSafeInteger(id) ? String(id) : id;
	if (typeof text !== 'string') throw notTextError(field);

	if (text.trim() === '') {
		throw idError(
			field,
			'is empty',
			'Choose a record from the list, or check that the expression returns an ID.',
		);
	}

	assertIdText(text, field);

	if (text === '.' || text === '..' || text.length > MAX_ID_LENGTH) {
		throw idError(
			field,
			`cannot be ${formatValue(text)}`,
			'Check that the expression returns an ID and not a whole record.',
		);
	}

	return encodeURIComponent(text);
}

/**
 * Asserts that a value may be an ID or another text that names a record, so that it can be written as text: an object
 * of a webhook may have a `toString` that is no function.
 *
 * @throws VitallyError for anything but a text, a number or nothing
 */
export function assertIdType(value: unknown, field: string): void {
	const isNothing = value === undefined || value === null;
	if (isNothing || typeof value === 'string' || typeof value === 'number') return;

	throw notTextError(field);
}

function notTextError(field: string): VitallyError {
	return idError(field, 'is not text', 'Enter the ID as text.');
}

function idError(field: string, what: string, description: string): VitallyError {
	return new VitallyError(`The value of '${field}' ${what}`, description, { field });
}

import { VitallyError } from './vitallyError';

/** What programs, spreadsheets and AI models write for a missing value. */
const NULL_LIKE = ['null', 'NULL', 'undefined'];

/**
 * A null-like string is no ID and no search text: it would find no record, or the wrong one.
 *
 * @param text from a user or an AI model
 * @param field label of the field in the editor
 * @throws VitallyError for a null-like string
 */
export function assertNotNullLike(text: string, field: string): void {
	if (!NULL_LIKE.includes(text.trim())) return;
	throw new VitallyError(
		`The value "${text.trim()}" of '${field}' is a word for nothing`,
		`Enter a value for '${field}', or leave the field out if it is optional.`,
		{ field },
	);
}

import { VitallyError } from './vitallyError';

/** What programs, spreadsheets and AI models return for a missing value. */
const NULL_LIKE = ['null', 'NULL', 'undefined'];

/**
 * A null-like string in place of an ID or a search text would find no record, or the wrong one.
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

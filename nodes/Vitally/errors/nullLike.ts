import { VitallyError } from './vitallyError';

/** What programs, spreadsheets and AI models return for a missing value. */
const NULL_LIKE = new Set(['null', 'NULL', 'undefined', 'None']);
/** What they return for a missing ID. */
const NO_ID = new Set([...NULL_LIKE, 'NaN', 'N/A', '-']);

export function isNullLike(text: string): boolean {
	return NULL_LIKE.has(text.trim());
}

/**
 * A null-like string in place of a search text would find no record, or the wrong one.
 *
 * @param text from a user or an AI model
 * @param field label of the field in the editor
 * @throws VitallyError for a null-like string
 */
export function assertNotNullLike(text: string, field: string): void {
	if (isNullLike(text)) throw nullLikeError(text, field);
}

/**
 * As `assertNotNullLike`, for an ID.
 *
 * @throws VitallyError also for NaN, N/A and a hyphen
 */
export function assertNotNullLikeId(text: string, field: string): void {
	if (NO_ID.has(text.trim())) throw nullLikeError(text, field);
}

function nullLikeError(text: string, field: string): VitallyError {
	return new VitallyError(
		`The value "${text.trim()}" of '${field}' is a word for nothing`,
		`Enter a value for '${field}', or leave the field out if it is optional.`,
		{ field },
	);
}

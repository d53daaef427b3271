import { VitallyError } from './vitallyError';

/** What programs, spreadsheets and AI models return for a missing value. */
const NULL_LIKE = new Set(['null', 'NULL', 'undefined']);
/** A trait may have the value None, so only models return it for a missing one. */
const NULL_LIKE_OF_MODELS = new Set([...NULL_LIKE, 'None']);
const NO_ID = new Set([...NULL_LIKE_OF_MODELS, 'NaN', 'N/A', '-']);

/** Whether an AI model returned a text for a missing value. */
export function isNullLikeOfModel(text: string): boolean {
	return NULL_LIKE_OF_MODELS.has(text.trim());
}

/**
 * A null-like string in place of a search text would find no record, or the wrong one.
 *
 * @param text from a user or an AI model
 * @param field label of the field in the editor
 * @throws VitallyError for a null-like string
 */
export function assertNotNullLike(text: string, field: string): void {
	if (NULL_LIKE.has(text.trim())) throw nullLikeError(text, field);
}

/**
 * As `assertNotNullLike`, for an ID.
 *
 * @throws VitallyError also for None, NaN, N/A and a hyphen
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

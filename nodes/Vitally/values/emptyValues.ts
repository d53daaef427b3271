import { VitallyError } from '../errors/vitallyError';
import { hasJsonValue, isPlainObject, isTooDeep } from './json';

/**
 * What to do with an optional field or trait that was set and is empty: leave it as it is in Vitally,
 * clear it there, or send the empty value of its type.
 */
export type EmptyValues = 'ignore' | 'clear' | 'send';

/** The empty values of a type. */
export interface EmptyEncoding {
	/** What clears the field; `undefined` if nothing does. */
	cleared: unknown;
	/** What is sent for an empty text; null if the type has no empty value. */
	blank: unknown;
}

/** Numbers, switches, dates and IDs. */
export const NULL_ONLY: EmptyEncoding = { cleared: null, blank: null };

export const EMPTY_TEXT: EmptyEncoding = { cleared: null, blank: '' };

/** A list in a body, which null does not clear. */
export const EMPTY_LIST: EmptyEncoding = { cleared: [], blank: [] };

/** What programs, spreadsheets and AI models return for a missing value. */
const NULL_LIKE = new Set(['null', 'NULL', 'undefined']);

/** A trait may have the value None, so only models return it for a missing value. */
const NULL_LIKE_OF_MODELS = new Set([...NULL_LIKE, 'None']);

const NULL_LIKE_IDS = new Set([...NULL_LIKE_OF_MODELS, 'NaN', 'N/A', '-']);

/** Whether a value is that of a blank cell or a missing column. 0, false and an empty list are values. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;

	return typeof value === 'string' && value.trim() === '';
}

/**
 * Returns what is sent for an empty value.
 *
 * @param value empty, see `isEmpty`
 * @param encoding of the type of the field or trait
 * @returns `undefined` to leave the field as it is
 */
export function encodeEmpty(rule: EmptyValues, value: unknown, encoding: EmptyEncoding): unknown {
	if (rule === 'ignore') return undefined;
	if (rule === 'clear') return encoding.cleared;
	if (typeof value === 'string') return encodeBlank(value, encoding);

	return encoding.cleared ?? null;
}

/** Blanks stay as they are in a text. */
function encodeBlank(text: string, { blank }: EmptyEncoding): unknown {
	return blank === '' ? text : blank;
}

/**
 * Returns a value from an AI model with null in place of null-like text, at every depth. A list leaves such entries out, and is
 * null without others, because an empty list could replace one in Vitally. Too many levels stay for the reader's error.
 */
export function nullLikeAsNull(value: unknown): unknown {
	return isTooDeep(value) ? value : withoutNullLike(value);
}

function withoutNullLike(value: unknown): unknown {
	if (isNullLikeOfModel(value)) return null;

	if (Array.isArray(value)) {
		const entries = value.filter((entry) => !isNullLikeOfModel(entry));
		const areAllNullLike = entries.length === 0 && value.length > 0;

		return areAllNullLike ? null : entries.map(withoutNullLike);
	}

	// Dates stay as they are.
	if (!isPlainObject(value) || hasJsonValue(value)) return value;

	const entries = Object.entries(value).map(([key, inner]) => [key, withoutNullLike(inner)]);

	return Object.fromEntries(entries);
}

function isNullLikeOfModel(value: unknown): boolean {
	return typeof value === 'string' && NULL_LIKE_OF_MODELS.has(value.trim());
}

/**
 * Asserts that a text is not null-like. In place of a search text, such a text would find no record, or a wrong one.
 *
 * @param text from a user or an AI model
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
	if (NULL_LIKE_IDS.has(text.trim())) throw nullLikeError(text, field);
}

function nullLikeError(text: string, field: string): VitallyError {
	return new VitallyError(
		`The value "${text.trim()}" of '${field}' is a word for nothing`,
		`Enter a value for '${field}', or leave the field out if it is optional.`,
		{ field },
	);
}

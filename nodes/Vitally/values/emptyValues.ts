import { VitallyError } from '../errors/vitallyError';
import { showsNothing } from './invisibleCharacters';
import { hasJsonValue, isJsonObject, isTooDeep, type JsonValue } from './json/json';

/**
 * What to do with an optional field or trait that was set and is empty: leave it as it is in Vitally,
 * clear it there, or send the empty value of its type.
 */
export type EmptyValues = 'ignore' | 'clear' | 'send';

/** The empty values of a type. */
export interface EmptyEncoding {
	/** What clears the field; `undefined` if nothing does. */
	cleared: JsonValue | undefined;
	/** What is sent for an empty text; null if the type has no empty value. */
	blank: JsonValue;
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

/** Words for a missing value of files, databases and programs, in small letters. No ID and no name of a record is one. */
const NULL_LIKE_IDS = new Set([
	'null',
	'undefined',
	'none',
	'nil',
	'nan',
	'nat',
	'n/a',
	'n.a.',
	'-',
	'--',
	'---',
	'–',
	'—',
	'<na>',
	'<null>',
	'<none>',
	'<undefined>',
	'(null)',
	'(none)',
	'(blank)',
	'(empty)',
	'\\n',
	'[object object]',
]);

/**
 * An error of a spreadsheet in place of a value, in English, German, French, Spanish, Italian, Portuguese and Dutch. In
 * Spanish a sign may stand before the word, and LibreOffice shows some errors by their number.
 */
const SPREADSHEET_ERROR =
	/^(?:#(?:N\/[ABD]|NV|GETTING_DATA|(?:NAME|NAAM|NOM|NOME)\?|¿\p{L}+\?|¡[\p{L}\d/]+!|(?:BEZUG|BLOCKED|BUSY|CALC|CONNECT|DEEL\/0|DIV\/0|ERROR|FIELD|GETAL|LEEG|NOMBRE|NULLO|NULL?|NULO|NUM|NÚM|REF|RIF|SPILL|UNKNOWN|VALEUR|VALORE?|VALUE|VERW|WAARDE|WERT|ZAHL|ÜBERLAUF)!)|Err:5\d\d)$/iu;

/**
 * Whether a value is that of a blank cell or a missing column, or a list of such values alone, as a look-up without
 * a result returns it. 0, false and an empty list are values.
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (Array.isArray(value)) return value.length > 0 && value.every(isEmpty);

	return typeof value === 'string' && showsNothing(value);
}

/** Returns the error of a required field without a value. */
export function emptyFieldError(field: string): VitallyError {
	return new VitallyError(
		`The field '${field}' is empty`,
		`Enter a value for '${field}', or check that the expression returns one.`,
		{ field },
	);
}

/**
 * Returns what is sent for an empty value.
 *
 * @param value empty, see `isEmpty`
 * @param encoding of the type of the field or trait
 * @returns `undefined` to leave the field as it is
 */
export function encodeEmpty(
	rule: EmptyValues,
	value: unknown,
	encoding: EmptyEncoding,
): JsonValue | undefined {
	if (rule === 'ignore') return undefined;
	if (rule === 'clear') return encoding.cleared;
	if (typeof value === 'string') return encodeBlank(value, encoding);

	return encoding.cleared ?? null;
}

/** Returns the empty value of a type, or for texts the blanks as they are. */
function encodeBlank(text: string, { blank }: EmptyEncoding): JsonValue {
	return blank === '' ? text : blank;
}

/**
 * Returns a value from an AI model with null in place of null-like text, at every depth. A list leaves such entries
 * out. A list of such entries alone is null, because an empty list could replace one in Vitally. A value with too
 * many levels is returned as it is: the reader of its field has an error for it.
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

	// Dates stay as they are, and so does what JSON cannot keep: the reader of the field has an error for it.
	if (!isJsonObject(value) || hasJsonValue(value)) return value;

	const entries = Object.entries(value).map(([key, inner]) => [key, withoutNullLike(inner)]);

	return Object.fromEntries(entries);
}

function isNullLikeOfModel(value: unknown): boolean {
	return typeof value === 'string' && NULL_LIKE_OF_MODELS.has(value.trim());
}

/** Whether a text is an error of a spreadsheet, such as `#N/A`, `#REF!` or `#DIV/0!`. Nobody means it. */
export function isSpreadsheetError(text: string): boolean {
	return SPREADSHEET_ERROR.test(text.trim());
}

/**
 * Asserts that a text is not null-like. In place of a search text, such a text would find no record, or a wrong one.
 *
 * @param text from a user or an AI model
 * @throws VitallyError for a null-like string
 */
export function assertNotNullLike(text: string, field: string): void {
	const word = text.trim();
	const isNullLike = NULL_LIKE.has(word) || isSpreadsheetError(word);
	if (isNullLike) throw nullLikeError(text, field);
}

/**
 * Asserts that an ID is no word for a missing value.
 *
 * @throws VitallyError for null-like strings, for None, NaN, N/A, a hyphen and the like in capital or small letters,
 * and for errors of spreadsheets
 */
export function assertNotNullLikeId(text: string, field: string): void {
	const word = text.trim();
	const isNullLike = NULL_LIKE_IDS.has(word.toLowerCase()) || isSpreadsheetError(word);
	if (isNullLike) throw nullLikeError(text, field);
}

/**
 * Asserts that the name of a record that may be new is no word for nothing: a failed formula of a spreadsheet would become
 * a record.
 *
 * @throws VitallyError as `assertNotNullLikeId`
 */
export function assertNewName({ name }: { name?: unknown }): void {
	if (typeof name === 'string') assertNotNullLikeId(name, 'Name');
}

function nullLikeError(text: string, field: string): VitallyError {
	return new VitallyError(
		`'${field}' contains the text "${text.trim()}" instead of a value`,
		`Enter a value for '${field}', or check the node or model that returned "${text.trim()}".`,
		{ field },
	);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { findRepeatedKey } from './jsonErrors';

/** A value as JSON keeps it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
	[key: string]: JsonValue;
}

const MAX_LEVELS = 100;

/** Whether a value is an object with keys: not a list, and not null. */
export function isPlainObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object of JSON: sets, errors, promises and the like have no JSON of their own. */
export function isJsonObject(value: unknown): value is IDataObject {
	return isPlainObject(value) && Object.prototype.toString.call(value) === '[object Object]';
}

/** Returns the value of a field, not of an inherited property such as `constructor`. */
export function ownValue(owner: unknown, name: string): unknown {
	return isPlainObject(owner) && Object.hasOwn(owner, name) ? owner[name] : undefined;
}

/** Returns the fields of an object without those that are `undefined`. Null, 0, false and '' stay. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Whether an object, such as a date, has a JSON value of its own. A key of this name in JSON is no function. */
export function hasJsonValue(value: object): value is { toJSON(): unknown } {
	return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** Returns the value that `JSON.stringify` writes: dates are converted to text. */
export function jsonValue(value: unknown): unknown {
	return typeof value === 'object' && value && hasJsonValue(value) ? value.toJSON() : value;
}

/**
 * Returns the value of a JSON text.
 *
 * @param field label of the field in the editor, for the error
 * @param empty the value for blank text
 * @returns `undefined` for invalid JSON
 * @throws VitallyError for more than 100 levels, and for an object with a key that is there twice
 */
export function parseJson(text: string, field: string, empty?: unknown): unknown {
	if (text.trim() === '') return empty;

	let value: unknown;

	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}

	assertDepth(value, field);
	assertKeysOnce(text, value, field);

	return value;
}

/** JSON.parse keeps the last value of a key that an object has twice, and loses the others. */
function assertKeysOnce(text: string, value: unknown, field: string): void {
	const key = typeof value === 'object' ? findRepeatedKey(text) : undefined;
	if (key === undefined) return;

	throw new VitallyError(
		`The JSON in '${field}' has the key '${key}' more than once`,
		'Keep one of these keys: JSON would use only the last one.',
		{ field },
	);
}

/**
 * Whether lists and objects are nested in more than 100 levels. JSON.stringify and every function that calls itself
 * for nested values end in a RangeError at some thousands, so what comes from outside is checked first.
 *
 * @param levelsLeft how many levels the value may have; 100 unless it is inside another one
 */
export function isTooDeep(value: unknown, levelsLeft = MAX_LEVELS): boolean {
	if (typeof value !== 'object' || value === null || hasJsonValue(value)) return false;
	if (levelsLeft === 0) return true;

	if (Array.isArray(value)) return value.some((entry) => isTooDeep(entry, levelsLeft - 1));

	// A list of the values would be made for each record: that doubles the time.
	for (const key in value) {
		const entry: unknown = (value as IDataObject)[key];
		// Most values are texts and numbers, which need no call.
		if (typeof entry === 'object' && isTooDeep(entry, levelsLeft - 1)) return true;
	}

	return false;
}

/**
 * Asserts that a value is not too deep, see `isTooDeep`.
 *
 * @param field label of the field in the editor, for the error
 * @throws VitallyError for a value of more than 100 levels
 */
export function assertDepth(value: unknown, field: string): void {
	if (!isTooDeep(value)) return;

	throw new VitallyError(
		`The value of '${field}' has more than ${MAX_LEVELS} levels of lists and objects`,
		'Enter a value with fewer levels, or check the expression.',
		{ field },
	);
}

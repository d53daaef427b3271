import type { IDataObject } from 'n8n-workflow';

/** Half of a character, which has no UTF-8 form. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a value is an object with keys: not a list, and not null. */
export function isPlainObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a field, not of an inherited property such as `constructor`. */
export function ownValue(of: unknown, name: string): unknown {
	return isPlainObject(of) && Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Removes only `undefined`, not null, 0, false or ''. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The value that `JSON.stringify` writes: dates are converted to text. */
export function jsonValue(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

/** @returns `empty` for blank text, `undefined` for invalid JSON */
export function parseJson(text: string, empty?: unknown): unknown {
	if (text.trim() === '') return empty;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object with keys: not a list, and not null. */
export function isPlainObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes only `undefined`, not null, 0, false or ''. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

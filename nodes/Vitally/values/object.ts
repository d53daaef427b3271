import type { IDataObject } from 'n8n-workflow';

/** Whether a value has keys: no list, and not null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

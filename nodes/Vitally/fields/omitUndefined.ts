import type { IDataObject } from 'n8n-workflow';

/** The fields that are set: everything but `undefined`; null, 0, false and '' are values. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

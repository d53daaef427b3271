import type { IDataObject } from 'n8n-workflow';

/** null, 0, false and '' are kept. */
export function omitUndefined(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

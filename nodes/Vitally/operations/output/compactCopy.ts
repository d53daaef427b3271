import type { IDataObject } from 'n8n-workflow';

/**
 * Copies a record that was built field by field. V8 keeps an object of more than some dozen added fields as a table of its
 * own, which takes three times the memory of a copy at once: all copies of records with the same fields share one.
 */
export function compactCopy(record: IDataObject): IDataObject {
	return { ...record };
}

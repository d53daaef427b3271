import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from './plainObject';
import { valuesEqual } from './valuesEqual';

/** Whether a record has the values that a creation sent, in the fields that Vitally returns. */
export function matchesSent(record: IDataObject, sent: IDataObject): boolean {
	return Object.entries(sent).every(
		([key, value]) => !(key in record) || valueMatchesSent(record[key], value),
	);
}

function valueMatchesSent(returned: unknown, sent: unknown): boolean {
	if (Array.isArray(sent) && sent.some((one) => typeof one === 'object')) {
		// Messages of a conversation are returned with more fields than were sent.
		return Array.isArray(returned) && returned.length === sent.length;
	}
	if (isPlainObject(sent)) return isPlainObject(returned) && matchesSent(returned, sent);
	// Vitally changes HTML in ways that are not documented.
	if (typeof sent === 'string' && sent.includes('<')) return typeof returned === 'string';
	return valuesEqual(returned, sent);
}

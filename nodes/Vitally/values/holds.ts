import type { IDataObject } from 'n8n-workflow';

import { isObject } from './object';
import { isSameValue } from './sameValue';

/**
 * Whether a record holds what a creation sent, as far as it shows it: what the record does not show tells
 * nothing.
 *
 * @param record as the service shows it
 * @param sent body of the creation
 */
export function holdsAll(record: IDataObject, sent: IDataObject): boolean {
	return Object.entries(sent).every(
		([key, value]) => !(key in record) || isKept(record[key], value),
	);
}

function isKept(shown: unknown, sent: unknown): boolean {
	if (Array.isArray(sent) && sent.some((one) => typeof one === 'object')) {
		// Messages of a conversation, of which a record shows more than was sent, or nothing.
		return Array.isArray(shown) && shown.length === sent.length;
	}
	if (isObject(sent)) return isObject(shown) && holdsAll(shown, sent);
	// The service changes HTML in ways that cannot all be foreseen.
	if (typeof sent === 'string' && sent.includes('<')) return typeof shown === 'string';
	return isSameValue(shown, sent);
}

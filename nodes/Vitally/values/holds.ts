import type { IDataObject } from 'n8n-workflow';

/**
 * Whether a record holds what a creation sent. What the record does not show tells nothing, and the same
 * value may come back in another form: a number as text, a date in another zone.
 *
 * @param record as the service shows it
 * @param sent body of the creation
 */
export function holdsAll(record: IDataObject, sent: IDataObject): boolean {
	return Object.entries(sent).every(
		([key, value]) => !(key in record) || isSame(record[key], value),
	);
}

function isSame(shown: unknown, sent: unknown): boolean {
	if (sent === null || sent === undefined) return shown === null || shown === undefined;
	if (Array.isArray(sent)) return isSameList(shown, sent);
	if (typeof sent === 'object') {
		if (typeof shown !== 'object' || shown === null) return false;
		return holdsAll(shown as IDataObject, sent as IDataObject);
	}
	if (String(shown) === String(sent)) return true;
	if (typeof shown !== 'string' || typeof sent !== 'string') return false;
	// The service takes tags out of HTML that it does not allow.
	if (sent.includes('<')) return true;
	return Date.parse(shown) === Date.parse(sent);
}

/** Lists of texts have no order; longer values in them are told by their number alone. */
function isSameList(shown: unknown, sent: unknown[]): boolean {
	if (!Array.isArray(shown) || shown.length !== sent.length) return false;
	const texts = new Set(shown.map(String));
	return sent.every((one) => typeof one === 'object' || texts.has(String(one)));
}

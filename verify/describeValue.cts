import type { ServiceResponse } from '../nodes/Vitally/transport/client';

const MAX_FIELDS = 12;

/** A name of the service. Longer names, or those with other characters, may be a workspace's own. */
const FIELD_NAME_OF_THE_SERVICE = /^[a-z][A-Za-z]{0,39}$/;

/** Describes the status of a response and the types in its body. */
export function describeResponse({ status, body }: ServiceResponse): string {
	return body === undefined ? `${status} without a body` : `${status} with ${describeType(body)}`;
}

/**
 * Describes the type of a value, so that no content of a workspace is shown.
 *
 * @param depth levels of objects whose fields are named
 */
export function describeType(value: unknown, depth = 2): string {
	if (value === null) return 'null';

	if (Array.isArray(value)) {
		return value.length === 0 ? 'an empty list' : `a list of ${describeType(value[0], depth - 1)}`;
	}

	if (typeof value === 'string') return isTime(value) ? 'a time' : 'a text';
	if (typeof value !== 'object') return `a ${typeof value}`;

	const fields = Object.entries(value as object);
	if (fields.length > MAX_FIELDS || depth <= 0) return `an object of ${fields.length} fields`;

	const descriptions = fields.map(
		([name, field]) => `${maskFieldName(name)}: ${describeType(field, depth - 1)}`,
	);

	return `an object (${descriptions.join(', ')})`;
}

/** Returns the name of a field, or an ellipsis if it may be a name that a workspace chose. */
export function maskFieldName(name: string): string {
	return FIELD_NAME_OF_THE_SERVICE.test(name) ? name : '…';
}

export function isTime(value: unknown): boolean {
	return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value);
}

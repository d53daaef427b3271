import { HttpError } from '../httpError.cts';

/** The end of a page: the sort value of its last row, and the row's id for rows that share the value. */
export interface Position {
	sortValue: string;
	id: string;
}

/** Returns the opaque `next` of a list: base64 of JSON, as seen in docs/internal/public-facts.md, 3. */
export function toCursor({ sortValue, id }: Position): string {
	return Buffer.from(JSON.stringify({ sortValue, id })).toString('base64');
}

/**
 * Reads a cursor back.
 *
 * @throws HttpError 400 for a text that this service never returned
 */
export function fromCursor(cursor: string): Position {
	try {
		const position: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString());
		if (isPosition(position) && toCursor(position) === cursor) return position;
	} catch {
		// A text that is no JSON is rejected below, like every other unknown cursor.
	}

	throw new HttpError(400, 'from is not a cursor of this service.');
}

function isPosition(value: unknown): value is Position {
	return (
		typeof value === 'object' &&
		value !== null &&
		'sortValue' in value &&
		typeof value.sortValue === 'string' &&
		'id' in value &&
		typeof value.id === 'string'
	);
}

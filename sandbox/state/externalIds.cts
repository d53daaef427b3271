import { HttpError } from '../httpError.cts';
import type { Row } from './row.cts';
import type { Table } from './table.cts';

/**
 * What a POST with a known external id does; the document does not say (docs/internal/public-facts.md, 9).
 */
export type DuplicateExternalId = 'reject' | 'upsert' | 'create';

/**
 * Returns the record that a POST has to update because its external id is known, if any.
 *
 * @param kind names the records in the error
 * @throws HttpError 400 for a known external id, if duplicates are rejected
 */
export function recordToUpdate<T extends Row>(
	table: Table<T>,
	externalId: string | undefined,
	duplicate: DuplicateExternalId,
	kind: string,
): T | undefined {
	const known = externalId === undefined ? undefined : table.byExternalId(externalId);

	if (known && duplicate === 'reject') {
		throw new HttpError(400, `externalId ${externalId} belongs to another ${kind}.`);
	}

	return duplicate === 'upsert' ? known : undefined;
}

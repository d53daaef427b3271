import { isPlainObject } from '../values/json/json';

/**
 * Returns the Vitally IDs of the accounts of a record. An instance of a custom object may have several; its `customerId` is the
 * primary one.
 *
 * Source: docs/internal/public-facts.md, 4.12
 */
export function accountIdsOf({
	accountId,
	customerId,
	customers,
}: Readonly<Record<string, unknown>>): unknown[] {
	const further = [customers].flat().filter(isPlainObject);

	return [accountId, customerId, ...further.map(({ id }) => id)];
}

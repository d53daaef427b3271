import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readLocator, type Locator } from '../fields/locators';
import { normalizeName } from '../values/nameMatchers';
import { isVitallyId } from '../values/vitallyId';
import { parameterOf, type RecordType } from './recordType';
import { recognize, type Selection } from './resolveId';

/**
 * The record of a type that an item selects, see `recognize`.
 *
 * @throws VitallyError for a link that leads to no such record
 */
export function selectedRecord(type: RecordType, item: ItemParameters): Selection {
	return recognize(readLocator(item, parameterOf(type), type), type, type.label, item.appHost);
}

/** Runs a task while no other item writes the selected record under the same ID, name or email address. */
export async function lockRecord<T>(
	item: ItemContext,
	type: RecordType,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(`${type.path}/${String(idKey(selectedRecord(type, item)))}`, task);
}

/** As `lockRecord`, for the record with an external ID. */
export async function lockExternalId<T>(
	item: ItemContext,
	{ path }: RecordType,
	externalId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(`${path}/${externalId}`, task);
}

/** Email addresses, names and Vitally IDs are not case-sensitive. */
export function idKey({ mode, value }: Locator): unknown {
	const isText = mode === 'email' || mode === 'name' || isVitallyId(value);
	return isText ? normalizeName(String(value)) : value;
}

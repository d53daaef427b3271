import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation } from '../execution/operation';
import { normalizeName } from '../values/parse';
import { readSelection } from './locate';
import { isVitallyId, type RecordType } from './recordType';
import type { Selection } from './resolveId';

/** An operation on the record that an item selects. */
type RecordOperation = (item: ItemContext, selection: Selection) => Promise<IDataObject[]>;

/** Returns an operation that runs while no other item writes the selected record under the same ID, name or email. */
export function lockRecord(type: RecordType, run: RecordOperation): Operation {
	return async (item) => {
		const selection = readSelection(type, item);

		return await item.lock(
			selectionLockKey(type, selection),
			async () => await run(item, selection),
		);
	};
}

/** Runs a task while no other item writes the record with an external ID, which may be new. */
export async function lockExternalId<T>(
	item: ItemContext,
	{ path }: RecordType,
	externalId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(recordLockKey(path, externalId), task);
}

/**
 * Returns the key of the lock on a record. Every lock on a record has its key from here. It is known before the first
 * request, because items keep their order only if they are locked before they send anything. So a record has a lock for
 * each of its IDs: an update sends only the fields and traits that it sets, and what it must read before has a lock of its
 * own (`contentLockKey`). And instances of two custom objects with one External ID share a lock, which costs nothing but
 * time: the custom object may be named in a way that needs a request.
 *
 * @param path tells records of one kind from all others
 * @param name is what the writers of the record know: an ID, a name or an email address
 */
export function recordLockKey(path: string, name: unknown): string {
	// Vitally IDs are not case-sensitive, and neither are External IDs in their form.
	const key = isVitallyId(name) ? normalizeName(String(name)) : String(name);

	return `${path}/${key}`;
}

/**
 * Returns the key of the lock on a record whose update depends on what was read, such as its tags. It is taken while
 * the item may have locked the record by another name, see `recordLockKey`.
 *
 * @param id is its Vitally ID
 */
export function contentLockKey({ path }: RecordType, id: unknown): string {
	return `content of ${recordLockKey(path, id)}`;
}

function selectionLockKey({ path }: RecordType, { mode, value }: Selection): string {
	const isAnyCase = mode === 'email' || mode === 'name';

	return recordLockKey(path, isAnyCase ? normalizeName(String(value)) : value);
}

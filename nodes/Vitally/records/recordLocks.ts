import { normalizeName } from '../values/parse';
import { isVitallyId, type RecordType } from './recordType';

/**
 * Returns the key of the lock on a record. Every lock on a record has its key from here.
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

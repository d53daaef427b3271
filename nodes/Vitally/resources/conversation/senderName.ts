import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../../values/json/json';

/**
 * The name or email address of the person who wrote a message.
 *
 * @param from of the message
 * @param people of its conversation: `users`, `admins` or both, which may be missing
 * @returns null for nobody of them
 */
export function senderName(from: unknown, people: readonly unknown[]): IDataObject[string] {
	const known = people.flat().filter(isPlainObject);
	const person = known.find(({ id }) => isPlainObject(from) && id === from.id);

	return person?.name ?? person?.email ?? null;
}

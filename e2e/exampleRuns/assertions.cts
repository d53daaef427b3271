import assert from 'node:assert/strict';

import { TIME_ZONE } from '../n8n.cts';

/**
 * The only one of what arrived.
 *
 * @throws AssertionError with the number that arrived
 */
export function only<T>(all: Iterable<T>, what: string): T {
	const list = [...all];
	assert.equal(list.length, 1, `${list.length} of ${what} instead of 1: ${JSON.stringify(list)}`);
	return list[0];
}

/**
 * What a search found.
 *
 * @throws AssertionError that names it where nothing was found
 */
export function present<T>(found: T | undefined, what: string): T {
	assert.ok(found, `There is no ${what}`);
	return found;
}

/** A day so many days from today, in n8n's time zone, as Vitally writes it. */
export function dayIn(days: number): string {
	// Sweden writes a day in the same way.
	return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: TIME_ZONE });
}

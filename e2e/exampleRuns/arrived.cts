import assert from 'node:assert/strict';

/**
 * The only one of what arrived.
 *
 * @throws AssertionError that says how many arrived
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

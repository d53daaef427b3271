import type { IDataObject } from 'n8n-workflow';

import { compactCopy } from './compactCopy';

/** V8 keeps an object of up to so many fields compact, however they were added. */
const SMALL = 16;

/** The most shapes that are remembered for each number of fields. */
const MAX_SHAPES = 16;

/**
 * Remembers which fields the records of a list had. A compact copy is slow to make for the first record with its fields,
 * and fast for each one after it. Of 100,000 accounts that each lack other ones of 66 traits, copying all doubled the time
 * and took more memory (`npm run bench -- list` measures this list).
 */
export class RecordShapes {
	private readonly shapes = new Map<number, Array<readonly string[]>>();

	/**
	 * Makes a record compact if one with the same fields came before it.
	 *
	 * @param names of all its fields, in their order
	 */
	compact(record: IDataObject, names: readonly string[]): IDataObject {
		if (names.length <= SMALL) return record;

		const earlier = this.shapes.get(names.length) ?? [];
		if (earlier.some((others) => isSameList(others, names))) return compactCopy(record);

		if (earlier.length === MAX_SHAPES) earlier.shift();

		earlier.push(names);
		this.shapes.set(names.length, earlier);

		return record;
	}
}

/** Whether two lists of the same length are equal, from their ends: records differ in their traits, which come last. */
function isSameList(left: readonly string[], right: readonly string[]): boolean {
	for (let index = left.length - 1; index >= 0; index--) {
		if (left[index] !== right[index]) return false;
	}

	return true;
}

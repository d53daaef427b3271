import type { IDataObject } from 'n8n-workflow';

import { compactCopy } from './compactCopy';

/** The most shapes that are remembered. A list with more of them has hardly any that repeat. */
const MAX_SHAPES = 1000;

/** The usual factor of such a hash; it is odd, so that each trait counts. */
const FACTOR = 31;

/** The shape of a record without traits. */
export const NO_TRAITS = 0;

/**
 * Adds a trait to the shape of a record: a number for its traits in their order. A list of their names for each
 * record took a third of the time in which a record is simplified.
 *
 * @param number of the trait, see `TraitColumns`
 */
export function addTrait(shape: number, number: number): number {
	return (Math.imul(shape, FACTOR) + number) | 0;
}

/**
 * Remembers which traits the records of a list had; their other fields are the same. A compact copy is slow to make for
 * the first record with its fields, and fast for each one after it. Of 100,000 accounts that each lack other ones of 66
 * traits, copying all doubled the time and took more memory (`npm run bench -- list` measures this list).
 */
export class RecordShapes {
	private readonly seen = new Set<number>();

	/**
	 * Makes a record compact if one of the same shape came before it.
	 *
	 * @param shape of other traits may be the same by chance: the copy is right, and only slower
	 */
	compact(record: IDataObject, shape: number): IDataObject {
		if (this.seen.has(shape)) return compactCopy(record);
		if (this.seen.size < MAX_SHAPES) this.seen.add(shape);

		return record;
	}
}

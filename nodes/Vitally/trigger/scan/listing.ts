import type { ListingState } from './types';

/**
 * Finds out which of the stored records were deleted: those that two readings of the whole list, one after the
 * other, did not show. A single one may miss a record, because a deletion while pages are read moves others from one
 * page to the next.
 */
export class Listing {
	/** What the last reading did not show, and no list since. */
	private missing = new Set<string>();
	/** What a reading that has begun has not shown yet; undefined without one. */
	private unlisted: Set<string> | undefined;

	/**
	 * Adds what was stored of records.
	 *
	 * @param keys of the records, as `arrange` returned them
	 */
	add(keys: readonly string[], { missing = 0, unlisted }: ListingState): void {
		for (const key of keys.slice(0, missing)) this.missing.add(key);
		if (unlisted === undefined) return;

		this.unlisted ??= new Set();

		for (const key of keys.slice(0, unlisted)) this.unlisted.add(key);
	}

	/** A reading of the whole list begins. */
	begin(keys: Iterable<string>): void {
		this.unlisted = new Set(keys);
	}

	/** A list shows the record, or it is no longer stored. */
	note(key: string): void {
		this.missing.delete(key);
		this.unlisted?.delete(key);
	}

	/** The reading has ended. Returns the keys of the deleted records. */
	end(): string[] {
		const { missing, unlisted = new Set<string>() } = this;

		this.missing = new Set([...unlisted].filter((key) => !missing.has(key)));
		this.unlisted = undefined;

		return [...unlisted].filter((key) => missing.has(key));
	}

	/** What to store of records: their keys, those that are missing first, then those that are not listed yet. */
	arrange(keys: readonly string[]): { keys: readonly string[] } & ListingState {
		const { missing, unlisted } = this;
		if (missing.size === 0 && !unlisted) return { keys };

		const first = keys.filter((key) => missing.has(key));
		const second = keys.filter((key) => !missing.has(key) && unlisted?.has(key));

		return {
			keys: [...new Set([...first, ...second, ...keys])],
			missing: first.length || undefined,
			unlisted: unlisted && first.length + second.length,
		};
	}
}

import type { Position } from './cursor.cts';
import type { Row, SortKey } from './row.cts';

/**
 * All rows of a table in ascending order of one timestamp, ties by id. A change moves one row instead
 * of sorting again, so 100,000 rows page as fast as 100 while others edit them.
 */
export class Order<T extends Row> {
	readonly #rows: T[];
	readonly #key: SortKey;

	constructor(key: SortKey, rows: Iterable<T>) {
		this.#key = key;
		this.#rows = [...rows].sort((a, b) => this.#compare(a, b[key], b.id));
	}

	add(row: T): void {
		this.#rows.splice(this.#firstAtOrAfter(this.positionOf(row)), 0, row);
	}

	/** Removes a row; call it before the row's timestamps change. */
	remove(row: T): void {
		this.#rows.splice(this.#firstAtOrAfter(this.positionOf(row)), 1);
	}

	/** Yields rows in descending order (docs/internal/service.md, Pagination), from the row after `start`. */
	*descending(start?: Position): Generator<T> {
		let index = start ? this.#firstAtOrAfter(start) : this.#rows.length;

		while (index > 0) yield this.#rows[--index];
	}

	positionOf(row: T): Position {
		return { sortValue: row[this.#key], id: row.id };
	}

	/** Compares a row with a place in the order, as `sort` does. */
	#compare(row: T, sortValue: string, id: string): number {
		const value = row[this.#key];
		if (value !== sortValue) return value < sortValue ? -1 : 1;

		if (row.id === id) return 0;

		return row.id < id ? -1 : 1;
	}

	/** Finds the index of the first row at or after a place, by binary search. */
	#firstAtOrAfter({ sortValue, id }: Position): number {
		let low = 0;
		let high = this.#rows.length;

		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.#compare(this.#rows[middle], sortValue, id) < 0) low = middle + 1;
			else high = middle;
		}

		return low;
	}
}

import { fromCursor, toCursor } from './cursor.cts';
import { Order } from './order.cts';
import type { Resource } from './resource.cts';
import type { Row, SortKey } from './row.cts';

/** The query of a list (docs/internal/service.md, Pagination): all optional. */
export interface PageQuery {
	limit?: number;
	from?: string;
	sortBy?: SortKey;
}

export interface Page<T> {
	results: T[];
	next: string | null;
	atEnd: boolean;
}

/** Records of one kind: by id, by external id, and in the order of their timestamps. */
export class Table<T extends Row> {
	readonly #loaded = new Map<string, T>();
	readonly #idOfExternalId = new Map<string, string>();
	readonly #orders = new Map<SortKey, Order<T>>();
	readonly #countOfParent = new Map<string, number>();
	#load?: () => T[];

	constructor(private readonly resource: Pick<Resource<T>, 'parentIds'> = {}) {}

	/** Adds records as soon as the table is used: a test uses few of all tables. */
	loadLater(load: () => T[]): void {
		this.#load = load;
	}

	#fill(): void {
		const load = this.#load;

		this.#load = undefined;
		load?.().forEach((row) => this.insert(row));
	}

	get #rows(): Map<string, T> {
		this.#fill();

		return this.#loaded;
	}

	get size(): number {
		return this.#rows.size;
	}

	all(): Iterable<T> {
		return this.#rows.values();
	}

	/** @throws Error where no record matches */
	first(matches: (row: T) => boolean): T {
		for (const row of this.all()) {
			if (matches(row)) return row;
		}

		throw new Error('No record matches');
	}

	get(id: string | null | undefined): T | undefined {
		return this.#rows.get(id ?? '');
	}

	/** Finds the first record with an external id, which several may share. */
	byExternalId(externalId: string | null | undefined): T | undefined {
		this.#fill();

		return this.get(this.#idOfExternalId.get(externalId ?? ''));
	}

	/** Finds a record; a service id wins over another record's external id of the same text. */
	byEitherId(id: string | undefined): T | undefined {
		return this.get(id) ?? this.byExternalId(id);
	}

	/** Returns how many records belong to an account or organization. */
	countOf(parentId: string): number {
		this.#fill();

		return this.#countOfParent.get(parentId) ?? 0;
	}

	insert(row: T): T {
		this.#rows.set(row.id, row);
		this.#index(row);

		return row;
	}

	/** Changes a record in place; the caller moves `updatedAt`. */
	change(row: T, patch: Partial<T>): T {
		this.#unindex(row);
		Object.assign(row, patch);
		this.#index(row);

		return row;
	}

	remove(row: T): void {
		this.#unindex(row);
		this.#rows.delete(row.id);
	}

	/**
	 * Returns a page in descending order. A cursor names a place, not a row number: rows that were edited,
	 * added or removed since then shift nothing, as with the real service's keyset cursors.
	 */
	page(query: PageQuery, matches: (row: T) => boolean = () => true): Page<T> {
		const limit = query.limit ?? 100;
		const order = this.#order(query.sortBy ?? 'updatedAt');
		const results: T[] = [];

		for (const row of order.descending(query.from ? fromCursor(query.from) : undefined)) {
			if (!matches(row)) continue;

			if (results.length === limit) {
				const next = toCursor(order.positionOf(results[limit - 1]));

				return { results, next, atEnd: false };
			}

			results.push(row);
		}

		return { results, next: null, atEnd: true };
	}

	#order(key: SortKey): Order<T> {
		const known = this.#orders.get(key);
		if (known) return known;

		const order = new Order(key, this.#rows.values());

		this.#orders.set(key, order);

		return order;
	}

	#index(row: T): void {
		for (const order of this.#orders.values()) order.add(row);
		this.#count(row, 1);

		const { externalId } = row;

		if (externalId && !this.#idOfExternalId.has(externalId)) {
			this.#idOfExternalId.set(externalId, row.id);
		}
	}

	#unindex(row: T): void {
		for (const order of this.#orders.values()) order.remove(row);
		this.#count(row, -1);

		const { externalId } = row;

		if (externalId && this.#idOfExternalId.get(externalId) === row.id) {
			this.#idOfExternalId.delete(externalId);
		}
	}

	#count(row: T, step: 1 | -1): void {
		for (const parentId of this.resource.parentIds?.(row) ?? []) {
			if (parentId) this.#countOfParent.set(parentId, this.countOf(parentId) + step);
		}
	}
}

import { instantOf, type ServiceRecord } from './record';
import { feedOf, watchedPaths, type FeedSettings } from './settings';
import { contentDigest, snapshotOf } from './watched';

/** A record at its place in a list, newest first, with all that must differ to make it news. */
export interface Placed {
	record: ServiceRecord;
	id: string;
	mark: string;
}

/** What is stored of a placed record: id and mark; the mark is null when it is not known. */
export type Place = [id: string, mark: string | null];

/** What is remembered of a list that shows no timestamps: its order, newest first. */
export interface OrderState {
	v: 1;
	/** Which list this is the order of (`listName`). */
	list: string;
	/** The watched fields the marks were taken of, as JSON. */
	watched: string;
	order: Place[];
	/** The order holds the list to its end. */
	isWhole: boolean;
	/** Archived and churned: the newest moment at the start. */
	since?: number;
	/** Read and told by polls that stopped early, newest first; the order is still that of before. */
	told?: Place[];
}

/** Places that are remembered: with a digest each, about 0.7 MB. */
export const ORDER_LIMIT = 10_000;

/** Changes by itself every day (docs/service.md, Project). */
const CLOCKWORK = ['durationInDays'];

/** The stored order of a list, or null when something else is stored. */
export function readOrder(stored: unknown): OrderState | null {
	if (typeof stored !== 'object' || stored === null) return null;
	const { v, list, order } = stored as Partial<OrderState>;
	const usable = v === 1 && typeof list === 'string' && Array.isArray(order);
	return usable ? (stored as OrderState) : null;
}

/** Records with ids, none of them with the timestamp that the list is sorted by. */
export function showsNoTimestamps(results: readonly unknown[], sortBy: string): boolean {
	const isUndated = (result: unknown) => {
		if (typeof result !== 'object' || result === null) return false;
		const record = result as ServiceRecord;
		return typeof record.id === 'string' && instantOf(record[sortBy]) === undefined;
	};
	return results.length > 0 && results.every(isUndated);
}

export function markOf(record: ServiceRecord, settings: FeedSettings): string {
	const { happening, moment } = feedOf(settings);
	const paths = watchedPaths(settings);
	if (happening === 'created') return '';
	if (moment) return String(record[moment]);
	return paths.length ? snapshotOf(record, paths) : contentDigest(record, CLOCKWORK);
}

/** An order to compare with: rank and mark by id. */
export class KnownOrder {
	private readonly places: ReadonlyMap<string, { rank: number; mark: string | null }>;

	constructor(order: readonly Place[]) {
		this.places = new Map(order.map(([id, mark], rank) => [id, { rank, mark }]));
	}

	get size(): number {
		return this.places.size;
	}

	/** `undefined`: never seen; null: seen, but with another mark than is looked at now. */
	markOf(id: string): string | null | undefined {
		return this.places.get(id)?.mark;
	}

	holds({ id, mark }: Placed): boolean {
		const known = this.markOf(id);
		return known !== undefined && (known === null || known === mark);
	}

	/**
	 * A change moves a record to the front and leaves the rest in its order. So the end of a list that
	 * still follows the known order has not changed, and whatever stands above it has.
	 * @returns index in `rows`, newest first, from where on nothing moved
	 */
	unmovedFrom(rows: readonly Placed[]): number {
		let below = Infinity;
		for (let index = rows.length - 1; index >= 0; index--) {
			const row = rows[index];
			const rank = this.places.get(row.id)?.rank ?? Infinity;
			if (rank >= below || !this.holds(row)) return index + 1;
			below = rank;
		}
		return 0;
	}

	/**
	 * Which rows stand above one that stood above them before. A new row that the service put below
	 * others, because it has their timestamp or showed late, makes none of them look moved.
	 */
	overtaken(rows: readonly Placed[]): boolean[] {
		const result: boolean[] = [];
		let highestBelow = Infinity;
		for (let index = rows.length - 1; index >= 0; index--) {
			const rank = this.holds(rows[index]) ? this.places.get(rows[index].id)?.rank : undefined;
			result[index] = rank !== undefined && rank > highestBelow;
			highestBelow = Math.min(highestBelow, rank ?? Infinity);
		}
		return result;
	}
}

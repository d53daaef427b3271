import type { FeedEvent } from './event';
import { KnownOrder, markOf, ORDER_LIMIT, type OrderState, type Place, type Placed } from './order';
import { instantOf, type ServiceRecord } from './record';
import type { Poll, Scan } from './scanContract';
import {
	DEFAULT_MAX_PAGES,
	feedOf,
	listName,
	PAGE_SIZE,
	pageRequest,
	watchedPaths,
	type FeedSettings,
	type PageRequest,
} from './settings';
import { difference } from './watched';

/** So many records in their known order, one below the other, are no coincidence. */
const PROOF = 50;

/**
 * A poll of a list that shows no timestamps, such as the document's projects by `updatedAt`. The order
 * of the list is then what tells changes (`KnownOrder`), with the contents of its records.
 */
export class OrderScan implements Scan {
	private readonly known: KnownOrder;
	private readonly order: Place[];
	private readonly told: Place[];
	/** The order with what earlier polls told that stopped early. */
	private readonly latest: KnownOrder;
	private readonly rows: Placed[] = [];
	private readonly ids = new Set<string>();
	private readonly asked = new Set<string>();
	private cursor: string | undefined;
	private pages = 0;
	private isAtEnd = false;
	private isCircling = false;

	/**
	 * @param state null: the feed starts, its list is learned
	 * @param newest how many of the newest records a start emits
	 */
	constructor(
		private readonly state: OrderState | null,
		private readonly settings: FeedSettings,
		private readonly newest: number,
		private readonly notices: string[],
	) {
		this.order = this.withMarksOf(state?.order ?? []);
		this.told = this.withMarksOf(state?.told ?? []);
		this.known = new KnownOrder(this.order);
		this.latest = new KnownOrder(atFront(this.told, this.order));
	}

	get request(): PageRequest | null {
		if (this.isRead || this.isCircling || this.isFull) return null;
		return pageRequest(this.settings, PAGE_SIZE, this.cursor);
	}

	page(results: readonly unknown[], next: string | null): void {
		const read = results.map((result) => this.placed(result)).filter((row) => row !== null);
		const rows = read.filter(({ id }) => !this.ids.has(id));
		for (const { id } of rows) this.ids.add(id);
		this.rows.push(...rows);
		// Pages of what was told already do not count: a poll always gets to something unread.
		const isTold = (row: Placed) => this.told.length > 0 && this.latest.holds(row);
		if (!rows.length || !rows.every(isTold)) this.pages++;
		this.isAtEnd = !next;
		this.cursor = next ?? undefined;
		if (!next) return;
		this.isCircling = this.asked.has(next);
		this.asked.add(next);
	}

	cursorRefused(): boolean {
		return false;
	}

	finish(): Poll {
		const { state, isRead, isStart } = this;
		if (isStart && !this.rows.length) {
			return { events: [], state: null, notices: this.notices, isComplete: false };
		}
		const moved = isStart ? this.rows.slice(0, this.newest) : this.moved();
		const overtaken = this.latest.overtaken(this.rows);
		const events = moved
			.map((row, index) => this.event(row, overtaken[index]))
			.filter((event): event is FeedEvent => event !== null)
			.reverse();
		const lost = this.lost(moved);
		const isKept = isRead || isStart || lost > 0;
		const remembered = atFront(this.told, this.order);
		const order = isKept ? atFront(this.rows.map(placeOf), remembered) : this.order;
		const told = atFront(moved.map(placeOf), this.told);
		const since = state?.since ?? this.newestMoment();
		return {
			events,
			notices: lost > 0 ? [...this.notices, leftOut(lost, this.known.size)] : this.notices,
			isComplete: isRead,
			state: {
				v: 1,
				list: listName(this.settings),
				watched: this.watched,
				order: order.slice(0, ORDER_LIMIT),
				isWhole: (this.isAtEnd || state?.isWhole === true) && order.length <= ORDER_LIMIT,
				...(since !== undefined && { since }),
				...(!isKept && { told }),
			},
		};
	}

	private get isStart(): boolean {
		return this.state === null;
	}

	private get isFull(): boolean {
		return this.pages >= (this.settings.maxPages ?? DEFAULT_MAX_PAGES);
	}

	private get watched(): string {
		return JSON.stringify(watchedPaths(this.settings));
	}

	private get isRead(): boolean {
		if (this.isAtEnd || this.isStart) return this.isAtEnd;
		return this.rows.length - this.known.unmovedFrom(this.rows) >= PROOF;
	}

	/** Everything above the part that did not move. */
	private moved(): Placed[] {
		const { rows, known } = this;
		const unmoved = known.unmovedFrom(rows);
		if (unmoved < rows.length || this.state?.isWhole) return rows.slice(0, unmoved);
		// Below the last record that was known before, the list may be as it always was.
		const isKnown = rows.map(({ id }) => known.markOf(id) !== undefined);
		return rows.slice(0, isKnown.lastIndexOf(true) + 1);
	}

	private event({ record, id, mark }: Placed, hasOvertaken: boolean): FeedEvent | null {
		const { happening, moment } = feedOf(this.settings);
		const before = this.latest.markOf(id);
		const paths = watchedPaths(this.settings);
		const key = mark ? `${id}|${mark}` : id;
		if (moment) return before !== mark && this.isNews(record, before) ? { key, record } : null;
		if (happening === 'created') return before === undefined ? { key, record } : null;
		if (!paths.length) return before !== mark || hasOvertaken ? { key, record } : null;
		if (before === mark) return null;
		const { changedKeys, previous, incomplete } = before
			? difference(before, mark, paths)
			: { changedKeys: [], previous: {}, incomplete: true };
		return { key, record, changedKeys, previous, ...(incomplete && { previousUnknown: true }) };
	}

	/** A record that was never seen may have entered the list before the start, below what was read. */
	private isNews(record: ServiceRecord, before: string | null | undefined): boolean {
		const at = instantOf(record[feedOf(this.settings).moment ?? '']);
		if (at === undefined) return false;
		const isOld = before === undefined && !this.state?.isWhole && at <= (this.state?.since ?? 0);
		return this.isStart || !isOld;
	}

	private newestMoment(): number | undefined {
		const { moment } = feedOf(this.settings);
		if (!moment) return undefined;
		return Math.max(0, ...this.rows.map(({ record }) => instantOf(record[moment]) ?? 0));
	}

	/** Records below all that is known, of which nothing tells whether they are new there. */
	private lost(moved: readonly Placed[]): number {
		const isOpen = !this.isRead && !this.isFull;
		if (this.isStart || this.state?.isWhole || isOpen) return 0;
		return this.known.unmovedFrom(this.rows) - moved.length;
	}

	/** Marks of other watched fields tell nothing. */
	private withMarksOf(order: readonly Place[]): Place[] {
		if (this.state?.watched === this.watched) return [...order];
		return order.map(([id]) => [id, null]);
	}

	private placed(result: unknown): Placed | null {
		if (typeof result !== 'object' || result === null) return null;
		const record = result as ServiceRecord;
		if (record.id === undefined || record.id === null) return null;
		return { record, id: String(record.id), mark: markOf(record, this.settings) };
	}
}

function leftOut(lost: number, known: number): string {
	return `More records changed than the ${known} whose order was known: ${lost} were left out, because nothing tells them from older ones.`;
}

function placeOf({ id, mark }: Placed): Place {
	return [id, mark];
}

/** What was read, then what is remembered of the rest. */
function atFront(read: readonly Place[], remembered: readonly Place[]): Place[] {
	const ids = new Set(read.map(([id]) => id));
	return [...read, ...remembered.filter(([id]) => !ids.has(id))];
}

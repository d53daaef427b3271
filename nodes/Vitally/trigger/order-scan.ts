import type { FeedEvent } from './judge';
import { KnownOrder, markOf, ORDER_LIMIT, type OrderState, type Place, type Placed } from './order';
import { instantOf, type ServiceRecord } from './record';
import type { Poll, Scan } from './scan';
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
	private readonly told: KnownOrder;
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
		this.known = new KnownOrder(this.withMarksOf(state?.order ?? []));
		this.told = new KnownOrder(this.withMarksOf(state?.told ?? []));
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
		if (!rows.length || !rows.every((row) => this.told.holds(row))) this.pages++;
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
		const events = this.untold(moved)
			.reverse()
			.map((row) => this.event(row))
			.filter((event): event is FeedEvent => event !== null);
		const lost = this.lost(moved);
		const before = this.withMarksOf(state?.order ?? []);
		const isKept = isRead || isStart || lost > 0;
		const order = isKept ? this.followedBy(this.rows, before) : before;
		const told = this.followedBy(moved, this.withMarksOf(state?.told ?? []));
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
		const unmoved = this.rows.length - this.known.unmovedFrom(this.rows);
		return this.known.size > 0 && unmoved >= Math.min(PROOF, this.known.size);
	}

	/** Everything above the part that did not move. */
	private moved(): Placed[] {
		const { rows, known } = this;
		const unmoved = known.unmovedFrom(rows);
		if (unmoved < rows.length || this.state?.isWhole) return rows.slice(0, unmoved);
		// Below the last record that was known before, the list may be as it always was.
		return rows.slice(0, lastOf(rows, ({ id }) => known.markOf(id) !== undefined) + 1);
	}

	/** An earlier poll told a stretch of what moved: new changes stand above it, the rest below. */
	private untold(moved: readonly Placed[]): Placed[] {
		const end = lastOf(moved, (row) => this.told.holds(row)) + 1;
		const start = this.told.unmovedFrom(moved.slice(0, end));
		return [...moved.slice(0, start), ...moved.slice(end)];
	}

	private event({ record, id, mark }: Placed): FeedEvent | null {
		const { happening, moment } = feedOf(this.settings);
		const before = this.told.markOf(id) ?? this.known.markOf(id);
		const paths = watchedPaths(this.settings);
		const key = mark ? `${id}|${mark}` : id;
		if (moment && instantOf(record[moment]) === undefined) return null;
		if (happening === 'created' && before !== undefined) return null;
		if ((moment || paths.length) && before === mark) return null;
		if (!paths.length) return { key, record };
		const { changedKeys, previous, incomplete } = before
			? difference(before, mark, paths)
			: { changedKeys: [], previous: {}, incomplete: true };
		return { key, record, changedKeys, previous, ...(incomplete && { previousUnknown: true }) };
	}

	/** Records below all that is known, of which nothing tells whether they are new there. */
	private lost(moved: readonly Placed[]): number {
		const isOpen = !this.isRead && !this.isFull;
		if (this.isStart || this.state?.isWhole || isOpen) return 0;
		return this.known.unmovedFrom(this.rows) - moved.length;
	}

	/** What was read, then what is remembered of the rest. */
	private followedBy(rows: readonly Placed[], places: readonly Place[]): Place[] {
		const rest = places.filter(([id]) => !this.ids.has(id));
		return [...rows.map(({ id, mark }): Place => [id, mark]), ...rest];
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

/** Index of the last row that fits; -1 when none does. */
function lastOf(rows: readonly Placed[], fits: (row: Placed) => boolean): number {
	for (let index = rows.length - 1; index >= 0; index--) if (fits(rows[index])) return index;
	return -1;
}

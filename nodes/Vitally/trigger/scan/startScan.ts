import { ChangeDetection } from './changeDetection';
import {
	comparesValues,
	listsOf,
	needsFullScan,
	pageRequest,
	streamId,
	watchedKey,
} from './config';
import { GapReader } from './gapReader';
import { latestValidMs, oldestFirst, SeenVersions, withTimestamps } from './record';
import type {
	FeedConfig,
	FeedEvent,
	PageRequest,
	PollResult,
	RecordVersion,
	Scan,
	ServiceRecord,
} from './types';

/** Maximum pages of records ahead of the clock. */
const MAX_FUTURE_PAGES = 500;

/** Maximum pages of records that moved to the front of the list while it was read. */
const MAX_FRONT_PAGES = 30;

const NO_START =
	'No record of the list has a readable timestamp that is not ahead of the clock. The next poll looks again.';

/**
 * The first poll of a feed. Everything that it reads is old. Where timestamps show what is new, one page is
 * enough. Transitions have a time that people set, often to an earlier day, and conditions and segments are
 * compared with earlier values, so these lists are read to their end, if necessary by the next polls.
 */
export class StartScan implements Scan {
	private readonly lists: ListStart[];
	private readonly seen = new SeenVersions({ seen: {} });
	private readonly changes: ChangeDetection;
	/** For the first run: by record, in the order of reading. */
	private readonly events = new Map<string, { event: FeedEvent; timeMs: number }>();

	/** @param count how many of the newest records are emitted */
	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
		private readonly startNotices: readonly string[],
	) {
		this.changes = new ChangeDetection(config);
		this.lists = listsOf(config).map((list) => new ListStart(list, count));
	}

	get request(): PageRequest | null {
		return this.current?.request ?? null;
	}

	page(results: readonly ServiceRecord[], next: string | null, clockMs?: number): void {
		const { current: list, config, count } = this;
		if (!list) return;

		const records = withTimestamps(results, config.feed.sortBy);
		const fresh = list.page(records, next, clockMs, this.seen);

		for (const record of fresh) {
			this.changes.observe(record);
			const event = count ? this.changes.initialEvent(record) : undefined;
			if (event) this.events.set(record.id, { event, timeMs: record.timeMs });
			else this.events.delete(record.id);
		}
	}

	finish(): PollResult {
		const { config, changes, lists, seen } = this;
		const notices = [...this.startNotices, ...changes.notices];

		if (!lists.every(({ hasStart }) => hasStart)) {
			return { events: [], state: null, notices: [...notices, NO_START] };
		}

		const watermark = Math.max(...lists.map((list) => list.watermark));
		// The lookback window is read again for records that become visible late.
		const low = needsFullScan(config) ? watermark - config.lookbackMs : watermark + 1;
		const floor = watermark > 0 ? Math.max(0, low) : 0;
		const { store } = changes;

		store.since = Math.max(watermark, store.since ?? 0);
		const status = lists.every(({ isRead }) => isRead) ? 'complete' : 'reconciling';
		if (lists.every(({ whole }) => whole.isDone) && !store.isFull) store.status = status;

		const saved = changes.saved();
		const positions = lists.map(({ whole }) => {
			const snapshot = comparesValues(config) ? whole.remaining() : undefined;

			return { floor, ...(snapshot && { snapshot }) };
		});

		return {
			events: oldestFirst([...this.events.values()])
				.slice(-this.count)
				.map(({ event }) => event),
			notices,
			state: {
				v: 2,
				stream: streamId(config),
				watched: watchedKey(config),
				watermark,
				lists: positions,
				...seen.saved(positions),
				...(saved && { store: saved }),
			},
		};
	}

	private get current(): ListStart | undefined {
		return this.lists.find(({ request }) => request !== null);
	}
}

/**
 * Reads one list at the start of a feed: to its first record that is not ahead of the clock, or to its
 * end. After that, it reads the front again until no more records have moved there.
 */
class ListStart {
	readonly whole = new GapReader({ start: 0, end: null });
	pages = 0;
	/** The newest timestamp in complete readings. */
	watermark = 0;
	private readonly needsAll: boolean;
	private front: GapReader | undefined;
	private timed = 0;
	private knowsAll = false;
	/** Whether this reading of the front, and the one before it, returned only known records. */
	private isFrontKnown = true;
	private wasFrontKnown = false;
	/** All records of the first page are ahead of the clock, so no timestamp shows the time of the start. */
	private beginsAhead = false;

	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
	) {
		this.needsAll = needsFullScan(config);
	}

	get request(): PageRequest | null {
		const { reader, config, pages } = this;
		if (this.isRead || pages >= this.maxPages) return null;

		return pageRequest(config, reader.cursor);
	}

	/** Whether everything that the start needs is read. */
	get isRead(): boolean {
		if (this.needsAll) return this.knowsAll;

		const { maxPages } = this.config;
		const isEnough = this.timed >= Math.max(this.count, 1) || this.pages >= maxPages;

		return this.whole.isDone || (isEnough && this.watermark > 0);
	}

	/** Whether the records that were read show which records are new from now on. */
	get hasStart(): boolean {
		const isKnown = this.needsAll ? this.knowsAll : this.whole.isDone;

		return isKnown || (this.watermark > 0 && !(this.needsAll && this.beginsAhead));
	}

	/** @returns the versions that were not seen before */
	page(
		records: readonly RecordVersion[],
		next: string | null,
		clockMs: number | undefined,
		seen: SeenVersions,
	): RecordVersion[] {
		const { reader, whole } = this;
		const fresh = reader.page(records, next, clockMs).filter((record) => seen.isFresh(record));

		for (const record of fresh) seen.add(record, reader.isAhead(record));
		this.pages++;
		this.timed += records.length;

		if (reader === whole || reader.isDone) {
			this.watermark = Math.max(this.watermark, reader.newest);
		}

		if (this.pages === 1) this.beginsAhead = this.watermark === 0 && records.length > 0;

		const hasValid = records.some(({ timeMs }) => timeMs <= latestValidMs(clockMs));
		if (this.needsAll) this.checkFront(fresh.length === 0, hasValid);

		return fresh;
	}

	private get reader(): GapReader {
		return this.front ?? this.whole;
	}

	private get maxPages(): number {
		const { maxPages } = this.config;
		if (!this.needsAll) return this.timed ? MAX_FUTURE_PAGES : maxPages;
		if (!this.whole.isDone) return this.beginsAhead ? MAX_FUTURE_PAGES : maxPages;

		// The front of a list that is ahead of the clock is the whole list, and is read twice.
		return 3 * this.whole.pages + MAX_FRONT_PAGES;
	}

	/**
	 * A list of one page is read at one instant, so no record can move around it. Else the front is read until
	 * a whole reading returns only known records, and so does the next reading up to the first page with
	 * a record that is not ahead of the clock, which is where edits move records to.
	 */
	private checkFront(isKnown: boolean, hasValid: boolean): void {
		const { reader } = this;

		this.isFrontKnown = this.isFrontKnown && isKnown;
		const isInstant = reader.isDone && reader.pages === 1;
		const isUnmoved = this.wasFrontKnown && this.isFrontKnown && (hasValid || reader.isDone);

		this.knowsAll = isInstant || isUnmoved;
		if (this.knowsAll || !reader.isDone) return;

		this.wasFrontKnown = reader === this.front && this.isFrontKnown;
		this.isFrontKnown = true;
		const start = Math.max(0, this.watermark - this.config.lookbackMs);

		this.front = new GapReader({ start, end: null });
	}
}

import { ChangeDetection } from './changeDetection';
import {
	DEFAULT_LOOKBACK_MS,
	DEFAULT_MAX_PAGES,
	listsOf,
	comparesValues,
	pageRequest,
	streamId,
	watchedKey,
} from './config';
import { GapReader } from './gapReader';
import { lacksTimestamps, oldestFirst, SeenVersions, withTimestamps } from './record';
import type {
	FeedConfig,
	FeedEvent,
	PageRequest,
	PollResult,
	RecordVersion,
	Scan,
	ServiceRecord,
} from './types';
import { UntimedScan } from './untimedScan';

/** Maximum pages of records that are ahead of the clock, or at the front of the list when it is read again. */
const MAX_EXTRA_PAGES = 500;

const NO_START =
	'No record of the list has a readable timestamp that is not ahead of the clock. The next poll looks again.';

/**
 * The first poll of a feed. Everything that it reads is old. Where timestamps show what is new, one page is
 * enough. Transitions have a time that people set, often to an earlier day, and watched fields, conditions and
 * segments are compared with earlier values, so these lists are read to their end, if necessary by the next
 * polls.
 */
export class StartScan implements Scan {
	private readonly lists: ListStart[];
	private readonly seen = new SeenVersions({ seen: {} });
	private readonly changes: ChangeDetection;
	/** For the first run: by ID, in the order of reading. */
	private readonly read = new Map<string, RecordVersion>();

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

	page(results: readonly ServiceRecord[], next: string | null, clockMs?: number): Scan {
		const { current: list, config, count, startNotices } = this;
		if (!list) return this;
		const { sortBy } = config.feed;
		if (list === this.lists[0] && list.pages === 0 && lacksTimestamps(results, sortBy)) {
			return UntimedScan.ofStart(config, count, startNotices);
		}
		const { records } = withTimestamps(results, sortBy);
		const fresh = list.page(records, next, clockMs, this.seen);
		for (const record of fresh) {
			this.changes.observe(record);
			if (count) this.read.set(record.id, record);
		}
		return this;
	}

	finish(): PollResult {
		const { config, changes, lists, seen } = this;
		const isComplete = lists.every(({ isRead }) => isRead);
		const notices = [...this.startNotices, ...changes.notices];
		if (!lists.every(({ hasStart }) => hasStart)) {
			return { events: [], state: null, notices: [...notices, NO_START], isComplete };
		}
		const watermark = Math.max(...lists.map((list) => list.watermark));
		const floor = watermark > 0 ? watermark + 1 : 0;
		const { store } = changes;
		store.since = watermark > 0 ? Math.max(watermark, store.since ?? 0) : store.since;
		if (lists.every(({ whole }) => whole.isDone) && !store.isFull) store.status = 'reconciling';
		if (lists.every(({ isInstant }) => isInstant) && !store.isFull) store.status = 'complete';
		const saved = changes.saved();
		const needsRest = comparesValues(config) && !store.isFull;
		const positions = lists.map(({ whole }) => {
			const snapshot = needsRest ? whole.remaining() : undefined;
			return { floor, ...(snapshot && { snapshot }) };
		});
		return {
			events: oldestFirst([...this.read.values()])
				.slice(-this.count)
				.map((record) => changes.initialEvent(record))
				.filter((event): event is FeedEvent => event !== undefined),
			isComplete,
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
 * end. Records that an edit moves to the front while several pages are read are found there by reading the
 * front once more.
 */
class ListStart {
	readonly whole = new GapReader({ start: 0, end: null });
	pages = 0;
	/** The newest timestamp in complete readings. */
	watermark = 0;
	private readonly needsAll: boolean;
	private front: GapReader | undefined;
	private timed = 0;
	/** All records of the first page are ahead of the clock, so no timestamp shows the time of the start. */
	private beginsAhead = false;

	/** @param count how many of the newest records are needed */
	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
	) {
		this.needsAll = comparesValues(config);
	}

	get request(): PageRequest | null {
		const { reader, config, pages } = this;
		if (this.isRead || pages >= this.maxPages) return null;
		return pageRequest(config, reader.cursor);
	}

	/** Whether everything that the start needs is read. */
	get isRead(): boolean {
		if (this.needsAll) return this.reader.isDone;
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const isEnough = this.timed >= Math.max(this.count, 1) || this.pages >= maxPages;
		return this.whole.isDone || (isEnough && this.watermark > 0);
	}

	/** Whether the list, or at last its front, was one page, so that no record could move around it. */
	get isInstant(): boolean {
		return this.reader.isDone && this.reader.pages === 1;
	}

	/** Whether the records that were read show which records are new from now on. */
	get hasStart(): boolean {
		return this.reader.isDone || (this.watermark > 0 && !(this.needsAll && this.beginsAhead));
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
		if (this.needsAll && whole.isDone && whole.pages > 1) {
			const { lookbackMs = DEFAULT_LOOKBACK_MS } = this.config;
			this.front ??= new GapReader({ start: Math.max(0, this.watermark - lookbackMs), end: null });
		}
		return fresh;
	}

	private get reader(): GapReader {
		return this.front ?? this.whole;
	}

	private get maxPages(): number {
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const isExtra = this.needsAll ? this.beginsAhead || this.front !== undefined : this.timed > 0;
		return maxPages + (isExtra ? MAX_EXTRA_PAGES : 0);
	}
}

import { ChangeDetection } from './changeDetection';
import {
	comparesValues,
	DEFAULT_LOOKBACK_MS,
	listsOf,
	needsFullScan,
	streamId,
	watchedKey,
} from './config';
import { ListStart } from './listStart';
import { lacksTimestamps, oldestFirst, withTimestamps } from './record';
import { SeenVersions } from './seenVersions';
import type {
	ClockReading,
	FeedConfig,
	FeedEvent,
	PageRequest,
	PollResult,
	RecordVersion,
	Scan,
} from './types';
import { UntimedScan } from './untimedScan';

/**
 * The first poll of a feed. Everything that it reads is old. Where timestamps show what is new, one page is
 * enough. Transitions have a time that people set, often to an earlier day, and conditions and segments are
 * compared with earlier values, so these lists are read to their end, if necessary by the next polls.
 */
export class StartScan implements Scan {
	private readonly lists: ListStart[];
	private readonly seen = new SeenVersions({ seen: {} });
	private readonly changes: ChangeDetection;
	/** The newest records, for the first run. */
	private newest: RecordVersion[] = [];

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

	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan {
		const { current: list, config, count, startNotices } = this;
		if (!list) return this;
		const { sortBy } = config.feed;
		if (list === this.lists[0] && list.pages === 0 && lacksTimestamps(results, sortBy)) {
			return UntimedScan.ofStart(config, count, startNotices);
		}
		const { records } = withTimestamps(results, sortBy);
		const fresh = list.page(records, next, reading, this.seen);
		for (const record of fresh) this.changes.observe(record);
		if (this.changes.store.isFull) list.isStoreFull = true;
		if (count) this.newest = this.newestOf(fresh);
		list.results += results.length;
		return this;
	}

	cursorRejected(): boolean {
		return false;
	}

	finish(): PollResult {
		const { config, changes, lists, seen } = this;
		const isComplete = lists.every(({ isRead }) => isRead);
		if (!lists.every(({ hasStart }) => hasStart)) {
			return { events: [], state: null, notices: this.noStart(), isComplete };
		}
		const { lookbackMs = DEFAULT_LOOKBACK_MS } = config;
		const watermark = Math.max(...lists.map((list) => list.watermark));
		// The lookback window is read again for records that become visible late.
		const low = needsFullScan(config) ? watermark - lookbackMs : watermark + 1;
		const floor = watermark > 0 ? Math.max(0, low) : 0;
		const { store } = changes;
		store.since = watermark > 0 ? Math.max(watermark, store.since ?? 0) : store.since;
		if (lists.every(({ whole }) => whole.isDone) && !store.isFull) store.status = 'reconciling';
		if (isComplete && store.status === 'reconciling') store.status = 'complete';
		const saved = changes.saved();
		const valueMatchesSent = (comparesValues(config) || needsFullScan(config)) && !store.isFull;
		const positions = lists.map(({ whole }) => {
			const snapshot = valueMatchesSent ? whole.remaining() : undefined;
			return { floor, ...(snapshot && { snapshot }) };
		});
		return {
			events: oldestFirst(this.newest)
				.map((record) => changes.initialEvent(record))
				.filter((event): event is FeedEvent => event !== undefined),
			isComplete,
			notices: [...this.startNotices, ...changes.notices],
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

	/** Replaces the records that were read again. */
	private newestOf(fresh: readonly RecordVersion[]): RecordVersion[] {
		const ids = new Set(fresh.map(({ id }) => id));
		return [...this.newest.filter(({ id }) => !ids.has(id)), ...fresh]
			.sort((a, b) => b.timeMs - a.timeMs)
			.slice(0, this.count);
	}

	private noStart(): string[] {
		if (this.lists.every(({ results }) => results === 0)) return [...this.startNotices];
		const notice =
			this.seen.size > 0
				? 'The records read are dated ahead of the clock. The next poll looks again.'
				: 'No record of the list has a readable timestamp yet. The next poll looks again.';
		return [...this.startNotices, notice];
	}
}

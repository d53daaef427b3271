import {
	DEFAULT_MAX_PAGES,
	PAGE_SIZE,
	pageRequest,
	streamId,
	watchedKey,
	comparesValues,
	type FeedConfig,
	type PageRequest,
} from '../config';
import type { FeedEvent } from '../detectors/detector';
import { detectorFor } from '../detectors/detectorFor';
import { oldestFirst, showsNoTimestamps, withTimestamps, type TimedRecord } from '../record';
import { presentMs, type ClockReading, type PollResult, type Scan } from '../scan';
import { scanWithoutTimestamps } from '../snapshotDiff/snapshotScan';
import { newestUpTo } from './sliceReader';

/** Pages of records ahead of the clock that a start reads over. */
export const MOST_PAGES_AHEAD = 500;

/**
 * The start of a feed: the newest record sets the watermark, everything with a later timestamp is
 * news. One request of one item, or as many as the newest `newest` records take. Records that are
 * ahead of the clock are history as well, so reading goes on to the first one that is not.
 */
export class Baseline implements Scan {
	private readonly records = new Map<string, TimedRecord>();
	private cursor: string | undefined;
	private pages = 0;
	private results = 0;
	private isAtEnd = false;
	private presentMs: number | undefined;

	constructor(
		private readonly config: FeedConfig,
		private readonly newest: number,
		private readonly notices: readonly string[],
	) {}

	get request(): PageRequest | null {
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const mostPages = this.records.size ? MOST_PAGES_AHEAD : maxPages;
		if (this.isRead || this.pages >= mostPages) return null;
		const limit = this.pages === 0 ? Math.min(Math.max(this.newest, 1), PAGE_SIZE) : PAGE_SIZE;
		return pageRequest(this.config, limit, this.cursor);
	}

	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan {
		const { request, newest, notices } = this;
		if (!request) return this;
		if (this.pages === 0 && showsNoTimestamps(results, request.sortBy)) {
			return scanWithoutTimestamps(this.config, { newest, notices });
		}
		this.presentMs ??= presentMs(reading);
		for (const record of withTimestamps(results, request.sortBy).records) {
			// Read anew, it is what it is now, also when its timestamp was ahead of the clock before.
			this.records.delete(record.id);
			this.records.set(record.id, record);
		}
		this.results += results.length;
		this.pages++;
		this.isAtEnd = !next;
		this.cursor = next ?? undefined;
		return this;
	}

	cursorRejected(): boolean {
		return false;
	}

	finish(): PollResult {
		const { config, watermark } = this;
		if (watermark === null) {
			const notices = this.results ? [...this.notices, this.noStart] : [...this.notices];
			return { events: [], state: null, notices, isComplete: this.isRead };
		}
		const detector = detectorFor(config, null);
		const records = [...this.records.values()];
		const events = oldestFirst(records.slice(0, this.newest))
			.map((record) => detector.detectInitial(record))
			.filter((event): event is FeedEvent => event !== null);
		const ahead = oldestFirst(records.filter(({ timeMs }) => timeMs > watermark));
		for (const record of ahead) detector.snapshot?.observeInitial(record);
		return {
			events,
			isComplete: this.isRead,
			notices: [...this.notices, ...(detector.snapshot?.notices ?? [])],
			state: {
				v: 1,
				stream: streamId(config),
				watched: watchedKey(config),
				watermark,
				head: {
					// Above the newest record: its ties are history.
					start: watermark === 0 ? 0 : watermark + 1,
					end: null,
					seen: Object.fromEntries(ahead.map(({ id, version }) => [id, version])),
				},
				...(comparesValues(config) &&
					watermark > 0 && { snapshot: { start: 0, end: watermark, seen: {} } }),
				...detector.snapshot?.saved(),
			},
		};
	}

	private get isRead(): boolean {
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const isEnough = this.records.size >= Math.max(this.newest, 1) || this.pages >= maxPages;
		return this.isAtEnd || (isEnough && this.newestPresent > 0);
	}

	/** 0 when all that was read is ahead of the clock. */
	private get newestPresent(): number {
		return newestUpTo(this.presentMs ?? Infinity, [...this.records.values()], 0);
	}

	/** Null: there is no start yet. 0: all records of the list, if any, are ahead of the clock. */
	private get watermark(): number | null {
		if (this.newestPresent > 0) return this.newestPresent;
		const isKnown = this.isAtEnd && (this.results === 0 || this.records.size > 0);
		return isKnown ? 0 : null;
	}

	private get noStart(): string {
		return this.records.size
			? 'All records read are dated ahead of the clock. The next poll looks again.'
			: 'No record of the list has a readable timestamp yet. The next poll looks again.';
	}
}

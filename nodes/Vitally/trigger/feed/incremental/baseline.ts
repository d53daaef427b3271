import {
	DEFAULT_LOOKBACK_MS,
	DEFAULT_MAX_PAGES,
	feedOf,
	PAGE_SIZE,
	pageRequest,
	streamId,
	watchedKey,
	type FeedConfig,
	type PageRequest,
} from '../config';
import type { FeedEvent } from '../detectors/detector';
import { detectorFor, needsSnapshot } from '../detectors/detectorFor';
import { oldestFirst, showsNoTimestamps, withTimestamps, type TimedRecord } from '../record';
import type { PollResult, Scan } from '../scan';
import { scanWithoutTimestamps } from '../snapshotDiff/snapshotScan';

/**
 * The start of a feed: the newest record sets the watermark, everything with a later timestamp is
 * news. One request of one item, or as many as the newest `newest` records take.
 */
export class Baseline implements Scan {
	private readonly records: TimedRecord[] = [];
	private cursor: string | undefined;
	private pages = 0;
	private results = 0;
	private isRead = false;

	constructor(
		private readonly config: FeedConfig,
		private readonly newest: number,
		private readonly notices: string[],
	) {}

	get request(): PageRequest | null {
		if (this.isRead || this.pages >= (this.config.maxPages ?? DEFAULT_MAX_PAGES)) return null;
		const limit = Math.min(Math.max(this.newest, 1), PAGE_SIZE);
		return pageRequest(this.config, limit, this.cursor);
	}

	page(results: readonly unknown[], next: string | null): Scan {
		const { request, newest, notices } = this;
		if (!request) return this;
		if (this.pages === 0 && showsNoTimestamps(results, request.sortBy)) {
			return scanWithoutTimestamps(this.config, { newest, notices });
		}
		this.records.push(...withTimestamps(results, request.sortBy).records);
		this.results += results.length;
		this.pages++;
		this.isRead = !next || this.records.length >= Math.max(newest, 1);
		this.cursor = next ?? undefined;
		return this;
	}

	cursorRejected(): boolean {
		return false;
	}

	finish(): PollResult {
		const isEmpty = this.isRead && this.results === 0;
		const isComplete = this.isRead;
		if (!this.records.length && !isEmpty) {
			const notice =
				'No record of the list has a readable timestamp yet. The next poll looks again.';
			const notices = this.results ? [...this.notices, notice] : this.notices;
			return { events: [], state: null, notices, isComplete };
		}
		const newest = isEmpty ? null : Math.max(...this.records.map(({ timeMs }) => timeMs));
		const detector = detectorFor(this.config, null, newest);
		const events = oldestFirst(this.records.slice(0, this.newest))
			.map((record) => detector.detectInitial(record))
			.filter((event): event is FeedEvent => event !== null);
		return {
			events,
			isComplete,
			notices: [...this.notices, ...(detector.snapshot?.notices ?? [])],
			state: {
				v: 1,
				stream: streamId(this.config),
				watched: watchedKey(this.config),
				watermark: newest ?? 0,
				head: { start: newest === null ? 0 : this.firstUnread(newest), end: null, seen: {} },
				...(needsSnapshot(this.config) &&
					newest !== null && { snapshot: { start: 0, end: newest, seen: {} } }),
				...detector.snapshot?.saved(),
			},
		};
	}

	/**
	 * Above the newest record: its ties are history. Where the time of a transition tells history from
	 * news, the lookback window before it is read as well, for records that become visible late.
	 */
	private firstUnread(newest: number): number {
		const { lookbackMs = DEFAULT_LOOKBACK_MS } = this.config;
		return feedOf(this.config).transitionField ? newest - lookbackMs : newest + 1;
	}
}

import {
	DEFAULT_LOOKBACK_MS,
	DEFAULT_MAX_PAGES,
	needsFullScan,
	SCAN_PAGE_SIZE,
	pageRequest,
} from './config';
import { GapReader } from './gapReader';
import { latestValidMs } from './record';
import type { SeenVersions } from './seenVersions';
import type { ClockReading, FeedConfig, PageRequest, RecordVersion } from './types';

/** Pages of records ahead of the clock that a start reads over. */
const MAX_FUTURE_PAGES = 500;

/** Pages over what moved to the front of the list while it was read. */
const MAX_FRONT_PAGES = 30;

/**
 * Reads one list at the start of a feed: to its first record that is not ahead of the clock, or to its
 * end, and then its front again until nothing more has moved there meanwhile.
 */
export class ListStart {
	readonly whole = new GapReader({ start: 0, end: null });
	pages = 0;
	results = 0;
	/** Nothing more of the list can be remembered. */
	hasNoRoom = false;
	/** The newest timestamp of what was read to its end. */
	watermark = 0;
	private readonly isFull: boolean;
	private front: GapReader | undefined;
	private timed = 0;
	private knowsAll = false;
	/** The reading of the front so far returned nothing unknown, nor did the one before it. */
	private isFrontKnown = true;
	private wasFrontKnown = false;
	/** All records of the first page are ahead of the clock: no timestamp shows when the start was. */
	private beginsAhead = false;

	/** @param count how many of the newest records are needed */
	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
	) {
		this.isFull = needsFullScan(config);
	}

	get request(): PageRequest | null {
		const { reader, config, pages } = this;
		if (this.isRead || reader.hasCursorLoop || this.hasNoRoom || pages >= this.maxPages)
			return null;
		const isFirst = pages === 0 && !this.isFull;
		const limit = isFirst ? Math.min(Math.max(this.count, 1), SCAN_PAGE_SIZE) : SCAN_PAGE_SIZE;
		return pageRequest(config, limit, reader.cursor);
	}

	/** Nothing that the start needs is unread. */
	get isRead(): boolean {
		if (this.isFull) return this.knowsAll;
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const isEnough = this.timed >= Math.max(this.count, 1) || this.pages >= maxPages;
		return this.whole.isDone || (isEnough && this.watermark > 0);
	}

	/** The records that were read show from when on a record is new. */
	get hasStart(): boolean {
		const isReadable = this.results === 0 || this.timed > 0;
		const isKnown = (this.isFull ? this.knowsAll : this.whole.isDone) && isReadable;
		return isKnown || (this.watermark > 0 && !(this.isFull && this.beginsAhead));
	}

	/** @returns the records that were not seen as they are */
	page(
		records: readonly RecordVersion[],
		next: string | null,
		reading: ClockReading | undefined,
		seen: SeenVersions,
	): RecordVersion[] {
		const { reader, whole } = this;
		const fresh = reader.page(records, next, reading).filter((record) => seen.isFresh(record));
		for (const record of fresh) seen.add(record, reader.isAhead(record));
		this.pages++;
		this.timed += records.length;
		if (reader === whole || reader.isDone) {
			this.watermark = Math.max(this.watermark, reader.newest);
		}
		if (this.pages === 1) this.beginsAhead = this.watermark === 0 && records.length > 0;
		const hasValid = records.some(({ timeMs }) => timeMs <= latestValidMs(reading));
		if (this.isFull) this.checkFront(fresh.length === 0, hasValid);
		return fresh;
	}

	private get reader(): GapReader {
		return this.front ?? this.whole;
	}

	private get maxPages(): number {
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		if (!this.isFull) return this.timed ? MAX_FUTURE_PAGES : maxPages;
		if (!this.whole.isDone) return this.beginsAhead ? MAX_FUTURE_PAGES : maxPages;
		// Of a list that is ahead of the clock, the front is all of it, and is read twice.
		return (this.beginsAhead ? 3 : 1) * this.whole.pages + MAX_FRONT_PAGES;
	}

	/**
	 * A reading of one page is one instant: nothing can have moved around it. Else the front is read
	 * until a whole reading returns nothing unknown, and neither does the page after it to which records
	 * move, which is the first one that is not all ahead of the clock.
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
		const { lookbackMs = DEFAULT_LOOKBACK_MS } = this.config;
		this.front = new GapReader({ start: Math.max(0, this.watermark - lookbackMs), end: null });
	}
}

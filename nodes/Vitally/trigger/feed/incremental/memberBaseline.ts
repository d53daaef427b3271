import {
	DEFAULT_LOOKBACK_MS,
	DEFAULT_MAX_PAGES,
	PAGE_SIZE,
	pageRequest,
	streamId,
	watchedKey,
	type FeedConfig,
	type PageRequest,
} from '../config';
import type { FeedEvent } from '../detectors/detector';
import { detectorFor } from '../detectors/detectorFor';
import { oldestFirst, showsNoTimestamps, withTimestamps, type TimedRecord } from '../record';
import { presentMs, type ClockReading, type PollResult, type Scan } from '../scan';
import { scanWithoutTimestamps } from '../snapshotDiff/snapshotScan';
import { MOST_PAGES_AHEAD } from './baseline';
import { SliceReader } from './sliceReader';

/** Pages over what moved to the front of the list while it was read. */
const MOST_CHECK_PAGES = 30;

/**
 * The start of a feed that has to know what was there before. People set the time of a transition, often
 * to a day that has passed, so no timestamp tells an old one from a new one; and a condition or a
 * segment is compared with what was. The list is read to its end, then its front again until nothing
 * more has moved there meanwhile. What `maxPages` or the time of the poll leaves is read by the next
 * polls, which until then tell by timestamps what they do not know.
 */
export class MemberBaseline implements Scan {
	private readonly list = new SliceReader({ start: 0, end: null, seen: {} });
	/** Reads the front anew. */
	private check: SliceReader | undefined;
	private readonly detector;
	private readonly newestFirst: Array<{ record: TimedRecord; event: FeedEvent | null }> = [];
	/** Versions of all records as they were read last, by id. */
	private readonly versions = new Map<string, string>();
	private knowsAll = false;
	/** The reading under way has shown nothing unknown yet, and the one of the front before it nothing. */
	private isFrontKnown = true;
	private wasFrontKnown = false;
	/** All records of the first page are ahead of the clock: no timestamp tells when the start was. */
	private beginsAhead = false;
	private watermark = 0;
	private pages = 0;
	private results = 0;

	/** @param newest how many of the newest records are emitted */
	constructor(
		private readonly config: FeedConfig,
		private readonly newest: number,
		private readonly notices: readonly string[],
	) {
		this.detector = detectorFor(config, null);
	}

	get request(): PageRequest | null {
		const { maxPages = DEFAULT_MAX_PAGES } = this.config;
		const mostListPages = this.beginsAhead ? MOST_PAGES_AHEAD : maxPages;
		// Of a list that is ahead of the clock, the front is all of it, and is read twice.
		const aheadPages = this.beginsAhead ? 2 * this.list.pages : 0;
		const mostPages = this.list.isDone
			? this.list.pages + aheadPages + MOST_CHECK_PAGES
			: mostListPages;
		const isStuck = this.reader.isCircling || this.detector.snapshot?.isFull;
		if (this.knowsAll || isStuck || this.pages >= mostPages) return null;
		return pageRequest(this.config, PAGE_SIZE, this.reader.cursor);
	}

	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan {
		const { request, config, newest, notices, reader } = this;
		if (!request) return this;
		if (this.pages === 0 && showsNoTimestamps(results, request.sortBy)) {
			return scanWithoutTimestamps(config, { newest, notices }).page(results, next);
		}
		this.pages++;
		this.results += results.length;
		const { records } = withTimestamps(results, request.sortBy);
		const isKnown = records.every(({ id, version }) => this.versions.get(id) === version);
		for (const { id, version } of records) this.versions.set(id, version);
		for (const record of reader.page(records, next, presentMs(reading))) {
			const event = this.detector.detectInitial(record);
			if (this.newestFirst.length < newest) this.newestFirst.push({ record, event });
		}
		if (reader === this.list || reader.isDone) {
			this.watermark = Math.max(this.watermark, reader.newest);
		}
		const hasPresent = records.some(({ timeMs }) => timeMs <= presentMs(reading));
		this.goOn(reader, isKnown, hasPresent);
		if (this.pages === 1) this.beginsAhead = this.watermark === 0 && records.length > 0;
		return this;
	}

	cursorRejected(): boolean {
		return false;
	}

	finish(): PollResult {
		const { config, detector, list, watermark } = this;
		const { snapshot } = detector;
		const isTold = watermark > 0 && !this.beginsAhead;
		const isStarted = isTold || (this.knowsAll && this.isReadable);
		if (!isStarted) {
			const notice =
				'No record of the list has a timestamp that is readable and not ahead of the clock. The next poll looks again.';
			const notices = this.results ? [...this.notices, notice] : [...this.notices];
			return { events: [], state: null, notices, isComplete: this.knowsAll };
		}
		snapshot?.startedAt?.(watermark);
		if (list.isDone && !snapshot?.isFull) snapshot?.snapshotRead?.();
		if (this.knowsAll) snapshot?.reconciled?.();
		const events = new Map(this.newestFirst.map(({ record, event }) => [record, event]));
		const remaining = snapshot?.isFull ? undefined : list.remaining();
		return {
			events: oldestFirst([...events.keys()])
				.map((record) => events.get(record) ?? null)
				.filter((event): event is FeedEvent => event !== null),
			isComplete: this.knowsAll,
			notices: [...this.notices, ...(snapshot?.notices ?? [])],
			state: {
				v: 1,
				stream: streamId(config),
				watched: watchedKey(config),
				watermark,
				// Above the watermark is what is ahead of the clock.
				head: { start: this.frontStart, end: null, seen: watermark > 0 ? {} : allOf(list) },
				...(remaining && { snapshot: remaining }),
				...snapshot?.saved(),
			},
		};
	}

	/**
	 * A reading of one page is one instant: nothing can have moved around it. Else the front is read
	 * until a whole reading shows nothing unknown, and neither does the page after it to which records
	 * move, which is the first one that is not all ahead of the clock.
	 */
	private goOn(reader: SliceReader, isKnown: boolean, hasPresent: boolean): void {
		this.isFrontKnown = this.isFrontKnown && isKnown;
		const isInstant = reader.isDone && reader.pages === 1;
		const isUnmoved = this.wasFrontKnown && this.isFrontKnown && (hasPresent || reader.isDone);
		this.knowsAll = isInstant || isUnmoved;
		if (this.knowsAll || !reader.isDone) return;
		this.wasFrontKnown = reader === this.check && this.isFrontKnown;
		this.isFrontKnown = true;
		this.check = this.front();
	}

	private get reader(): SliceReader {
		return this.check ?? this.list;
	}

	/** The list is empty, or a record of it has a timestamp. */
	private get isReadable(): boolean {
		return this.results === 0 || this.list.seen.size > 0;
	}

	/** For records that become visible late, the lookback window is read as well. */
	private get frontStart(): number {
		const { lookbackMs = DEFAULT_LOOKBACK_MS } = this.config;
		return Math.max(0, this.watermark - lookbackMs);
	}

	private front(): SliceReader {
		return new SliceReader({ start: this.frontStart, end: null, seen: {} });
	}
}

function allOf({ seen }: SliceReader): Record<string, string> {
	return Object.fromEntries(seen);
}

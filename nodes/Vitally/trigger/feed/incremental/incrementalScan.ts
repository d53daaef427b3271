import {
	DEFAULT_LOOKBACK_MS,
	DEFAULT_MAX_PAGES,
	PAGE_SIZE,
	pageRequest,
	type FeedConfig,
	type PageRequest,
} from '../config';
import type { ChangeDetector, FeedEvent } from '../detectors/detector';
import { detectorFor } from '../detectors/detectorFor';
import { oldestFirst, showsNoTimestamps, withTimestamps, type TimedRecord } from '../record';
import {
	presentMs,
	TimestampsMissingError,
	type ClockReading,
	type PollResult,
	type Scan,
} from '../scan';
import { scanWithoutTimestamps } from '../snapshotDiff/snapshotScan';
import type { IncrementalState } from '../state';
import { SliceReader } from './sliceReader';
import { advanceWatermark, type Position } from './watermark';

/**
 * A poll of a feed that has begun. Reads in this order: the backlog an earlier poll left (so there is
 * never a second one), the head, and what the snapshot still lacks, without events.
 */
export class IncrementalScan implements Scan {
	private readonly backlog: SliceReader | undefined;
	private readonly head: SliceReader;
	private readonly snapshot: SliceReader | undefined;
	private readonly detector: ChangeDetector;
	private readonly unread = new Set<TimedRecord>();
	private readonly lastRead = new Map<string, TimedRecord>();
	private readonly initial: TimedRecord[] = [];
	private isFirstPage = true;
	private fullPages = 0;
	private untimed = 0;
	private reading: ClockReading | undefined;

	constructor(
		private readonly state: IncrementalState,
		private readonly config: FeedConfig,
	) {
		const { watermark } = state;
		this.backlog = state.backlog && new SliceReader(state.backlog, watermark);
		this.head = new SliceReader(state.head, watermark);
		this.snapshot = state.snapshot && new SliceReader(state.snapshot, watermark);
		this.detector = detectorFor(config, state);
	}

	get request(): PageRequest | null {
		const { reader } = this;
		const isFull = this.fullPages >= (this.config.maxPages ?? DEFAULT_MAX_PAGES);
		if (!reader || reader.isCircling || isFull) return null;
		return pageRequest(this.config, PAGE_SIZE, reader.cursor);
	}

	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan {
		const { reader, request, isFirstPage } = this;
		if (!reader || !request) return this;
		if (showsNoTimestamps(results, request.sortBy)) {
			if (!isFirstPage || this.hasSeenTimestamps) throw new TimestampsMissingError(request.sortBy);
			return scanWithoutTimestamps(this.config, { wasEmpty: true });
		}
		this.isFirstPage = false;
		if (reader === this.head && !reader.hasStarted) this.reading = reading;
		const { records, untimed } = withTimestamps(results, request.sortBy);
		const present = presentMs(reading);
		const fresh = reader.page(records, next, present);
		this.untimed += untimed;
		// Pages over what was read already do not count: a poll always gets to something unread.
		if (fresh.length) this.fullPages++;
		if (reader === this.snapshot) this.initial.push(...fresh);
		else fresh.forEach((record) => this.add(record));
		// Backlog and head may share records inside the lookback window.
		if (reader === this.backlog) for (const record of fresh) this.head.addSeen(record, present);
		return this;
	}

	cursorRejected(): boolean {
		const { reader } = this;
		if (!reader?.isResuming) return false;
		reader.restart();
		return true;
	}

	finish(): PollResult {
		const events = oldestFirst([...this.unread])
			.map((record) => this.detector.detect(record))
			.filter((event): event is FeedEvent => event !== null);
		this.updateSnapshot();
		const { notices: headNotices, ...position } = this.position();
		const backlog =
			this.backlog?.remaining() ?? (this.head.hasStarted ? this.head.remaining() : undefined);
		const snapshot = this.detector.snapshot?.isFull ? undefined : this.snapshot?.remaining();
		const { v, stream, watched } = this.state;
		return {
			events,
			state: {
				v,
				stream,
				watched,
				...position,
				...(backlog && { backlog }),
				...(snapshot && { snapshot }),
				...this.detector.snapshot?.saved(),
			},
			notices: [...this.notices(), ...headNotices, ...(this.detector.snapshot?.notices ?? [])],
			isComplete: !this.reader,
		};
	}

	private get reader(): SliceReader | undefined {
		return [this.backlog, this.head, this.snapshot].find((reader) => reader && !reader.isDone);
	}

	/** A version whose timestamp was ahead of the clock is no more when a later one is read. */
	private add(record: TimedRecord): void {
		const earlier = this.lastRead.get(record.id);
		if (earlier && earlier.timeMs > record.timeMs) this.unread.delete(earlier);
		this.lastRead.set(record.id, record);
		this.unread.add(record);
	}

	/** The feed did not start with an empty list, or has read records since. */
	private get hasSeenTimestamps(): boolean {
		const { watermark, head } = this.state;
		return watermark > 0 || Object.keys(head.seen).length > 0;
	}

	private updateSnapshot(): void {
		const { snapshot } = this.detector;
		for (const record of this.initial) snapshot?.observeInitial(record);
		// Only a head of one page is read at one instant: nothing can move around it meanwhile.
		if (this.head.isDone && this.head.pages === 1) snapshot?.reconciled?.();
		if (this.snapshot?.isDone && !snapshot?.isFull) snapshot?.snapshotRead?.();
	}

	private position(): Position {
		if (this.head.hasStarted || this.head.isDone) {
			const lookbackMs = this.config.lookbackMs ?? DEFAULT_LOOKBACK_MS;
			return advanceWatermark(this.state, this.head, lookbackMs, this.reading);
		}
		const { watermark, head, clockSample } = this.state;
		const seen = Object.fromEntries(this.head.seen);
		return { watermark, head: { ...head, seen }, ...(clockSample && { clockSample }), notices: [] };
	}

	private notices(): string[] {
		const notices: string[] = [];
		if (this.untimed) {
			notices.push(`${this.untimed} records have no readable timestamp or id and were left out.`);
		}
		if (this.reader?.isCircling) {
			notices.push('The service sent the same cursor twice. The next poll reads the rest.');
		}
		if ([this.backlog, this.head].some((reader) => reader?.isCrowded)) {
			notices.push('Too many unread records share one timestamp: some may be repeated.');
		}
		return notices;
	}
}

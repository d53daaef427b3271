import {
	DEFAULT_MAX_PAGES,
	feedOf,
	PAGE_SIZE,
	pageRequest,
	streamId,
	watchedKey,
	type FeedConfig,
	type PageRequest,
} from '../config';
import type { ChangeDetector, FeedEvent } from '../detectors/detector';
import { detectorFor } from '../detectors/detectorFor';
import { parseTimestamp, type RecordVersion } from '../record';
import type { PollResult, Scan } from '../scan';
import type { FingerprintedRow, SnapshotDiffState } from '../state';
import { fingerprinted } from './fingerprint';
import { StoredRows } from './storedRows';

/** Rows that are remembered between bursts of changes: about 0.7 MB. */
export const ROWS_LIMIT = 10_000;

/** Rows that are remembered of a burst while polls read it. */
const EMITTED_LIMIT = 50_000;

/**
 * A poll of a list that shows no timestamps, such as the document's projects by `updatedAt`:
 * fingerprints tell what changed. A change moves a record to the front and leaves the rest in its
 * order, so reading ends where the list goes on as it was.
 */
export class SnapshotScan implements Scan {
	private readonly stored: StoredRows;
	private readonly rows: RecordVersion[] = [];
	private readonly asked = new Set<string>();
	private cursor: string | undefined;
	private fullPages = 0;
	private isAtEnd = false;
	private isCircling = false;

	/**
	 * @param state null: the feed starts, its list is read without events
	 * @param newest how many of the newest records a start emits
	 */
	constructor(
		private readonly state: SnapshotDiffState | null,
		private readonly config: FeedConfig,
		private readonly newest = 0,
		private readonly notices: readonly string[] = [],
	) {
		this.stored = new StoredRows(state);
	}

	get request(): PageRequest | null {
		const isFull = this.fullPages >= (this.config.maxPages ?? DEFAULT_MAX_PAGES);
		if (this.isRead || this.isCircling || isFull) return null;
		return pageRequest(this.config, PAGE_SIZE, this.cursor);
	}

	page(results: readonly unknown[], next: string | null): Scan {
		const rows = results
			.map((result) => fingerprinted(result, this.config))
			.filter((row) => row !== null && this.stored.take(row)) as RecordVersion[];
		this.rows.push(...rows);
		// Pages over what was read already do not count: a poll always gets to something unread.
		if (!rows.length || rows.some((row) => this.stored.isFresh(row))) this.fullPages++;
		this.isAtEnd = !next;
		this.cursor = next ?? undefined;
		if (!next) return this;
		this.isCircling = this.asked.has(next);
		this.asked.add(next);
		return this;
	}

	cursorRejected(): boolean {
		return false;
	}

	finish(): PollResult {
		const { state, stored, config, rows } = this;
		if (!state && !rows.length) {
			return { events: [], state: null, notices: [...this.notices], isComplete: false };
		}
		const isComparedWhole = !state || state.isWhole;
		const comparable = isComparedWhole ? rows.length : stored.comparable(rows, this.isAtEnd);
		const detector = detectorFor(config, state);
		if (!state) detector.snapshot?.startedAt?.(this.newestTransition());
		const events = this.events(detector, comparable);
		const isWhole = this.isAtEnd || state?.isWhole === true;
		if (isWhole) {
			detector.snapshot?.snapshotRead?.();
			detector.snapshot?.reconciled?.();
		}
		const emitted = rows.length + stored.emittedUnread;
		const isLost = comparable < rows.length || emitted > EMITTED_LIMIT;
		const isComplete = this.isRead || isLost || !state;
		const limit = isComplete ? ROWS_LIMIT : ROWS_LIMIT + emitted;
		const remembered = [...rows.map(rowOf), ...stored.unread];
		const notices = [...this.notices, ...(detector.snapshot?.notices ?? [])];
		return {
			events,
			isComplete,
			notices: isLost ? [...notices, leftOut(stored.size)] : notices,
			state: {
				v: 1,
				stream: streamId(config),
				watched: watchedKey(config),
				rows: remembered.slice(0, limit),
				isWhole: isWhole && remembered.length <= limit,
				...(!isComplete && { emitted }),
				...detector.snapshot?.saved(),
			},
		};
	}

	private get isRead(): boolean {
		return this.isAtEnd || this.stored.isStable;
	}

	/** @param comparable so many rows can be called new or old; those below give no events */
	private events(detector: ChangeDetector, comparable: number): FeedEvent[] {
		const { state, rows, stored, newest } = this;
		const events: FeedEvent[] = [];
		for (const [index, row] of [...rows.entries()].reverse()) {
			const isDue = state ? index < comparable && stored.isFresh(row) : index < newest;
			if (!isDue) detector.snapshot?.observeInitial(row);
			const event = isDue ? (state ? detector.detect(row) : detector.detectInitial(row)) : null;
			if (event) events.push(event);
		}
		return events;
	}

	/** At the start of a feed: transitions up to here are old. */
	private newestTransition(): number {
		const { transitionField = '' } = feedOf(this.config);
		const times = this.rows.map(({ record }) => parseTimestamp(record[transitionField]) ?? 0);
		return times.reduce((newest, timeMs) => Math.max(newest, timeMs), 0);
	}
}

/**
 * The scan of a list whose first page turned out to show no timestamps.
 *
 * @param start.newest how many of the newest records a start emits
 * @param start.wasEmpty the feed started with an empty list, so all that is in it is new
 */
export function scanWithoutTimestamps(
	config: FeedConfig,
	start: { newest?: number; notices?: readonly string[]; wasEmpty?: boolean },
): Scan {
	const { newest, notices = [], wasEmpty } = start;
	const notice = `The list shows no readable ${feedOf(config).sortBy}: changes are detected by the contents of its records.`;
	const whole = detectorFor(config, null);
	whole.snapshot?.snapshotRead?.();
	whole.snapshot?.reconciled?.();
	const empty: SnapshotDiffState = {
		v: 1,
		stream: streamId(config),
		watched: watchedKey(config),
		rows: [],
		isWhole: true,
		...whole.snapshot?.saved(),
	};
	return new SnapshotScan(wasEmpty ? empty : null, config, newest, [...notices, notice]);
}

function rowOf({ id, version }: RecordVersion): FingerprintedRow {
	return [id, version];
}

function leftOut(remembered: number): string {
	return `More records changed than the ${remembered} that were remembered: changes below them were left out, because they cannot be told apart from older ones.`;
}

import { parseTimestamp, versionKey, type TimedRecord } from '../record';
import type { Resume, Slice } from '../state';

/** Records one slice may remember as seen: about 66 bytes each with the service's ids. */
export const SEEN_LIMIT = 50_000;

/** Reads one slice from its newest to its oldest end, page by page. */
export class SliceReader {
	readonly seen: Map<string, string>;
	/** The newest timestamp met that is not ahead of the clock. */
	newest = -Infinity;
	isDone = false;
	pages = 0;
	/** The service sent a cursor a second time: going on would never end. */
	isCircling = false;
	/** Cursor of the page to ask for; undefined for the first page of the list. */
	cursor: string | undefined;
	/** The cursor to ask with was remembered by an earlier poll. */
	isResuming: boolean;

	/** Timestamp of the last record of the last page read; undefined before that. */
	private reached: number | undefined;
	private resume: Resume | undefined;
	private readonly asked = new Set<string>();
	private presentMs: number | undefined;

	/** @param watermark when the slice was stored: what was seen above it was ahead of the clock */
	constructor(
		private readonly slice: Slice,
		private readonly watermark = Infinity,
	) {
		this.seen = new Map(Object.entries(slice.seen));
		this.resume = slice.resume;
		this.cursor = slice.resume?.cursor;
		this.isResuming = slice.resume !== undefined;
	}

	/** False as long as no page was read. */
	get hasStarted(): boolean {
		return this.reached !== undefined;
	}

	/** More was seen than `remaining` can remember. */
	get isCrowded(): boolean {
		return !this.isDone && this.seenInRemaining().length > SEEN_LIMIT;
	}

	/** Forgets a remembered cursor and begins at the top of the list. */
	restart(): void {
		this.cursor = undefined;
		this.resume = undefined;
		this.isResuming = false;
	}

	/**
	 * Takes in the page that was asked for with `cursor`.
	 * @param presentMs the latest timestamp that is not ahead of the clock
	 * @returns the records of the slice that were not seen
	 */
	page(records: readonly TimedRecord[], next: string | null, presentMs = Infinity): TimedRecord[] {
		if (this.isResuming && !this.continues(records[0])) {
			this.restart();
			return [];
		}
		this.isResuming = false;
		this.pages++;
		this.presentMs ??= presentMs;
		const fresh = records.filter((record) => this.isFresh(record));
		for (const record of fresh) this.seen.set(record.id, record.version);
		this.newest = newestUpTo(this.presentMs, records, this.newest);
		if (records.length) this.reachedEndOf(records);
		this.goOn(next);
		return fresh;
	}

	/** A record that another reader met inside this slice. */
	addSeen(record: TimedRecord, presentMs: number): void {
		if (this.isFresh(record, presentMs)) this.seen.set(record.id, record.version);
	}

	/** What is still unread, or undefined when nothing is. */
	remaining(): Slice | undefined {
		if (this.isDone) return undefined;
		const end = this.remainingEnd();
		return {
			start: this.slice.start,
			end: end === Infinity ? null : end,
			seen: Object.fromEntries(this.seenInRemaining().slice(-SEEN_LIMIT)),
			...(this.resume && { resume: this.resume }),
		};
	}

	/** The newest end of what is still unread. */
	private remainingEnd(): number {
		return Math.min(this.slice.end ?? Infinity, this.reached ?? Infinity);
	}

	private seenInRemaining(): Array<[string, string]> {
		const end = this.remainingEnd();
		return [...this.seen].filter(([, version]) => (parseTimestamp(version) ?? 0) <= end);
	}

	private reachedEndOf(records: readonly TimedRecord[]): void {
		this.reached = records[records.length - 1].timeMs;
		const { cursor } = this;
		this.resume = cursor === undefined ? undefined : { cursor, first: versionKey(records[0]) };
	}

	private goOn(next: string | null): void {
		if (!next || (this.reached !== undefined && this.reached < this.slice.start)) {
			this.isDone = true;
		} else if (this.asked.has(next)) {
			this.isCircling = true;
		} else {
			this.asked.add(next);
			this.cursor = next;
		}
	}

	/**
	 * The page of a remembered cursor was read before. If it begins above the slice, or with the
	 * record it began with then, nothing unread can stand before it; else it may have shifted.
	 */
	private continues(first: TimedRecord | undefined): boolean {
		if (!first) return false;
		return first.timeMs > (this.slice.end ?? Infinity) || versionKey(first) === this.resume?.first;
	}

	private isFresh(
		{ id, timeMs, version }: TimedRecord,
		presentMs = this.presentMs ?? Infinity,
	): boolean {
		if (timeMs < this.slice.start || timeMs > (this.slice.end ?? Infinity)) return false;
		const seen = this.seen.get(id);
		if (seen === undefined) return true;
		const seenMs = parseTimestamp(seen) ?? -Infinity;
		return seen !== version && (timeMs >= seenMs || this.wasAhead(id, seenMs, presentMs));
	}

	/** After a timestamp ahead of the clock, the next edit has an earlier one. */
	private wasAhead(id: string, seenMs: number, presentMs: number): boolean {
		const isStored = parseTimestamp(this.slice.seen[id]) === seenMs;
		return seenMs > (isStored ? this.watermark : presentMs);
	}
}

/** The newest timestamp of the records that is not ahead of the clock, or `least` if that is later. */
export function newestUpTo(
	presentMs: number,
	records: readonly TimedRecord[],
	least: number,
): number {
	return records.reduce(
		(newest, { timeMs }) => (timeMs <= presentMs ? Math.max(newest, timeMs) : newest),
		least,
	);
}

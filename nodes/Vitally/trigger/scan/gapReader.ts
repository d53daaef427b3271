import { ListCursor } from './listCursor';
import { latestValidMs, ListError, versionKey } from './record';
import type { Gap, RecordVersion } from './types';

/** Reads one gap of a list from its newest to its oldest end, page by page. */
export class GapReader extends ListCursor {
	/** The newest timestamp that is not ahead of the clock. */
	newest = -Infinity;
	/** The newest timestamp in any list when the last page was read. */
	watermark = 0;
	clockMs: number | undefined;

	/** Timestamp of the last record of the last page; undefined before that. */
	private reached: number | undefined;
	private resume: Gap['resume'];

	constructor(private readonly gap: Gap) {
		super(gap.resume?.cursor);
		this.resume = gap.resume;
	}

	/** A page with records was read, or an empty list. */
	get hasBegun(): boolean {
		return this.reached !== undefined || this.isDone;
	}

	/**
	 * Adds the page that was requested with `cursor`.
	 * @returns the records inside the gap
	 * @throws ListError as `advance`, and for pages that are not newest first, because what is unread would have no end
	 */
	page(
		records: readonly RecordVersion[],
		next: string | null,
		clockMs: number | undefined,
	): RecordVersion[] {
		if (this.isResuming && !this.continues(records[0])) {
			this.restart();

			return [];
		}

		if ((next || this.pages > 0) && this.ascends(records)) {
			throw new ListError('is not in the order that was asked for, the newest record first');
		}

		if (this.pages === 0) this.clockMs = clockMs;

		for (const record of records) {
			if (!this.isAhead(record)) this.newest = Math.max(this.newest, record.timeMs);
		}

		if (records.length) {
			this.reached = records[records.length - 1].timeMs;
			const { cursor } = this;

			this.resume = cursor === undefined ? undefined : { cursor, first: versionKey(records[0]) };
		}

		const { start, end } = this.gap;
		const isBelow = this.reached !== undefined && this.reached < start;

		this.advance(isBelow ? null : next);

		return records.filter(({ timeMs }) => timeMs >= start && timeMs <= (end ?? Infinity));
	}

	isAhead({ timeMs }: RecordVersion): boolean {
		return timeMs > latestValidMs(this.clockMs);
	}

	/** What is still unread, including ties of the last record; undefined when all is read. */
	remaining(): Gap | undefined {
		if (this.isDone) return undefined;

		const end = Math.min(this.gap.end ?? Infinity, this.reached ?? Infinity);

		return {
			start: this.gap.start,
			end: end === Infinity ? null : end,
			...(this.resume && { resume: this.resume }),
		};
	}

	/** Whether a record is newer than the one before it, or all are newer than the page before. */
	private ascends(records: readonly RecordVersion[]): boolean {
		const times = records.map(({ timeMs }) => timeMs);
		const last = times[times.length - 1] ?? -Infinity;
		const { reached = Infinity } = this;

		return last > reached || times.some((timeMs, index) => index > 0 && timeMs > times[index - 1]);
	}

	/**
	 * Whether the page of a stored cursor is still in place: it begins above the gap, or with the same record
	 * as when it was read before, so nothing unread can precede it.
	 */
	private continues(first: RecordVersion | undefined): boolean {
		if (!first) return false;

		return first.timeMs > (this.gap.end ?? Infinity) || versionKey(first) === this.resume?.first;
	}
}

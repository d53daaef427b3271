import { versionKey } from '../recordVersion';
import { latestValidMs } from '../timestamps';
import type { Gap, RecordVersion } from '../types';
import { ListCursor } from './listCursor';
import { ListError } from './listError';

/** Reads one gap of a list from its newest to its oldest end, page by page. */
export class GapReader extends ListCursor {
	/** The newest timestamp that is not ahead of the clock. */
	newest = -Infinity;
	/** The newest timestamp in any list when the last page was read. */
	watermark = 0;
	/** The service's time at the first page. */
	clockMs: number | undefined;

	/** Timestamp of the last record of the last page; undefined before that. */
	private reached: number | undefined;
	private resume: Gap['resume'];

	constructor(private gap: Gap) {
		super(gap.resume?.cursor);
		this.resume = gap.resume;
	}

	/** Reads down to an earlier time than was said at first. */
	lowerStart(start: number): void {
		this.gap = { ...this.gap, start: Math.min(this.gap.start, start) };
	}

	/** Whether a page with records was read, or an empty list. */
	get hasBegun(): boolean {
		return this.reached !== undefined || this.isDone;
	}

	/**
	 * Accepts the page that was requested with `cursor`.
	 *
	 * @param versions the records of the page
	 * @param next the cursor of the next page; null at the end of the list
	 * @param clockMs the service's time at the response, in ms since 1970
	 * @returns the records inside the gap
	 * @throws ListError as `advance`, and for pages that are not newest first, because what is unread would have no end
	 */
	accept(
		versions: readonly RecordVersion[],
		next: string | null,
		clockMs: number | undefined,
	): RecordVersion[] {
		// What moved the page may have moved unread records above it.
		if (this.isResuming && !this.isInPlace(versions[0])) {
			this.dropStoredCursor();

			return [];
		}

		if ((next || this.pages > 0) && this.ascends(versions)) {
			throw new ListError('is not sorted as the trigger asked, with the newest record first');
		}

		if (this.pages === 0) this.clockMs = clockMs;

		this.noteTimes(versions);

		const { start, end } = this.gap;
		const isBelowGap = this.reached !== undefined && this.reached < start;

		this.advance(isBelowGap ? null : next);

		return versions.filter(({ timeMs }) => timeMs >= start && timeMs <= (end ?? Infinity));
	}

	/** Whether a record has a timestamp ahead of the service's clock. */
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
			resume: this.resume,
		};
	}

	/** Remembers the newest and the oldest timestamp, and the page as the one to resume with. */
	private noteTimes(versions: readonly RecordVersion[]): void {
		for (const version of versions) {
			if (!this.isAhead(version)) this.newest = Math.max(this.newest, version.timeMs);
		}

		if (versions.length === 0) return;

		const { cursor } = this;

		this.reached = versions.at(-1)?.timeMs;
		this.resume = cursor === undefined ? undefined : { cursor, first: versionKey(versions[0]) };
	}

	/** Whether a record is newer than the one before it, or all are newer than the page before. */
	private ascends(versions: readonly RecordVersion[]): boolean {
		const times = versions.map(({ timeMs }) => timeMs);
		const last = times.at(-1) ?? -Infinity;
		const { reached = Infinity } = this;

		return last > reached || times.some((timeMs, index) => index > 0 && timeMs > times[index - 1]);
	}

	/**
	 * Whether the page of a stored cursor is still in place: it begins above the gap, or with the same record
	 * as when it was read before, so nothing unread can precede it.
	 */
	private isInPlace(first: RecordVersion | undefined): boolean {
		if (!first) return false;

		return first.timeMs > (this.gap.end ?? Infinity) || versionKey(first) === this.resume?.first;
	}
}

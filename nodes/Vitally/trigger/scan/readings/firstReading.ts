import { needsFullScan, pageRequest } from '../config';
import { readVersions } from '../recordVersion';
import type { SeenVersions } from '../seenVersions';
import { latestValidMs } from '../timestamps';
import type { FeedConfig, ListPage, PageRequest, Reading, RecordVersion } from '../types';
import { GapReader } from './gapReader';

/** Maximum pages of records ahead of the clock. */
const MAX_FUTURE_PAGES = 500;

/** Maximum pages of records that moved to the front of the list while it was read. */
const MAX_FRONT_PAGES = 30;

/** What a first reading has of its poll. */
interface StartPoll {
	/** The versions that were read in all lists. */
	readonly seen: SeenVersions;
	/** Whether a record belongs to what the trigger watches. */
	isInScope(version: RecordVersion): boolean;
	/** Takes a version that was not read before. Returns whether a first run emits it. */
	take(version: RecordVersion): boolean;
}

/**
 * Reads one list at the start of a feed: to its first record that is not ahead of the clock, or to its
 * end. After that, it reads the front again until no more records have moved there.
 */
export class FirstReading implements Reading {
	/** Reads the list from its newest to its oldest record. */
	readonly whole = new GapReader({ start: 0, end: null });
	/** The newest timestamp in complete readings. */
	watermark = 0;
	private pages = 0;
	private readonly needsAll: boolean;
	/** Reads the front again; undefined before the list was read to its end. */
	private front: GapReader | undefined;
	/** Records with a timestamp that were read. */
	private timed = 0;
	/** Events of a first run in this list. */
	private emitted = 0;
	/** Whether every record of the list is known, those included that moved while it was read. */
	private knowsAll = false;
	/** Whether this reading of the front, and the one before it, returned only known records. */
	private isFrontKnown = true;
	private wasFrontKnown = false;
	/** All records of the first page are ahead of the clock, so no timestamp shows the time of the start. */
	private beginsAhead = false;

	/** @param count how many of the newest records are emitted */
	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
		private readonly poll: StartPoll,
	) {
		this.needsAll = needsFullScan(config);
	}

	get request(): PageRequest | null {
		if (this.isRead || this.pages >= this.maxPages) return null;

		return pageRequest(this.config, this.reader.cursor);
	}

	/** Whether everything that the start needs is read. */
	get isRead(): boolean {
		if (this.needsAll) return this.knowsAll;

		const { maxPages } = this.config;
		const isEnough = (this.timed > 0 && this.emitted >= this.count) || this.pages >= maxPages;

		return this.whole.isDone || (isEnough && this.watermark > 0);
	}

	/** Whether the records that were read show which records are new from now on. */
	get hasStart(): boolean {
		const isKnown = this.needsAll ? this.knowsAll : this.whole.isDone;

		return isKnown || (this.watermark > 0 && !(this.needsAll && this.beginsAhead));
	}

	accept({ results, next, clockMs }: ListPage): void {
		const { reader, whole } = this;
		const { seen } = this.poll;
		const versions = readVersions(results, this.config.feed.sortBy);
		const fresh = reader
			.accept(versions, next, clockMs)
			.filter((version) => this.poll.isInScope(version) && seen.isFresh(version));

		for (const version of fresh) {
			if (reader.isAhead(version)) seen.addAhead(version);
			else seen.add(version);
		}

		this.pages++;
		this.timed += versions.length;

		if (reader === whole || reader.isDone) {
			this.watermark = Math.max(this.watermark, reader.newest);
		}

		if (this.pages === 1) this.beginsAhead = this.watermark === 0 && versions.length > 0;

		if (this.needsAll) {
			this.isFrontKnown = this.isFrontKnown && fresh.length === 0;
			this.checkFront(versions, clockMs);
		}

		for (const version of fresh) {
			if (this.poll.take(version)) this.emitted++;
		}
	}

	/** A start has no cursor of an earlier poll. */
	dropStoredCursor(): boolean {
		return false;
	}

	private get reader(): GapReader {
		return this.front ?? this.whole;
	}

	private get maxPages(): number {
		const { maxPages } = this.config;
		if (!this.needsAll) return this.timed ? MAX_FUTURE_PAGES : maxPages;
		if (!this.whole.isDone) return this.beginsAhead ? MAX_FUTURE_PAGES : maxPages;

		// The front of a list that is ahead of the clock is the whole list, and is read twice.
		return 3 * this.whole.pages + MAX_FRONT_PAGES;
	}

	/**
	 * A list of one page is read at one instant, so no record can move around it. Else the front is read until
	 * a whole reading returns only known records, and so does the next reading up to the first page with
	 * a record that is not ahead of the clock, which is where edits move records to.
	 *
	 * @param versions the records of the page that was read last
	 */
	private checkFront(versions: readonly RecordVersion[], clockMs: number | undefined): void {
		const { reader } = this;
		const isInstant = reader.isDone && reader.pages === 1;
		const hasValid = versions.some(({ timeMs }) => timeMs <= latestValidMs(clockMs));
		const isUnmoved = this.wasFrontKnown && this.isFrontKnown && (hasValid || reader.isDone);

		this.knowsAll = isInstant || isUnmoved;
		if (this.knowsAll || !reader.isDone) return;

		this.wasFrontKnown = reader === this.front && this.isFrontKnown;
		this.isFrontKnown = true;
		this.front = this.openFront();
	}

	private openFront(): GapReader {
		const start = Math.max(0, this.watermark - this.config.lookbackMs);

		return new GapReader({ start, end: null });
	}
}

import type { ChangeDetection } from '../changeDetection';
import { pageRequest } from '../config';
import { readVersions } from '../recordVersion';
import type { FeedConfig, ListPage, PageRequest, Reading, RecordVersion } from '../types';
import type { GapReader } from './gapReader';
import type { PollProgress } from './pollProgress';

/** A list as a poll reads it. */
export interface PolledList {
	config: FeedConfig;
	changes: ChangeDetection;
	/** Pages with unread records; `maxPages` is their maximum for all gaps of the list together. */
	freshPages: number;
}

/** Reads one gap of a list in a poll. */
abstract class GapReading implements Reading {
	constructor(
		readonly gap: GapReader,
		protected readonly list: PolledList,
		protected readonly progress: PollProgress,
	) {}

	get request(): PageRequest | null {
		if (this.isRead || !this.mayRead) return null;

		return pageRequest(this.list.config, this.gap.cursor);
	}

	/** Whether nothing is left to read. */
	get isRead(): boolean {
		return this.gap.isDone;
	}

	/** @throws Error when the state is far ahead of the clock: see `createScan` */
	accept({ results, next, clockMs, isOwnClock }: ListPage): void {
		const { gap, list, progress } = this;

		progress.noteClock({ clockMs, isOwnClock });
		const versions = readVersions(results, list.config.feed.sortBy);
		const fresh = gap
			.accept(versions, next, clockMs)
			.filter((version) => list.changes.isInScope(version) && progress.seen.isFresh(version));

		for (const version of fresh) {
			if (gap.isAhead(version)) progress.seen.addAhead(version);
			else progress.seen.add(version);

			this.take(version);
		}

		// Pages without unread records do not count, so that a poll always reaches some.
		if (fresh.length > 0) list.freshPages++;

		this.noteWatermark();
	}

	dropStoredCursor(): boolean {
		return this.gap.dropStoredCursor();
	}

	/** Whether the poll has not yet read as many pages as it may. */
	protected get mayRead(): boolean {
		const { config, freshPages } = this.list;

		return freshPages < config.maxPages;
	}

	/** Takes a version that was not read before. */
	protected abstract take(version: RecordVersion): void;

	/** Remembers the newest timestamp in any list at the page that was read last. */
	protected noteWatermark(): void {
		this.gap.watermark = this.progress.watermark;
	}
}

/** Reads a backlog or a head: each version may be an event. */
export class ChangesReading extends GapReading {
	protected take(version: RecordVersion): void {
		this.progress.addChange(version);
	}

	protected override noteWatermark(): void {
		this.progress.raiseWatermark(this.gap.newest);
		super.noteWatermark();
	}
}

/** Reads a snapshot: its records are from before the start, so they are remembered without an event. */
export class SnapshotReading extends GapReading {
	/** A store that is full or knows all remembers nothing more, so reading on would be of no use. */
	override get isRead(): boolean {
		const { store } = this.list.changes;

		return store.isFull || store.status === 'complete' || super.isRead;
	}

	/** Allows the first page in any case, because changes may fill all pages of each poll. */
	protected override get mayRead(): boolean {
		return super.mayRead || this.gap.pages === 0;
	}

	protected take(version: RecordVersion): void {
		this.list.changes.observe(version);
	}
}

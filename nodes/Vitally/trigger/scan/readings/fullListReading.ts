import { pageRequest } from '../config';
import { readVersions } from '../recordVersion';
import type {
	FeedConfig,
	FullListState,
	ListPage,
	PageRequest,
	Reading,
	RecordVersion,
} from '../types';
import { ListCursor } from './listCursor';

/** The shortest time between the beginnings of two full list readings. */
const INTERVAL_MS = 15 * 60_000;

/** Maximum pages of it in one poll: 50,000 records. */
const MAX_PAGES = 500;

/** What a full list reading has of its poll. */
export interface ChangesPoll {
	/** The service's time at the last page of the changes. */
	readonly clockMs: number | undefined;
	/** A reading begins with the first record of the list. */
	beginListing(): void;
	/** Compares a record with its stored values. */
	compareListed(version: RecordVersion): void;
}

/**
 * Reads all records, beside those that were updated: the service may compute a value anew without moving
 * `updatedAt`. In the order of their creation, no record moves while they are read. Each poll reads changes first,
 * because what they show is news before what only this reading shows.
 */
export class FullListReading implements Reading {
	private readonly place: ListCursor;
	private startedMs: number | undefined;
	/** The reason why this poll could not read on. */
	private failure: string | undefined;

	/** @param state of the last full list reading; absent: the first one begins */
	constructor(
		private readonly config: FeedConfig,
		private readonly poll: ChangesPoll,
		state: FullListState | undefined,
	) {
		this.place = new ListCursor(state?.cursor);
		this.startedMs = state?.startedMs;
	}

	get request(): PageRequest | null {
		const { isDone, pages, cursor } = this.place;
		if (isDone || pages >= MAX_PAGES || this.failure !== undefined || !this.isDue) return null;

		return { ...pageRequest(this.config, cursor), sortBy: 'createdAt' };
	}

	/** Whether this poll has read the last page. */
	get hasEnded(): boolean {
		return this.place.isDone;
	}

	/** @throws ListError as `advance` */
	accept({ results, next }: ListPage): void {
		if (this.place.cursor === undefined) {
			this.startedMs = this.poll.clockMs;
			this.poll.beginListing();
		}

		this.place.advance(next);

		// Page by page, because a poll does not keep 50,000 records.
		for (const version of readVersions(results)) this.poll.compareListed(version);
	}

	dropStoredCursor(): boolean {
		return this.place.dropStoredCursor();
	}

	/** The changes of the poll are kept, and the next one reads on. */
	fail(message: string): void {
		this.failure = message;
	}

	get notices(): string[] {
		if (this.failure !== undefined) {
			return [`Not all records could be read; the next poll reads on. ${this.failure}`];
		}

		if (this.place.isDone || this.place.pages < MAX_PAGES) return [];

		return [
			`'Compare' reads all records in parts of ${MAX_PAGES * 100}, one in each poll: a round takes as many polls as there are parts.`,
		];
	}

	saved(): FullListState | undefined {
		const { startedMs } = this;
		const { cursor } = this.place;

		return startedMs === undefined ? undefined : { startedMs, cursor };
	}

	/** Whether a reading is to begin in this poll; a reading that has begun is always continued. */
	private get isDue(): boolean {
		if (this.place.cursor !== undefined || this.startedMs === undefined) return true;

		const { clockMs } = this.poll;
		if (clockMs === undefined) return false;

		// A beginning in the future was read from a clock that was wrong.
		return clockMs < this.startedMs || clockMs - this.startedMs >= INTERVAL_MS;
	}
}

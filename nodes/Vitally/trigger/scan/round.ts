import { pageRequest } from './config';
import { ListCursor } from './listCursor';
import { withTimestamps } from './record';
import type { FeedConfig, PageRequest, RecordVersion, RoundState, ServiceRecord } from './types';

/** At most one reading of all records in this time. */
const INTERVAL_MS = 15 * 60_000;

/** 50,000 records. */
const MAX_PAGES = 500;

/**
 * A reading of all records, beside the poll of those that were updated: the service may compute a value anew without
 * moving `updatedAt`. In the order of their creation, no record moves while they are read.
 */
export class Round extends ListCursor {
	/** Of the last page of the usual poll, which comes first. */
	clockMs: number | undefined;
	private startedMs: number | undefined;

	/** @param state of the last round; absent: the first one begins */
	constructor(
		private readonly config: FeedConfig,
		state: RoundState | undefined,
	) {
		super(state?.cursor);
		this.startedMs = state?.startedMs;
	}

	get request(): PageRequest | null {
		if (this.isDone || this.pages >= MAX_PAGES || !this.isDue) return null;

		return { ...pageRequest(this.config, this.cursor), sortBy: 'createdAt' };
	}

	/** @throws ListError as `advance` */
	page(results: readonly ServiceRecord[], next: string | null): RecordVersion[] {
		if (this.cursor === undefined) this.startedMs = this.clockMs;

		this.advance(next);

		return withTimestamps(results);
	}

	get notices(): string[] {
		if (this.isDone || this.pages < MAX_PAGES) return [];

		return [
			`'Check' reads all records in parts of ${MAX_PAGES * 100}, one in each poll: a round takes as many polls as there are parts.`,
		];
	}

	saved(): RoundState | undefined {
		const { startedMs, cursor } = this;

		return startedMs === undefined
			? undefined
			: { startedMs, ...(cursor !== undefined && { cursor }) };
	}

	/** A round that has begun is read on. */
	private get isDue(): boolean {
		if (this.cursor !== undefined || this.startedMs === undefined) return true;

		return this.clockMs !== undefined && this.clockMs - this.startedMs >= INTERVAL_MS;
	}
}

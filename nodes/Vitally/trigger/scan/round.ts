import { pageRequest } from './config';
import { ListError, withTimestamps } from './record';
import type { FeedConfig, PageRequest, RecordVersion, RoundState, ServiceRecord } from './types';

/** At most one reading of all records in this time. */
const INTERVAL_MS = 15 * 60_000;

/** 50,000 records. */
const MAX_PAGES = 500;

/**
 * A reading of all records, beside the poll of those that were updated: the service may compute a value anew without
 * moving `updatedAt`. In the order of their creation, no record moves while they are read.
 */
export class Round {
	private pages = 0;
	private isRead = false;
	private clockMs: number | undefined;
	private cursor: string | undefined;
	private readonly requested = new Set<string | null>();
	private startedMs: number | undefined;

	/** @param state of the last round; absent: the first one begins */
	constructor(
		private readonly config: FeedConfig,
		state: RoundState | undefined,
	) {
		this.cursor = state?.cursor;
		this.startedMs = state?.startedMs;
	}

	/** Notes the time of a page of the usual poll, which comes first. */
	tick(clockMs: number | undefined): void {
		this.clockMs = clockMs;
	}

	get request(): PageRequest | null {
		if (this.isRead || this.pages >= MAX_PAGES || !this.isDue) return null;
		return { ...pageRequest(this.config, this.cursor), sortBy: 'createdAt' };
	}

	/**
	 * @returns the versions on the page
	 * @throws ListError for a cursor that comes twice, because the round would never end
	 */
	page(results: readonly ServiceRecord[], next: string | null): RecordVersion[] {
		if (this.cursor === undefined) this.startedMs = this.clockMs;
		this.pages++;
		if (this.requested.has(next)) throw new ListError('returned the same page twice');
		this.requested.add(next);
		this.cursor = next ?? undefined;
		this.isRead = next === null;
		return withTimestamps(results);
	}

	/** @returns false for a cursor that this poll received */
	restart(): boolean {
		if (this.pages > 0 || this.cursor === undefined) return false;
		this.cursor = undefined;
		return true;
	}

	get notices(): string[] {
		if (this.isRead || this.pages < MAX_PAGES) return [];
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

import type { FeedEvent } from './event';
import type { OrderState } from './order';
import type { PageRequest } from './settings';
import type { FeedState } from './state';

/** What a poll ends with. */
export interface Poll {
	/** Oldest first. */
	events: FeedEvent[];
	/** To be stored together with the events; null: nothing to store, the next poll starts anew. */
	state: FeedState | OrderState | null;
	/** For the log: whatever the feed could not do quite as promised. */
	notices: string[];
	/** False when something was left unread for the next poll. */
	isComplete: boolean;
}

/**
 * One poll, without its requests: ask for `request` until it is null, hand each answer to `page`,
 * then `finish`. Finishing earlier is allowed at any time: what was not read stays remembered.
 * A scan that is thrown away has changed nothing.
 */
export interface Scan {
	/** The query of the next list request; null when the poll has read what it may. */
	readonly request: PageRequest | null;
	/**
	 * @param results the records of the page asked for
	 * @param next the cursor that came with it
	 * @param servedAt the service's clock when it answered (`Date` header), ms since 1970, if known
	 */
	page(results: readonly unknown[], next: string | null, servedAt?: number): void;
	/**
	 * The service answered that it does not take the cursor of `request`.
	 * @returns true when the cursor was remembered from an earlier poll: the scan goes on without it.
	 *   False: it was fresh, so the refusal is the caller's to report.
	 */
	cursorRefused(): boolean;
	finish(): Poll;
}

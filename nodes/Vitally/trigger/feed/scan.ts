import type { PageRequest } from './config';
import type { FeedEvent } from './detectors/detector';
import type { FeedState } from './state';

/** What a poll ends with. */
export interface PollResult {
	/** Oldest first. */
	events: FeedEvent[];
	/** To be stored together with the events; null: nothing to store, the next poll starts anew. */
	state: FeedState | null;
	/** For the log: whatever the feed could not do quite as promised. */
	notices: string[];
	/** False when something was left unread for the next poll. */
	isComplete: boolean;
}

/** What a clock showed when an answer came. */
export interface ClockReading {
	/** ms since 1970. */
	timeMs: number;
	/** `service`: the `Date` header of the answer; `own`: of the machine that polls. */
	clock: 'service' | 'own';
}

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
export const CLOCK_STEP_MS = 1000;

/** The latest timestamp that is not ahead of the clock; without one, none is. */
export function presentMs(reading: ClockReading | undefined): number {
	if (!reading) return Infinity;
	return reading.clock === 'service' ? reading.timeMs + CLOCK_STEP_MS - 1 : reading.timeMs;
}

/** A list that has shown timestamps answers without them: where it stands cannot be told. */
export class TimestampsMissingError extends Error {}

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
	 * @param reading the clock when the answer came
	 * @returns the scan to go on with: another one when the first page shows no timestamps
	 * @throws TimestampsMissingError when a list that has shown timestamps does not any more
	 */
	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan;
	/**
	 * The service answered that it does not take the cursor of `request`.
	 * @returns true when the cursor was remembered from an earlier poll: the scan goes on without it.
	 *   False: it was fresh, so the answer is the caller's to report.
	 */
	cursorRejected(): boolean;
	finish(): PollResult;
}

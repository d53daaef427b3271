import type { FeedEvent } from './judge';
import { learns } from './judge';
import { readOrder, type OrderState } from './order';
import { OrderScan } from './order-scan';
import { listName, watchedPaths, type FeedSettings, type PageRequest } from './settings';
import { Start } from './start';
import { readState, type FeedState } from './state';

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

/**
 * Begins a poll.
 * @param stored the `state` of the last poll, in whatever form it comes back; it is not changed
 */
export function startScan(stored: unknown, settings: FeedSettings): Scan {
	const state = readOrder(stored) ?? readState(stored);
	if (!state) {
		const isFirst = stored === undefined || stored === null;
		return isFirst
			? new Start(settings, settings.newestOnFirstRun ?? 0, [])
			: new Start(settings, 0, ['The stored state is not readable: starting from now.']);
	}
	if (state.list !== listName(settings)) {
		const left = 'The settings name another list: changes not read before the switch are left out.';
		return new Start(settings, 0, 'gap' in state || 'told' in state ? [left] : []);
	}
	if ('order' in state) return new OrderScan(state, settings, 0, []);
	return new Start(settings, 0, [], withWatchOf(settings, state));
}

/** Other fields to watch need other snapshots; the position in the list stays. */
function withWatchOf(settings: FeedSettings, state: FeedState): FeedState {
	const watched = JSON.stringify(watchedPaths(settings));
	if (state.watched === watched) return state;
	const position = { ...state };
	delete position.snapshots;
	delete position.unlearned;
	const unread = Math.min(state.head.from, state.gap?.from ?? Infinity);
	return {
		...position,
		watched,
		...(learns(settings) && unread > 0 && { unlearned: { from: 0, to: unread - 1, known: {} } }),
	};
}

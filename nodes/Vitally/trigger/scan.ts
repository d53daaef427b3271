import { learns } from './judge';
import { readOrder } from './order';
import { OrderScan } from './orderScan';
import type { Scan } from './scanContract';
import { listName, watchedPaths, type FeedSettings } from './settings';
import { Start } from './start';
import { readState, type FeedState } from './state';

export type { Poll, Scan } from './scanContract';

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

import { comparesValues, watchedKey, type FeedConfig } from './config';
import type { IncrementalState, ListState } from './state';

/** Other fields to watch need other values to compare with; the position in the list stays. */
export function withWatchOf(config: FeedConfig, state: ListState): ListState {
	const watched = watchedKey(config);
	if (state.watched === watched) return state;
	const position = { ...state, watched };
	delete position.watchedValues;
	delete position.segments;
	return 'rows' in position ? position : withSnapshot(config, position);
}

/** The values of all that was read are to be looked at anew. */
function withSnapshot(config: FeedConfig, state: IncrementalState): IncrementalState {
	const position = { ...state };
	delete position.snapshot;
	const unread = Math.min(state.head.start, state.backlog?.start ?? Infinity);
	if (!comparesValues(config) || unread <= 0) return position;
	return { ...position, snapshot: { start: 0, end: unread - 1, seen: {} } };
}

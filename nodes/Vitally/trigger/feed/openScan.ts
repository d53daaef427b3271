import { streamId, watchedKey, type FeedConfig } from './config';
import { needsSnapshot } from './detectors/detectorFor';
import { Baseline } from './incremental/baseline';
import { IncrementalScan } from './incremental/incrementalScan';
import type { Scan } from './scan';
import { SnapshotScan } from './snapshotDiff/snapshotScan';
import { readState, type FeedState, type IncrementalState } from './state';

/**
 * Begins a poll.
 * @param stored the `state` of the last poll, in whatever form it comes back; it is not changed
 */
export function openScan(stored: unknown, config: FeedConfig): Scan {
	const state = readState(stored);
	if (!state) {
		const isFirst = stored === undefined || stored === null;
		return isFirst
			? new Baseline(config, config.newestOnFirstRun ?? 0, [])
			: new Baseline(config, 0, ['The stored state is not readable: starting from now.']);
	}
	if (state.stream !== streamId(config)) {
		const left = 'The settings name another list: changes not read before the switch are left out.';
		return new Baseline(config, 0, 'backlog' in state || 'emitted' in state ? [left] : []);
	}
	const current = withWatchOf(config, state);
	return 'rows' in current
		? new SnapshotScan(current, config)
		: new IncrementalScan(current, config);
}

/** Other fields to watch need other values to compare with; the position in the list stays. */
function withWatchOf(config: FeedConfig, state: FeedState): FeedState {
	const watched = watchedKey(config);
	if (state.watched === watched) return state;
	const position = { ...state, watched };
	delete position.watchedValues;
	return 'rows' in position ? position : withSnapshot(config, position);
}

/** The values of all that was read are to be looked at anew. */
function withSnapshot(config: FeedConfig, state: IncrementalState): IncrementalState {
	const position = { ...state };
	delete position.snapshot;
	const unread = Math.min(state.head.start, state.backlog?.start ?? Infinity);
	if (!needsSnapshot(config) || unread <= 0) return position;
	return { ...position, snapshot: { start: 0, end: unread - 1, seen: {} } };
}

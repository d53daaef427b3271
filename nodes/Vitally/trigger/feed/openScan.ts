import { feedOf, streamId, watchedKey, watchedPaths, type FeedConfig } from './config';
import { Baseline } from './incremental/baseline';
import { IncrementalScan } from './incremental/incrementalScan';
import { MemberBaseline } from './incremental/memberBaseline';
import { readState } from './readState';
import type { Scan } from './scan';
import { SnapshotScan } from './snapshotDiff/snapshotScan';
import type { FeedState, IncrementalState } from './state';

/**
 * Begins a poll.
 * @param stored the `state` of the last poll, in whatever form it comes back; it is not changed
 */
export function openScan(stored: unknown, config: FeedConfig): Scan {
	const state = readState(stored);
	if (!state) {
		const isFirst = stored === undefined || stored === null;
		return isFirst
			? start(config, config.newestOnFirstRun ?? 0)
			: start(config, 0, ['The stored state is not readable: starting from now.']);
	}
	if (state.stream !== streamId(config)) {
		return start(config, 0, [
			'The event, the scope or the API key is another one than in the last poll: starting from now.',
		]);
	}
	const current = withWatchOf(config, state);
	return 'rows' in current
		? new SnapshotScan(current, config)
		: new IncrementalScan(current, config);
}

/** @param newest how many of the newest records are emitted */
function start(config: FeedConfig, newest: number, notices: readonly string[] = []): Scan {
	return feedOf(config).transitionField
		? new MemberBaseline(config, newest, notices)
		: new Baseline(config, newest, notices);
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
	if (!watchedPaths(config).length || unread <= 0) return position;
	return { ...position, snapshot: { start: 0, end: unread - 1, seen: {} } };
}

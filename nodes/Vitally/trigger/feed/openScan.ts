import { CombinedScan } from './combined/combinedScan';
import { listsOf, needsMembers, streamId, type FeedConfig } from './config';
import { Baseline } from './incremental/baseline';
import { IncrementalScan } from './incremental/incrementalScan';
import { MemberBaseline } from './incremental/memberBaseline';
import { readState } from './readState';
import type { Scan } from './scan';
import { SnapshotScan } from './snapshotDiff/snapshotScan';
import type { FeedState, ListState } from './state';
import { withWatchOf } from './watchChange';

/** What a feed starts with. */
interface Start {
	/** How many of the newest records are emitted. */
	newest: number;
	notices: readonly string[];
}

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
	return open(config, state, { newest: 0, notices: [] });
}

function start(config: FeedConfig, newest: number, notices: readonly string[] = []): Scan {
	return open(config, null, { newest, notices });
}

/** @param state null: the feed starts */
function open(config: FeedConfig, state: FeedState | null, started: Start): Scan {
	const configs = listsOf(config);
	if (configs.length === 1 && !(state && 'lists' in state)) {
		return openList(config, state, started);
	}
	const combined = state && 'lists' in state ? state : null;
	return new CombinedScan(combined, configs, started, openList);
}

function openList(config: FeedConfig, state: ListState | null, started: Start): Scan {
	const { newest, notices } = started;
	if (!state) {
		return needsMembers(config)
			? new MemberBaseline(config, newest, notices)
			: new Baseline(config, newest, notices);
	}
	const current = withWatchOf(config, state);
	return 'rows' in current
		? new SnapshotScan(current, config)
		: new IncrementalScan(current, config);
}

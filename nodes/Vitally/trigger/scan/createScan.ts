/**
 * Which records of a list changed. The terms of this folder:
 *
 * - **feed**: the lists of an event, one or several, and which changes in them are events
 * - **version**: a record as it was at one timestamp
 * - **reading**: pages that are read for one purpose, one after the other; a poll is a list of readings
 * - **gap**: a part of a list, by timestamp, that may contain unread records
 * - **floor**: the timestamp below which everything outside the gaps was read
 * - **head**: the gap from the floor to the newest record
 * - **backlog**: the gap that is left of a head when its poll ends early; it is read before the next head
 * - **snapshot**: the gap of records from before the start, whose values are remembered without an event
 * - **watermark**: the newest timestamp that was read in any list and was not ahead of the service's clock
 * - **full list reading**: a reading of all records from time to time, for values that the service computes
 *   without moving `updatedAt` (a **whole list** has no timestamps: every poll reads all of it)
 */
import { isPlainObject } from '../../values/json/json';
import { comparesValues, listsOf, streamId, watchedKey, watchesSame } from './config';
import { ListScan } from './listScan';
import { StartScan } from './startScan';
import {
	STATE_VERSION,
	type FeedConfig,
	type FeedState,
	type ListPosition,
	type ListState,
	type Scan,
	type StoreState,
} from './types';
import { WholeListScan } from './wholeListScan';

const UNREADABLE = 'The stored state is not readable: starting from now.';

const OTHER_STREAM =
	"The event, its list or Vitally's address differs from the last poll: starting from now.";

/**
 * Opens the scan of one poll: the start of a feed, its continuation, or that of a list without timestamps.
 *
 * @param stored the `state` of the last poll; not modified
 * @throws Error when it is damaged; `{}` in its place starts from now
 */
export function createScan(stored: unknown, config: FeedConfig): Scan {
	if (config.restartReason !== undefined) return start(config, [config.restartReason]);

	if (stored === undefined || stored === null) {
		return start(config, [], config.newestOnFirstRun);
	}

	const { v, stream } = stored as Partial<FeedState>;
	if (v === STATE_VERSION && stream !== streamId(config)) return start(config, [OTHER_STREAM]);
	if (!canContinue(stored, config)) return start(config, [UNREADABLE]);

	const current = resetOnWatchChange(config, stored);

	return 'lists' in current
		? new ListScan(current, config)
		: new WholeListScan(config, { stored: current });
}

/** Whether a state is of the lists of the settings, with a place in each that new records are above. */
export function canContinue(stored: unknown, config: FeedConfig): stored is FeedState {
	const {
		v,
		stream,
		lists,
		watermark = 0,
		workspace,
		replies,
	} = (stored ?? {}) as Partial<ListState>;
	if (v !== STATE_VERSION || stream !== streamId(config)) return false;
	if (workspace && !Array.isArray(workspace.records)) return false;
	if (config.feed.onlyReplies && !isPlainObject(replies?.newest)) return false;
	if (config.feed.isReadWhole) return lists === undefined;

	const isAbove = (list: Partial<ListPosition> | null) =>
		Number.isFinite(list?.floor) && Number(list?.floor) <= watermark + 1;

	return Array.isArray(lists) && lists.length === listsOf(config).length && lists.every(isAbove);
}

function start(config: FeedConfig, notices: readonly string[], count = 0): Scan {
	return config.feed.isReadWhole
		? new WholeListScan(config, { count, notices })
		: new StartScan(config, count, notices);
}

/** Discards the stored values when other fields are watched, but keeps the position in the lists. */
function resetOnWatchChange(config: FeedConfig, state: FeedState): FeedState {
	if (watchesSame(config, state)) return state;

	const reset = { ...state, watched: watchedKey(config) };

	delete reset.store;
	if (!('lists' in reset)) return reset;

	// The next full list reading then begins at once, and learns the values.
	delete reset.fullList;

	const unread = reset.lists.map((position) => sinceStart(position, state.store));
	const starts = unread.map(({ floor, backlog }) => Math.min(floor, backlog?.start ?? floor));
	const end = Math.min(...starts) - 1;
	// The records below were read for the values of other fields.
	const snapshot = comparesValues(config) && end >= 0 ? { start: 0, end } : undefined;
	const lists = unread.map(({ floor, backlog }): ListPosition => ({ floor, backlog, snapshot }));

	return { ...reset, lists };
}

/**
 * Returns a position without what is from before the start of the feed and was not read yet: it is no change, which nothing
 * shows any more without the stored values.
 */
function sinceStart({ floor, backlog }: ListPosition, store?: StoreState): ListPosition {
	// A compact store has known all records, and its `since` is newer than the start.
	const isLearning = store !== undefined && store.status !== 'complete' && !store.isCompact;
	const first = isLearning ? (store.since ?? -1) + 1 : 0;
	const hasBacklog = backlog !== undefined && (backlog.end ?? Infinity) >= first;

	return {
		floor: Math.max(floor, first),
		backlog: hasBacklog ? { ...backlog, start: Math.max(backlog.start, first) } : undefined,
	};
}

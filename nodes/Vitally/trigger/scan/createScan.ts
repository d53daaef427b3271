import { comparesValues, listsOf, streamId, watchedKey } from './config';
import { ListScan } from './listScan';
import { StartScan } from './startScan';
import type { FeedConfig, FeedState, ListPosition, ListState, Scan } from './types';
import { WholeListScan } from './wholeListScan';

const UNREADABLE = 'The stored state is not readable: starting from now.';

const OTHER_STREAM =
	'The event, the list that it reads or the API key is another one than in the last poll: starting from now.';

/**
 * @param stored the `state` of the last poll; not modified
 * @throws Error when it is damaged; `{}` in its place starts from now
 */
export function createScan(stored: unknown, config: FeedConfig): Scan {
	if (stored === undefined || stored === null) {
		return start(config, [], config.newestOnFirstRun);
	}

	const { v, stream } = stored as Partial<FeedState>;
	if (v === 2 && stream !== streamId(config)) return start(config, [OTHER_STREAM]);
	if (!canContinue(stored, config)) return start(config, [UNREADABLE]);

	const current = resetOnWatchChange(config, stored as FeedState);

	return 'lists' in current ? new ListScan(current, config) : new WholeListScan(config, current);
}

/** Whether a state is of the lists of the settings, with a place in each that new records are above. */
export function canContinue(stored: unknown, config: FeedConfig): boolean {
	const { v, stream, lists, watermark = 0 } = (stored ?? {}) as Partial<ListState>;
	if (v !== 2 || stream !== streamId(config)) return false;
	if (config.feed.isReadWhole) return lists === undefined;

	const isAbove = (list: Partial<ListPosition> | null) =>
		Number.isFinite(list?.floor) && Number(list?.floor) <= watermark + 1;

	return Array.isArray(lists) && lists.length === listsOf(config).length && lists.every(isAbove);
}

function start(config: FeedConfig, notices: readonly string[], count = 0): Scan {
	return config.feed.isReadWhole
		? new WholeListScan(config, undefined, count, notices)
		: new StartScan(config, count, notices);
}

/** Discards the stored values when other fields are watched, but keeps the position in the lists. */
function resetOnWatchChange(config: FeedConfig, state: FeedState): FeedState {
	const watched = watchedKey(config);
	if (state.watched === watched) return state;

	const reset = { ...state, watched };

	delete reset.store;
	if (!('lists' in reset)) return reset;

	const starts = reset.lists.map(({ floor, backlog }) => Math.min(floor, backlog?.start ?? floor));
	const end = Math.min(...starts) - 1;
	const snapshot = comparesValues(config) && end >= 0 ? { start: 0, end } : undefined;
	const lists = reset.lists.map(
		({ floor, backlog }): ListPosition => ({
			floor,
			...(backlog && { backlog }),
			...(snapshot && { snapshot }),
		}),
	);

	return { ...reset, lists };
}

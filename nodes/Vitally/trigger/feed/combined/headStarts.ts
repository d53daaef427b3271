import { streamId, type FeedConfig } from '../config';
import { parseTimestamp } from '../record';
import type { ListState } from '../state';
import { withWatchOf } from '../watchChange';

/** The latest time at which the head of one of these lists begins; without one, 0. */
export function commonStart(lists: ReadonlyArray<ListState | null>): number {
	return lists.reduce(
		(start, list) => (list && 'head' in list ? Math.max(start, list.head.start) : start),
		0,
	);
}

/** The position, with a head that begins no earlier than so. */
export function raisedTo(start: number, position: ListState): ListState {
	if (!('head' in position) || position.head.start >= start) return position;
	const { head, watermark, ...others } = position;
	const seen = Object.entries(head.seen).filter(
		([, version]) => (parseTimestamp(version) ?? 0) >= start,
	);
	const raised = { ...others, watermark, head: { ...head, start, seen: Object.fromEntries(seen) } };
	// A sample of the clock is for a head that may still begin later, which is not above the watermark.
	if (start > watermark) delete raised.clockSample;
	return raised;
}

/** The position in a list that shows no start of its own: everything from then on is news. */
export function startedAt(start: number, config: FeedConfig): ListState {
	const head = { start, end: null, seen: {} };
	const unwatched = { v: 1, stream: streamId(config), watched: '', watermark: 0, head } as const;
	return withWatchOf(config, unwatched);
}

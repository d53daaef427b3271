import { instantOf } from './record';
import type { FeedState, Mark } from './state';
import { KNOWN_LIMIT, type Stretch, type Walk } from './walk';

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const SERVED_AT_STEP_MS = 1000;

export interface Advance {
	watermark: number;
	head: Stretch;
	mark?: Mark;
	notices: string[];
}

/**
 * Where the next poll's reading must end, after a walk of the head (finished or stopped early).
 *
 * A record may become visible up to `overlapMs` after its own timestamp. Whatever was stamped that
 * long before the newest record was visible when this walk read it, so the floor rises to there.
 * When the service's clock is known to have gone on for `overlapMs` since an earlier watermark, the
 * floor rises above that watermark: after a burst, idle polls do not read the burst again and again.
 * Only differences of that clock are used, so it may be off by hours.
 */
export function advanceHead(
	state: FeedState,
	walk: Walk,
	overlapMs: number,
	servedAt: number | undefined,
): Advance {
	const watermark = Math.max(state.watermark, walk.newest);
	const elapsed = state.mark && servedAt !== undefined ? servedAt - state.mark.servedAt : 0;
	const isSettled = elapsed >= overlapMs + SERVED_AT_STEP_MS;
	const settled = state.mark && isSettled ? state.mark.watermark + 1 : 0;
	const floor = Math.max(state.head.from, watermark - overlapMs, settled);
	const { head, isShortened } = headFrom(floor, watermark, walk.known);
	const keepsMark = state.mark && !isSettled && elapsed >= 0;
	const mark = keepsMark
		? state.mark
		: servedAt !== undefined
			? { watermark, servedAt }
			: undefined;
	return {
		watermark,
		head,
		...(mark && head.from <= watermark && { mark }),
		notices: isShortened
			? [
					`More than ${KNOWN_LIMIT} records changed within the overlap: records that become visible late may be missed below ${new Date(head.from).toISOString()}.`,
				]
			: [],
	};
}

/** The head with its known records; when they are too many, the floor rises until they fit. */
function headFrom(
	floor: number,
	watermark: number,
	known: Map<string, string>,
): { head: Stretch; isShortened: boolean } {
	const placed = [...known]
		.map(([id, stamp]) => ({ id, stamp, at: instantOf(stamp) ?? 0 }))
		.filter(({ at }) => at >= floor)
		.sort((a, b) => b.at - a.at);
	const isShortened = placed.length > KNOWN_LIMIT;
	const from = isShortened ? Math.min(placed[KNOWN_LIMIT].at, watermark) + 1 : floor;
	const kept = placed.filter(({ at }) => at >= from);
	return {
		head: { from, to: null, known: Object.fromEntries(kept.map(({ id, stamp }) => [id, stamp])) },
		isShortened,
	};
}

import { parseTimestamp } from '../record';
import type { ClockSample, IncrementalState, Slice } from '../state';
import { SEEN_LIMIT, type SliceReader } from './sliceReader';

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const SERVED_AT_STEP_MS = 1000;

export interface Position {
	watermark: number;
	head: Slice;
	clockSample?: ClockSample;
	notices: string[];
}

/**
 * Where the next poll's reading must end, after the head was read (to its end or not).
 *
 * A record may become visible up to `lookbackMs` after its own timestamp. Whatever has a timestamp
 * that long before the newest record was visible when the head was read, so the low watermark rises
 * to there. When the service's clock is known to have gone on for `lookbackMs` since an earlier
 * watermark, it rises above that one: after a burst, idle polls do not read the burst again and again.
 * Only differences of that clock are used, so it may be off by hours.
 */
export function advanceWatermark(
	state: IncrementalState,
	reader: SliceReader,
	lookbackMs: number,
	servedAt: number | undefined,
): Position {
	const earlier = state.clockSample;
	const watermark = Math.max(state.watermark, reader.newest);
	const elapsed = earlier && servedAt !== undefined ? servedAt - earlier.servedAt : 0;
	const isStable = elapsed >= lookbackMs + SERVED_AT_STEP_MS;
	const stableWatermark = earlier && isStable ? earlier.watermark + 1 : 0;
	const lowWatermark = Math.max(state.head.start, watermark - lookbackMs, stableWatermark);
	const { head, isShortened } = headFrom(lowWatermark, watermark, reader.seen);
	const keepsEarlier = earlier && !isStable && elapsed >= 0;
	const now = servedAt === undefined ? undefined : { watermark, servedAt };
	const clockSample = keepsEarlier ? earlier : now;
	return {
		watermark,
		head,
		...(clockSample && head.start <= watermark && { clockSample }),
		notices: isShortened
			? [
					`More than ${SEEN_LIMIT} records changed within the lookback window: records that become visible late may be missed below ${new Date(head.start).toISOString()}.`,
				]
			: [],
	};
}

/** The head with what was seen in it; when that is too much, the low watermark rises until it fits. */
function headFrom(
	lowWatermark: number,
	watermark: number,
	seen: Map<string, string>,
): { head: Slice; isShortened: boolean } {
	const newestFirst = [...seen]
		.map(([id, version]) => ({ id, version, timeMs: parseTimestamp(version) ?? 0 }))
		.filter(({ timeMs }) => timeMs >= lowWatermark)
		.sort((a, b) => b.timeMs - a.timeMs);
	const isShortened = newestFirst.length > SEEN_LIMIT;
	const start = isShortened
		? Math.min(newestFirst[SEEN_LIMIT].timeMs, watermark) + 1
		: lowWatermark;
	const kept = newestFirst.filter(({ timeMs }) => timeMs >= start);
	return {
		head: {
			start,
			end: null,
			seen: Object.fromEntries(kept.map(({ id, version }) => [id, version])),
		},
		isShortened,
	};
}

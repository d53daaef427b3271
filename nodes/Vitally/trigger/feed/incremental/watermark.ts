import { parseTimestamp } from '../record';
import { CLOCK_STEP_MS, type ClockReading } from '../scan';
import type { ClockSample, IncrementalState, Slice } from '../state';
import { SEEN_LIMIT, type SliceReader } from './sliceReader';

/**
 * By how much an interval of a clock may be longer than the time that passed. Our own clock is read
 * when the answer has come, which may take a minute, and may be set right meanwhile.
 */
const INTERVAL_TOLERANCE_MS = { service: CLOCK_STEP_MS, own: 60_000 };

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
 * to there. When the clock is known to have gone on for `lookbackMs` since an earlier watermark, it
 * rises above that one: after a burst, idle polls do not read the burst again and again.
 *
 * Records that are ahead of the clock move no watermark: what changes after them has earlier
 * timestamps. They stay in what was seen until the clock has reached them. A clock that is slow takes
 * more records for such than there are, which costs requests only.
 */
export function advanceWatermark(
	state: IncrementalState,
	reader: SliceReader,
	lookbackMs: number,
	reading: ClockReading | undefined,
): Position {
	const earlier = state.clockSample?.clock === reading?.clock ? state.clockSample : undefined;
	const watermark = Math.max(state.watermark, reader.newest);
	const elapsed = earlier && reading ? reading.timeMs - earlier.timeMs : 0;
	const tolerance = INTERVAL_TOLERANCE_MS[reading?.clock ?? 'own'];
	const isStable = elapsed >= lookbackMs + tolerance;
	const stableWatermark = earlier && isStable ? earlier.watermark + 1 : 0;
	const lowWatermark = Math.max(state.head.start, watermark - lookbackMs, stableWatermark);
	const { head, isShortened } = headFrom(lowWatermark, watermark, reader.seen);
	const keepsEarlier = earlier && !isStable && elapsed >= 0;
	const now = reading && { watermark, ...reading };
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

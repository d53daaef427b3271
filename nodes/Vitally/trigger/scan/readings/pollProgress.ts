import { oldestFirst } from '../recordVersion';
import { SeenVersions } from '../seenVersions';
import type { ListPage, ListState, RecordVersion } from '../types';

/** A state further ahead of the service's clock is damaged: nothing would be new for so long. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** What a poll has read of all its lists together. */
export class PollProgress {
	readonly seen: SeenVersions;
	/** The newest timestamp read in any list that was not ahead of the clock. */
	watermark: number;
	/** The service's time at the page that was read last. */
	clockMs: number | undefined;
	/** The versions that may be events, by the ID of their record. */
	private readonly changes = new Map<string, RecordVersion[]>();

	constructor(private readonly state: ListState) {
		this.seen = new SeenVersions(state);
		this.watermark = state.watermark;
	}

	/** @throws Error when the state is far ahead of the clock of the service; that of this machine may be wrong */
	noteClock({ clockMs, isOwnClock }: Pick<ListPage, 'clockMs' | 'isOwnClock'>): void {
		const isServiceClock = clockMs !== undefined && !isOwnClock;

		if (isServiceClock && this.state.watermark - clockMs > MAX_AHEAD_MS) {
			throw new Error('ahead of the clock');
		}

		this.clockMs = clockMs;
	}

	raiseWatermark(timeMs: number): void {
		this.watermark = Math.max(this.watermark, timeMs);
	}

	/** Adds a version that may be an event. It replaces those with a later timestamp, which was ahead of the clock. */
	addChange(version: RecordVersion): void {
		const earlier = this.changes.get(version.id) ?? [];
		const kept = earlier.filter(({ timeMs }) => timeMs <= version.timeMs);

		this.changes.set(version.id, [...kept, version]);
	}

	/** The versions that may be events, the oldest first. */
	orderedChanges(): RecordVersion[] {
		return oldestFirst([...this.changes.values()].flat());
	}
}

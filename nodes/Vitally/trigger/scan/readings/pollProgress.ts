import { oldestFirst } from '../recordVersion';
import { SeenVersions } from '../seenVersions';
import { latestValidMs } from '../timestamps';
import type { ListPage, ListState, RaisedPositions, RecordVersion } from '../types';

/** A state further ahead of the service's clock is damaged: nothing would be new for so long. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** What a poll has read of all its lists together. */
export class PollProgress {
	readonly seen: SeenVersions;
	/** The newest timestamp read in any list that was not ahead of the clock. */
	watermark: number;
	/** The service's time at the page that was read last. */
	clockMs: number | undefined;
	/** The newest timestamp of the earlier polls, and the clock when it had been read. */
	before: Pick<ListState, 'watermark' | 'clockMs'>;
	/** The versions that may be events, by the ID of their record. */
	private readonly changes = new Map<string, RecordVersion[]>();

	/** @param onTakeBack called where the clock by which the last poll has raised the positions was ahead */
	constructor(
		private readonly state: ListState,
		private readonly onTakeBack: (raised: RaisedPositions) => void,
	) {
		this.seen = new SeenVersions(state);
		this.before = state;
		this.watermark = state.watermark;
	}

	/**
	 * Notes the clock of a page, before its records are read.
	 *
	 * @throws Error when the state is far ahead of the clock of the service; that of this machine may be wrong
	 */
	noteClock({ clockMs, isOwnClock }: Pick<ListPage, 'clockMs' | 'isOwnClock'>): void {
		const isFirst = this.clockMs === undefined;

		this.clockMs = clockMs;
		if (clockMs === undefined) return;
		if (isFirst) this.checkRaised(clockMs);

		if (!isOwnClock && this.before.watermark - clockMs > MAX_AHEAD_MS) {
			throw new Error('ahead of the clock');
		}
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

	/** A clock that goes back proves that the last one was ahead: what it has raised may have passed unread records. */
	private checkRaised(clockMs: number): void {
		const { raised } = this.state;
		if (!raised || clockMs >= raised.byClockMs) return;

		this.before = raised;
		this.watermark = raised.watermark;
		this.seen.markAhead(latestValidMs(clockMs));
		this.onTakeBack(raised);
	}
}

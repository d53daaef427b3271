import { ChangeDetection } from './changeDetection';
import { comparesValues, listsOf, needsFullScan, streamId, watchedKey } from './config';
import { FirstReading } from './readings/firstReading';
import { oldestFirst } from './recordVersion';
import { SeenVersions } from './seenVersions';
import {
	STATE_VERSION,
	type FeedConfig,
	type FeedEvent,
	type ListPosition,
	type ListState,
	type Phase,
	type PollResult,
	type RecordVersion,
	type Scan,
} from './types';

const NO_START =
	'No record of the list has a readable timestamp that is not ahead of the clock. The next poll looks again.';

/**
 * The first poll of a feed. Everything that it reads is old. Where timestamps show what is new, one page is
 * enough. Transitions have a time that people set, often to an earlier day, and watched fields, conditions and segments
 * are compared with earlier values, so these lists are read to their end, if necessary by the next polls.
 */
export class StartScan implements Scan {
	readonly phases: readonly Phase[];
	readonly seen = new SeenVersions({ seen: {} });
	private readonly readings: FirstReading[];
	private readonly changes: ChangeDetection;
	/** The events of the first run by record, in the order of reading. */
	private readonly events = new Map<string, { event: FeedEvent; timeMs: number }>();

	/** @param count how many of the newest records are emitted */
	constructor(
		private readonly config: FeedConfig,
		private readonly count: number,
		private readonly startNotices: readonly string[],
	) {
		this.changes = new ChangeDetection(config);
		this.readings = listsOf(config).map((list) => new FirstReading(list, count, this));
		this.phases = [{ readings: this.readings }];
	}

	isInScope(version: RecordVersion): boolean {
		return this.changes.isInScope(version);
	}

	/** Remembers a version that was not seen before. */
	take(version: RecordVersion): boolean {
		this.changes.observe(version);
		if (this.count === 0) return false;

		const event = this.changes.initialEvent(version);
		if (event) this.events.set(version.id, { event, timeMs: version.timeMs });
		else this.events.delete(version.id);

		return event !== undefined;
	}

	finish(): PollResult {
		const notices = [...this.startNotices, ...this.changes.notices];

		if (!this.readings.every(({ hasStart }) => hasStart)) {
			return { events: [], state: null, notices: [...notices, NO_START] };
		}

		const watermark = Math.max(...this.readings.map((reading) => reading.watermark));

		this.updateStoreStatus(watermark);

		return { events: this.newestEvents(), notices, state: this.nextState(watermark) };
	}

	private updateStoreStatus(watermark: number): void {
		const { store } = this.changes;

		store.since = Math.max(watermark, store.since ?? 0);
		if (store.isFull || !this.readings.every(({ whole }) => whole.isDone)) return;

		store.status = this.readings.every(({ isRead }) => isRead) ? 'complete' : 'reconciling';
	}

	private newestEvents(): FeedEvent[] {
		const ordered = oldestFirst([...this.events.values()]);

		return ordered.slice(-this.count).map(({ event }) => event);
	}

	private nextState(watermark: number): ListState {
		const { config } = this;
		// The lookback window is read again for records that become visible late.
		const low = needsFullScan(config) ? watermark - config.lookbackMs : watermark + 1;
		const crowded = Math.min(this.seen.crowdedFloor(config), watermark + 1);
		const floor = watermark > 0 ? Math.max(0, low, crowded) : 0;

		const lists = this.readings.map(
			({ whole }): ListPosition => ({
				floor,
				snapshot: comparesValues(config) ? whole.remaining() : undefined,
			}),
		);

		const store = this.changes.saved();

		return {
			v: STATE_VERSION,
			stream: streamId(config),
			watched: watchedKey(config, store),
			watermark,
			lists,
			...this.seen.saved(lists),
			store,
		};
	}
}

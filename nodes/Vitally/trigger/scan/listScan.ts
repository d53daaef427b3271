import { ChangeDetection } from './changeDetection';
import { listsOf, watchedKey } from './config';
import { FullListReading, type ChangesPoll } from './readings/fullListReading';
import { GapReader } from './readings/gapReader';
import { ChangesReading, SnapshotReading, type PolledList } from './readings/gapReading';
import { PollProgress } from './readings/pollProgress';
import type {
	FeedConfig,
	FeedEvent,
	ListPosition,
	ListState,
	Phase,
	PollResult,
	RaisedPositions,
	RecordVersion,
	Scan,
} from './types';

/** Maximum error of an interval between two clock readings: without a `Date` header, one may be from our clock. */
const INTERVAL_TOLERANCE_MS = 60_000;

/** The readings of one list, in their order. */
interface ListReadings {
	/** The floor that the last poll stored. */
	floor: number;
	backlog: ChangesReading | undefined;
	/** Reads from the floor to the newest record. */
	head: ChangesReading;
	snapshot: SnapshotReading | undefined;
}

/**
 * A poll of a feed that has started. It reads of each list the backlog of an earlier poll (so there is never
 * a second one), then the head, then the rest of the snapshot, which has no events. Then it finds the events,
 * so a record that is in two lists is one event. A full list reading, if one is due, comes last.
 */
export class ListScan implements Scan, ChangesPoll {
	readonly phases: readonly Phase[];
	private readonly lists: ListReadings[];
	private readonly fullList: FullListReading | undefined;
	private readonly progress: PollProgress;
	private readonly changes: ChangeDetection;
	private readonly events: FeedEvent[] = [];

	/** @param state of the last poll; not modified */
	constructor(
		private readonly state: ListState,
		private readonly config: FeedConfig,
	) {
		this.changes = new ChangeDetection(config, state.store);
		this.progress = new PollProgress(state, (raised) => this.takeBack(raised));

		const configs = listsOf(config);

		this.lists = state.lists.map((position, index) => this.openList(configs[index], position));

		if (config.readsFullList) this.fullList = new FullListReading(config, this, state.fullList);

		this.phases = [
			{
				readings: this.lists.flatMap(readingsOf),
				comparison: {
					versions: () => this.progress.orderedChanges(),
					compare: (version) => this.addEvent(this.changes.detect(version)),
				},
			},
			{ readings: this.fullList ? [this.fullList] : [] },
		];
	}

	/** Whether the changes of all lists were read to their end. */
	get isRead(): boolean {
		return this.lists.flatMap(readingsOf).every((reading) => reading.isRead);
	}

	get clockMs(): number | undefined {
		return this.progress.clockMs;
	}

	beginListing(): void {
		this.changes.store.beginListing();
	}

	compareListed(version: RecordVersion): void {
		const { changes, progress } = this;
		if (!changes.isInScope(version)) return;

		changes.store.noteListed(version);
		// This copy is older than the version that the list of changes has shown.
		if (progress.seen.isBehind(version)) return;

		this.addEvent(changes.detectListed(version));
	}

	finish(): PollResult {
		this.updateStoreStatus();

		return {
			events: this.events,
			state: this.nextState(),
			notices: [...this.changes.notices, ...(this.fullList?.notices ?? [])],
		};
	}

	private openList(config: FeedConfig, { floor, backlog, snapshot }: ListPosition): ListReadings {
		const { progress, changes } = this;
		const list: PolledList = { config, changes, freshPages: 0 };
		const head = new GapReader({ start: floor, end: null });

		return {
			floor,
			backlog: backlog && new ChangesReading(new GapReader(backlog), list, progress),
			head: new ChangesReading(head, list, progress),
			snapshot: snapshot && new SnapshotReading(new GapReader(snapshot), list, progress),
		};
	}

	/** Reads again from the floors that there were before the last poll. */
	private takeBack({ floors }: RaisedPositions): void {
		for (const [index, list] of this.lists.entries()) {
			list.floor = Math.min(list.floor, floors[index] ?? list.floor);
			list.head.gap.lowerStart(list.floor);
		}
	}

	private addEvent(event: FeedEvent | undefined): void {
		if (event) this.events.push(event);
	}

	/** Moves the status on by one step at most, see `StoreState`. */
	private updateStoreStatus(): void {
		const { lists } = this;
		const { store } = this.changes;

		if (this.fullList?.hasEnded) {
			store.endListing();
		} else if (store.status === 'pending') {
			const snapshots = lists.flatMap(({ snapshot }) => snapshot?.gap ?? []);
			const isSnapshotRead = snapshots.length > 0 && snapshots.every(({ isDone }) => isDone);
			if (isSnapshotRead && !store.isFull) store.status = 'reconciling';
		} else if (store.status === 'reconciling') {
			// A head of one page is read at one instant, so no record can move around it.
			const isInstant = lists.every(({ head: { gap } }) => gap.isDone && gap.pages === 1);
			if (isInstant) store.status = 'complete';
		}

		if (store.status === 'complete' && this.isRead) store.noteAllRead(this.progress.watermark);
	}

	private nextState(): ListState {
		const { v, stream } = this.state;
		const { seen, watermark } = this.progress;
		const clockMs = this.watermarkClockMs();
		const lists = this.nextPositions(clockMs);
		const raised = this.raisedFrom(lists);
		const earlier = raised?.floors.map((floor): ListPosition => ({ floor })) ?? [];
		const store = this.changes.saved();

		return {
			v,
			stream,
			watched: watchedKey(this.config, store),
			watermark,
			lists,
			raised,
			clockMs,
			...seen.saved([...lists, ...earlier]),
			store,
			fullList: this.fullList?.saved(),
		};
	}

	/** Returns what this poll has raised, or undefined for nothing, or if the versions below are too many to store. */
	private raisedFrom(lists: readonly ListPosition[]): RaisedPositions | undefined {
		const { before, seen, watermark } = this.progress;
		const byClockMs = headClockMs(this.lists[0]);
		const floors = this.lists.map(({ floor }) => floor);
		const isRaised =
			watermark > before.watermark || lists.some(({ floor }, index) => floor > floors[index]);

		if (!isRaised || byClockMs === undefined || seen.crowdedFloor(this.config) > 0) {
			return undefined;
		}

		return { byClockMs, watermark: before.watermark, clockMs: before.clockMs, floors };
	}

	/** Returns the clock when the watermark had been read: nothing that raises it is read after the last head. */
	private watermarkClockMs(): number | undefined {
		const { watermark, clockMs } = this.progress.before;
		const isUnchanged = this.progress.watermark === watermark;
		if (isUnchanged && clockMs !== undefined) return clockMs;

		return headClockMs(this.lists.at(-1));
	}

	/**
	 * Returns how far down the next poll has to read.
	 *
	 * A record may become visible up to `lookbackMs` after its timestamp. So everything older than the newest
	 * known timestamp minus `lookbackMs` was visible when the head was read, and the floor rises to there.
	 * When the clock has advanced by `lookbackMs` and the watermark has not, the floor rises above the
	 * watermark, so that idle polls do not read the same records repeatedly.
	 *
	 * Records ahead of the clock do not move the watermark, because later changes have earlier timestamps.
	 * A slow clock finds more such records than there are, which only costs requests.
	 *
	 * After a burst the floor rises so far that the state keeps a bounded number of versions.
	 *
	 * @param clockMs the clock when the watermark had been read
	 */
	private nextPositions(clockMs: number | undefined): ListPosition[] {
		const { seen, watermark } = this.progress;
		const { lookbackMs } = this.config;
		const stableFloor = this.isWatermarkStable(clockMs) ? watermark + 1 : 0;
		const crowdedFloor = Math.min(seen.crowdedFloor(this.config), watermark + 1);

		return this.lists.map(({ floor, backlog, head, snapshot }) => {
			const unread = snapshot?.isRead ? undefined : snapshot?.gap.remaining();

			// What was not read stays as it was.
			if (!head.gap.hasBegun) {
				return { floor, backlog: backlog?.gap.remaining(), snapshot: unread };
			}

			return {
				floor: Math.max(floor, head.gap.watermark - lookbackMs, stableFloor, crowdedFloor),
				backlog: backlog?.gap.remaining() ?? head.gap.remaining(),
				snapshot: unread,
			};
		});
	}

	/**
	 * Whether no record with a timestamp up to the watermark can become visible any more. The first list counts,
	 * because its head is read before all others.
	 *
	 * @param clockMs the clock when the watermark had been read
	 */
	private isWatermarkStable(clockMs: number | undefined): boolean {
		const nowMs = headClockMs(this.lists[0]);
		if (nowMs === undefined || clockMs === undefined) return false;

		return nowMs - clockMs >= this.config.lookbackMs + INTERVAL_TOLERANCE_MS;
	}
}

function readingsOf({ backlog, head, snapshot }: ListReadings) {
	return [backlog, head, snapshot].filter((reading) => reading !== undefined);
}

/** Returns the service's time at the first page of the head, or undefined if the head has not begun. */
function headClockMs(list: ListReadings | undefined): number | undefined {
	return list?.head.gap.hasBegun ? list.head.gap.clockMs : undefined;
}

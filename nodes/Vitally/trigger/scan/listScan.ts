import { ChangeDetection } from './changeDetection';
import { listsOf, pageRequest } from './config';
import { GapReader } from './gapReader';
import { oldestFirst, SeenVersions, withTimestamps } from './record';
import { Round } from './round';
import type {
	FeedConfig,
	FeedEvent,
	ListPosition,
	ListState,
	PageRequest,
	PollResult,
	RecordVersion,
	Scan,
	ServiceRecord,
} from './types';

/** Maximum error of an interval between two clock readings: without a `Date` header, one may be from our clock. */
const INTERVAL_TOLERANCE_MS = 60_000;

/** A state further ahead of the service's clock is damaged: nothing would be new for so long. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** One list, with the gaps that may contain unread records, in the order of reading. */
interface ListReader {
	config: FeedConfig;
	floor: number;
	backlog: GapReader | undefined;
	/** From the floor to the newest end. */
	head: GapReader;
	snapshot: GapReader | undefined;
	freshPages: number;
}

/**
 * A poll of a feed that has started. It reads of each list the backlog of an earlier poll (so there is never
 * a second one), then the head, then the rest of the snapshot, which has no events. A record that is in
 * two lists is one event.
 */
export class ListScan implements Scan {
	private readonly lists: ListReader[];
	private readonly seen: SeenVersions;
	private readonly changes: ChangeDetection;
	private readonly round: Round | undefined;
	private readonly fresh = new Map<string, RecordVersion[]>();
	private watermark: number;
	private readonly events: FeedEvent[] = [];
	readonly steps = this.detectEvents();

	constructor(
		private readonly state: ListState,
		private readonly config: FeedConfig,
	) {
		this.changes = new ChangeDetection(config, state.store);
		this.seen = new SeenVersions(state);
		this.round = config.readsAll ? new Round(config, state.round) : undefined;
		this.watermark = state.watermark;
		const configs = listsOf(config);

		this.lists = state.lists.map(({ floor, backlog, snapshot }, index) => ({
			config: configs[index],
			floor,
			backlog: backlog && new GapReader(backlog),
			head: new GapReader({ start: floor, end: null }),
			snapshot: snapshot && new GapReader(snapshot),
			freshPages: 0,
		}));
	}

	get request(): PageRequest | null {
		const list = this.current;
		const reader = list && this.readerOf(list);

		return reader ? pageRequest(list.config, reader.cursor) : this.roundRequest;
	}

	/** @throws Error when the state is far ahead of the clock: see `createScan` */
	page(results: readonly ServiceRecord[], next: string | null, clockMs?: number): void {
		if (this.state.watermark - Number(clockMs) > MAX_AHEAD_MS) {
			throw new Error('ahead of the clock');
		}

		const list = this.current;
		const reader = list && this.readerOf(list);
		if (!reader) return this.pageOfRound(results, next);
		if (this.round) this.round.clockMs = clockMs;

		const records = withTimestamps(results, this.config.feed.sortBy);
		const fresh = reader.page(records, next, clockMs).filter((record) => this.seen.isFresh(record));

		for (const record of fresh) {
			this.seen.add(record, reader.isAhead(record));
			if (reader === list.snapshot) this.changes.observe(record);
			else this.add(record);
		}

		// Pages without unread records do not count, so that a poll always reaches some.
		if (fresh.length) list.freshPages++;
		if (reader !== list.snapshot) this.watermark = Math.max(this.watermark, reader.newest);

		reader.watermark = this.watermark;
	}

	cursorRejected(): boolean {
		const reader = this.current && this.readerOf(this.current);

		return (reader ?? this.round)?.restart() ?? false;
	}

	finish(): PollResult {
		const { changes, events, steps } = this;

		while (!steps.next().done);
		this.updateStatus();
		const { v, stream, watched } = this.state;
		const store = changes.saved();
		const round = this.round?.saved();

		return {
			events,
			state: {
				v,
				stream,
				watched,
				watermark: this.watermark,
				...this.positions(),
				...(store && { store }),
				...(round && { round }),
			},
			notices: [...changes.notices, ...(this.round?.notices ?? [])],
		};
	}

	private get isRead(): boolean {
		return this.lists.every((list) => !this.readerOf(list));
	}

	private *detectEvents(): Generator<void> {
		for (const record of oldestFirst([...this.fresh.values()].flat())) {
			const event = this.changes.detect(record);
			if (event) this.events.push(event);

			yield;
		}
	}

	get needsSteps(): boolean {
		return this.roundRequest !== null;
	}

	/** Once the lists are read to their ends: what they show is news before what only a round shows. */
	private get roundRequest(): PageRequest | null {
		return (this.isRead && this.round?.request) || null;
	}

	private pageOfRound(results: readonly ServiceRecord[], next: string | null): void {
		while (!this.steps.next().done);

		for (const version of this.round?.page(results, next) ?? []) {
			// A copy that is behind what the list has shown.
			if (this.seen.isBehind(version)) continue;

			const event = this.changes.compare(version);
			if (event) this.events.push(event);
		}
	}

	/** The list to read from, one after the other. */
	private get current(): ListReader | undefined {
		const { maxPages } = this.config;

		return this.lists.find((list) => this.readerOf(list) && list.freshPages < maxPages);
	}

	private readerOf({ backlog, head, snapshot }: ListReader): GapReader | undefined {
		const needed = this.changes.store.isFull ? undefined : snapshot;

		return [backlog, head, needed].find((reader) => reader && !reader.isDone);
	}

	/** Replaces versions with a later timestamp, which was ahead of the clock. */
	private add(record: RecordVersion): void {
		const earlier = this.fresh.get(record.id) ?? [];
		const kept = earlier.filter(({ timeMs }) => timeMs <= record.timeMs);

		this.fresh.set(record.id, [...kept, record]);
	}

	private updateStatus(): void {
		const { lists } = this;
		const { store } = this.changes;
		// A head of one page is read at one instant, so no record can move around it.
		const isInstant = lists.every(({ head }) => head.isDone && head.pages === 1);
		const snapshots = lists.flatMap(({ snapshot }) => snapshot ?? []);
		if (store.status === 'reconciling' && isInstant) store.status = 'complete';

		if (store.status === 'pending' && !store.isFull && snapshots.length) {
			if (snapshots.every(({ isDone }) => isDone)) store.status = 'reconciling';
		}

		if (store.status === 'complete' && this.isRead) store.noteAllRead(this.watermark);
	}

	/**
	 * How far down the next poll has to read.
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
	 */
	private positions() {
		const { watermark, seen, state } = this;
		const { lookbackMs } = this.config;
		const clocks = this.lists.map(({ head }) => (head.hasBegun ? head.clockMs : undefined));
		const known = watermark === state.watermark ? state.clockMs : undefined;
		// Nothing that raises the watermark is read after the last head.
		const clockMs = known ?? clocks.at(-1);
		const elapsedMs = Number(clocks[0]) - Number(clockMs);
		const isStable = elapsedMs >= lookbackMs + INTERVAL_TOLERANCE_MS;
		const stableFloor = isStable ? watermark + 1 : 0;
		const crowdedFloor = Math.min(seen.crowdedFloor(), watermark + 1);
		const positions = this.lists.map(({ floor, backlog, head, snapshot }): ListPosition => {
			const risen = Math.max(floor, head.watermark - lookbackMs, stableFloor, crowdedFloor);
			const unread = backlog?.remaining() ?? (head.hasBegun ? head.remaining() : undefined);
			const unknown = this.changes.store.isFull ? undefined : snapshot?.remaining();

			return {
				floor: head.hasBegun ? risen : floor,
				...(unread && { backlog: unread }),
				...(unknown && { snapshot: unknown }),
			};
		});

		return {
			lists: positions,
			...(clockMs !== undefined && { clockMs }),
			...seen.saved(positions),
		};
	}
}

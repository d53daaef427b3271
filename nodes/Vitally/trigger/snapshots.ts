import type { FeedEvent, Judge } from './event';
import { isUntouched, versionKey, type Dated } from './record';
import type { Snapshots } from './state';
import { difference, snapshotOf } from './watched';

/** 100,000 accounts with a watched number take about 4.8 million. */
export const SNAPSHOT_LIMIT = 10_000_000;

/** Quotes, colon and comma around an entry. */
const ENTRY_FRAME = 6;

/** Updated events with watched fields: fires when one of them differs from its snapshot. */
export class WatchedChanges implements Judge {
	full = false;
	private size: number;
	private opened: Map<string, string> | undefined;

	constructor(
		private readonly paths: readonly string[],
		private readonly stored: Snapshots = { size: 0, values: {} },
	) {
		this.size = stored.size;
	}

	get notices(): string[] {
		if (!this.full) return [];
		return [
			`The watched values of ${this.values.size} records are all that is kept. Events of further records say previousUnknown.`,
		];
	}

	happened(dated: Dated): FeedEvent | null {
		const before = this.values.get(dated.id);
		const after = snapshotOf(dated.record, this.paths);
		this.keep(dated.id, after);
		if (before === after) return null;
		if (before === undefined) return isUntouched(dated) ? null : this.unknown(dated);
		const { changedKeys, previous, incomplete } = difference(before, after, this.paths);
		return {
			key: versionKey(dated),
			record: dated.record,
			changedKeys,
			previous,
			...(incomplete && { previousUnknown: true }),
		};
	}

	first(dated: Dated): FeedEvent {
		this.learn(dated);
		return this.unknown(dated);
	}

	learn(dated: Dated): void {
		if (!this.values.has(dated.id)) this.keep(dated.id, snapshotOf(dated.record, this.paths));
	}

	learnedAll(): void {}

	caughtUp(): void {}

	saved(): { snapshots: Snapshots } {
		if (!this.opened) return { snapshots: this.stored };
		return { snapshots: { size: this.size, values: Object.fromEntries(this.opened) } };
	}

	private unknown(dated: Dated): FeedEvent {
		return {
			key: versionKey(dated),
			record: dated.record,
			changedKeys: [],
			previous: {},
			previousUnknown: true,
		};
	}

	/** Opened only when a record is judged: an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.values));
		return this.opened;
	}

	private keep(id: string, snapshot: string): void {
		const before = this.values.get(id);
		const growth =
			before === undefined
				? id.length + snapshot.length + ENTRY_FRAME
				: snapshot.length - before.length;
		if (before === undefined && this.size + growth > SNAPSHOT_LIMIT) {
			this.full = true;
			return;
		}
		this.size += growth;
		this.values.set(id, snapshot);
	}
}

import type { RecordVersion } from '../record';
import type { FingerprintedRow, SnapshotDiffState } from '../state';

/** So many rows in their stored order, one below the other, are no coincidence. */
const STABLE_RUN = 50;

/** The rows of earlier polls, and how far what is read now goes through them. */
export class StoredRows {
	private readonly rows: readonly FingerprintedRow[];
	private readonly byId: ReadonlyMap<string, { rank: number; fingerprint: string }>;
	/** So many rows at the front were read by polls that stopped early. */
	private readonly emitted: number;
	private readonly read = new Set<string>();
	/** How many of the rows read last go on as they were. */
	private stableRun = 0;
	private lastRank = -1;

	/** @param state null at the start of a feed */
	constructor(state: SnapshotDiffState | null) {
		this.rows = state?.rows ?? [];
		this.emitted = state?.emitted ?? 0;
		this.byId = new Map(this.rows.map(([id, fingerprint], rank) => [id, { rank, fingerprint }]));
	}

	get size(): number {
		return this.rows.length;
	}

	/** Takes in the next row of the list. @returns false when it was read in this poll before */
	take(row: RecordVersion): boolean {
		if (this.read.has(row.id)) return false;
		this.read.add(row.id);
		const rank = this.byId.get(row.id)?.rank ?? -1;
		const isStable = rank >= this.emitted && !this.isFresh(row);
		this.stableRun = !isStable ? 0 : rank > this.lastRank ? this.stableRun + 1 : 1;
		this.lastRank = isStable ? rank : -1;
		return true;
	}

	/** The row was never read as it is. */
	isFresh({ id, version }: RecordVersion): boolean {
		return this.byId.get(id)?.fingerprint !== version;
	}

	/**
	 * From here on the list is as it was. The order counts too, so that records which came to the
	 * front without a visible change hide none below them.
	 */
	get isStable(): boolean {
		return this.stableRun >= STABLE_RUN;
	}

	/** The rows that this poll did not get to. */
	get unread(): FingerprintedRow[] {
		return this.rows.filter(([id]) => !this.read.has(id));
	}

	/** How many of `unread`, at its front, earlier polls emitted. */
	get emittedUnread(): number {
		return this.rows.slice(0, this.emitted).filter(([id]) => !this.read.has(id)).length;
	}

	/**
	 * How many of the rows can be called new or old. An unknown row above one that is remembered is new;
	 * below all that is remembered, the list may be as it always was.
	 *
	 * @param rows all that was read in this poll
	 * @param isAtEnd they reach the end of the list
	 */
	comparable(rows: readonly RecordVersion[], isAtEnd: boolean): number {
		const stillBelow = this.unread.length - this.emittedUnread;
		if (!isAtEnd && stillBelow >= STABLE_RUN) return rows.length;
		return rows.map(({ id }) => this.byId.has(id)).lastIndexOf(true) + 1;
	}
}

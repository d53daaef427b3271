import type { FeedConfig, ListPosition, ListState, RecordVersion } from './types';

/** Maximum seen versions in a state: about 55 bytes each with the service's IDs, as n8n stores them. */
const MAX_SEEN = 50_000;

/** The same with full list readings, whose state is smaller, and which find what becomes visible late too. */
const MAX_FULL_LIST_SEEN = 3_500;

/**
 * The versions that were read in all lists of a feed, so that none is an event twice.
 *
 * A record may have a timestamp ahead of the clock; its next edit then has an earlier one. So it is stored
 * which versions were ahead of the clock when they were read.
 */
export class SeenVersions {
	private readonly versions: Map<string, number>;
	private readonly ahead: Set<string>;

	constructor({ seen, ahead = [] }: Pick<ListState, 'seen' | 'ahead'>) {
		this.versions = new Map(Object.entries(seen));
		this.ahead = new Set(ahead);
	}

	/** Whether this version was not read before, and is not older than the one that was. */
	isFresh({ id, timeMs }: RecordVersion): boolean {
		const seen = this.versions.get(id);

		return seen === undefined || timeMs > seen || (timeMs < seen && this.ahead.has(id));
	}

	/** Whether a later version was read before. */
	isBehind({ id, timeMs }: RecordVersion): boolean {
		return timeMs < (this.versions.get(id) ?? 0);
	}

	/** Adds a version whose time is in the past. */
	add({ id, timeMs }: RecordVersion): void {
		this.versions.set(id, timeMs);
		this.ahead.delete(id);
	}

	/** Adds a version whose time is ahead of the service's clock. */
	addAhead({ id, timeMs }: RecordVersion): void {
		this.versions.set(id, timeMs);
		this.ahead.add(id);
	}

	/** Notes which versions are ahead of the clock, because an earlier poll read a clock that was ahead itself. */
	markAhead(latestMs: number): void {
		for (const [id, timeMs] of this.versions) {
			if (timeMs > latestMs) this.ahead.add(id);
		}
	}

	/** The time from which on there are at most as many versions as a state may have, in ms; 0 if there are in all. */
	crowdedFloor({ readsFullList }: Pick<FeedConfig, 'readsFullList'>): number {
		const most = readsFullList ? MAX_FULL_LIST_SEEN : MAX_SEEN;
		if (this.versions.size <= most) return 0;

		return [...this.versions.values()].sort((a, b) => b - a)[most] + 1;
	}

	/** The versions that a list may still return, and that must not be an event twice. */
	saved(positions: readonly ListPosition[]): Pick<ListState, 'seen' | 'ahead'> {
		const needed = [...this.versions].filter(([, timeMs]) =>
			positions.some((position) => mayReturn(position, timeMs)),
		);
		const saved: Pick<ListState, 'seen' | 'ahead'> = { seen: Object.fromEntries(needed) };
		const ahead = needed.map(([id]) => id).filter((id) => this.ahead.has(id));
		if (ahead.length > 0) saved.ahead = ahead;

		return saved;
	}
}

/** Whether a list may return a version of this time again. */
function mayReturn({ floor, backlog, snapshot }: ListPosition, timeMs: number): boolean {
	if (timeMs >= floor) return true;
	if (backlog && timeMs >= backlog.start && timeMs <= (backlog.end ?? Infinity)) return true;

	// In a snapshot, only ties of the last record matter: it is harmless to read others again.
	return timeMs === snapshot?.end;
}

import { parseTimestamp } from './record';
import type { ListPosition, ListState, RecordVersion } from './types';

/**
 * The versions that were read in all lists of a feed.
 *
 * A record may have a timestamp ahead of the clock; its next edit then has an earlier one. So it is stored
 * which versions were ahead of the clock when they were read.
 */
export class SeenVersions {
	private readonly versions: Map<string, string>;
	private readonly ahead: Set<string>;

	constructor({ seen, ahead = [] }: Pick<ListState, 'seen' | 'ahead'>) {
		this.versions = new Map(Object.entries(seen));
		this.ahead = new Set(ahead);
	}

	get size(): number {
		return this.versions.size;
	}

	/** Whether this version was not read before, and is not older than the one that was. */
	isFresh({ id, version, timeMs }: RecordVersion): boolean {
		const seen = this.versions.get(id);
		if (seen === undefined) return true;
		if (seen === version) return false;
		return timeMs >= (parseTimestamp(seen) ?? 0) || this.ahead.has(id);
	}

	add({ id, version }: RecordVersion, isAhead: boolean): void {
		this.versions.set(id, version);
		if (isAhead) this.ahead.add(id);
		else this.ahead.delete(id);
	}

	/** The timestamps, newest first. */
	times(): number[] {
		return [...this.versions.values()]
			.map((version) => parseTimestamp(version) ?? 0)
			.sort((a, b) => b - a);
	}

	/** The versions that a list may still return, and that must not be an event twice. */
	saved(positions: readonly ListPosition[]): Pick<ListState, 'seen' | 'ahead'> {
		const needed = [...this.versions].filter(([, version]) => {
			const timeMs = parseTimestamp(version) ?? 0;
			return positions.some((position) => mayReturn(position, timeMs));
		});
		const ahead = needed.map(([id]) => id).filter((id) => this.ahead.has(id));
		return { seen: Object.fromEntries(needed), ...(ahead.length && { ahead }) };
	}
}

/** Of a snapshot only ties of the last record matter: reading others again is harmless. */
function mayReturn({ floor, backlog, snapshot }: ListPosition, timeMs: number): boolean {
	const isUnread = backlog && timeMs >= backlog.start && timeMs <= (backlog.end ?? Infinity);
	return timeMs >= floor || isUnread === true || timeMs === snapshot?.end;
}

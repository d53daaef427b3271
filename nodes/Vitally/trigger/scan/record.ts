import type { ListPosition, ListState, RecordVersion, ServiceRecord } from './types';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const CLOCK_STEP_MS = 1000;

/** A page that cannot be right. The message continues 'The list of Vitally'. */
export class ListError extends Error {}

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/internal/service.md, Resources and their fields).
 * One without a zone is UTC as well, whatever the zone of the machine.
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function parseTimestamp(value: unknown): number | undefined {
	const form = ISO_8601.exec(String(value));
	if (!form) return undefined;

	const timeMs = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);

	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/**
 * Reads a timestamp of each record of a page. A record without ID or readable timestamp is left out.
 *
 * @throws ListError when all records have an ID and none a timestamp, because the list does not show it
 */
export function withTimestamps(
	results: readonly ServiceRecord[],
	field = 'updatedAt',
): RecordVersion[] {
	const records: RecordVersion[] = [];

	for (const record of results) {
		const timeMs = parseTimestamp(record[field]);
		const { id } = record;
		if (timeMs === undefined || id === undefined || id === null) continue;

		records.push({ record, id: String(id), timeMs });
	}

	const areTimeless = results.length > 0 && records.length === 0;

	if (areTimeless && results.every(({ id }) => typeof id === 'string')) {
		throw new ListError(`came without the ${field} of its records, which tells what is new`);
	}

	return records;
}

/** Oldest first. What has equal timestamps is in the reverse order of the list. */
export function oldestFirst<T extends { timeMs: number }>(read: readonly T[]): T[] {
	return [...read].reverse().sort((a, b) => a.timeMs - b.timeMs);
}

export function versionKey({ id, timeMs }: Pick<RecordVersion, 'id' | 'timeMs'>): string {
	return `${id}|${new Date(timeMs).toISOString()}`;
}

/** The latest timestamp that is not ahead of the clock; Infinity without a clock. */
export function latestValidMs(clockMs: number | undefined): number {
	return clockMs === undefined ? Infinity : clockMs + CLOCK_STEP_MS - 1;
}

/** Seen versions in a state: about 53 bytes each with the service's IDs. */
const MAX_SEEN = 50_000;

/**
 * The versions that were read in all lists of a feed.
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

	add({ id, timeMs }: RecordVersion, isAhead: boolean): void {
		this.versions.set(id, timeMs);
		if (isAhead) this.ahead.add(id);
		else this.ahead.delete(id);
	}

	/** The time from which on there are at most `MAX_SEEN` versions; 0 where there are no more. */
	crowdedFloor(): number {
		if (this.versions.size <= MAX_SEEN) return 0;

		return [...this.versions.values()].sort((a, b) => b - a)[MAX_SEEN] + 1;
	}

	/** The versions that a list may still return, and that must not be an event twice. */
	saved(positions: readonly ListPosition[]): Pick<ListState, 'seen' | 'ahead'> {
		const needed = [...this.versions].filter(([, timeMs]) =>
			positions.some((position) => mayReturn(position, timeMs)),
		);
		const ahead = needed.map(([id]) => id).filter((id) => this.ahead.has(id));

		return { seen: Object.fromEntries(needed), ...(ahead.length && { ahead }) };
	}
}

/** Of a snapshot only ties of the last record matter: reading others again is harmless. */
function mayReturn({ floor, backlog, snapshot }: ListPosition, timeMs: number): boolean {
	const isUnread = backlog && timeMs >= backlog.start && timeMs <= (backlog.end ?? Infinity);

	return timeMs >= floor || isUnread === true || timeMs === snapshot?.end;
}

/** A record as a list of the service gives it. */
export type ServiceRecord = Record<string, unknown>;

/** A record as it stood when it was read. */
export interface RecordVersion {
	record: ServiceRecord;
	id: string;
	/** Tells the versions of one record apart: its timestamp (`canonicalTimestamp`), or a fingerprint without one. */
	version: string;
	/** Timestamp in ms since 1970; undefined where the list shows none. */
	timeMs?: number;
}

/** A record with the timestamp that its list is sorted by. */
export interface TimedRecord extends RecordVersion {
	timeMs: number;
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/service.md, Resources and their fields).
 * One without a zone is UTC as well: the zone of the machine must not move it.
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function parseTimestamp(value: unknown): number | undefined {
	const form = typeof value === 'string' ? ISO_8601.exec(value) : null;
	if (!form) return undefined;
	const timeMs = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);
	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** Digits of a second below the millisecond, but for zeros at their end. */
const BELOW_MS = /\.\d{3}(\d*[1-9])/;

/**
 * One text for one instant: ISO 8601 in UTC with milliseconds, and with what is finer, so that two
 * edits within a millisecond stay apart.
 * @returns undefined for what is no timestamp
 */
export function canonicalTimestamp(value: unknown): string | undefined {
	const timeMs = parseTimestamp(value);
	if (timeMs === undefined) return undefined;
	const finer = BELOW_MS.exec(String(value))?.[1] ?? '';
	return new Date(timeMs).toISOString().replace('Z', `${finer}Z`);
}

/**
 * Reads one of the timestamps of each record of a page. A record without id or readable timestamp
 * has no place in the list: it is left out and counted, never guessed.
 */
export function withTimestamps(
	results: readonly unknown[],
	field: string,
): { records: TimedRecord[]; untimed: number } {
	const records: TimedRecord[] = [];
	for (const result of results) {
		if (typeof result !== 'object' || result === null) continue;
		const record = result as ServiceRecord;
		const timeMs = parseTimestamp(record[field]);
		const version = canonicalTimestamp(record[field]);
		if (timeMs === undefined || version === undefined) continue;
		if (record.id === undefined || record.id === null) continue;
		records.push({ record, id: String(record.id), timeMs, version });
	}
	return { records, untimed: results.length - records.length };
}

/** Records with ids, none of them with the timestamp that the list is sorted by. */
export function showsNoTimestamps(results: readonly unknown[], sortBy: string): boolean {
	const isUntimed = (result: unknown) => {
		if (typeof result !== 'object' || result === null) return false;
		const record = result as ServiceRecord;
		return typeof record.id === 'string' && parseTimestamp(record[sortBy]) === undefined;
	};
	return results.length > 0 && results.every(isUntimed);
}

/** Oldest first; of equal timestamps the one that stood lower in the newest-first list comes first. */
export function oldestFirst(read: readonly TimedRecord[]): TimedRecord[] {
	return [...read].reverse().sort((a, b) => a.timeMs - b.timeMs);
}

export function versionKey({ id, version }: RecordVersion): string {
	return `${id}|${version}`;
}

/** Its creation is all that ever happened to it: no update. */
export function isUntouched({ record, timeMs }: RecordVersion): boolean {
	return timeMs !== undefined && parseTimestamp(record.createdAt) === timeMs;
}

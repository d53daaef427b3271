import type { RecordVersion, ServiceRecord } from './types';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Digits below the millisecond, without trailing zeros. */
const BELOW_MS = /\.\d{3}(\d*[1-9])/;

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const CLOCK_STEP_MS = 1000;

/** A list that had timestamps no longer has them, so the position in it is unknown. */
export class TimestampsMissingError extends Error {}

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/internal/service.md, Resources and their fields).
 * One without a zone is UTC as well, whatever the zone of the machine.
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function parseTimestamp(value: unknown): number | undefined {
	const form = typeof value === 'string' ? ISO_8601.exec(value) : null;
	if (!form) return undefined;
	const timeMs = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);
	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/**
 * Equal for equal instants: ISO 8601 in UTC with milliseconds and any digits below, so that two edits
 * within a millisecond differ.
 * @returns undefined for anything else
 */
export function canonicalTimestamp(value: unknown): string | undefined {
	const timeMs = parseTimestamp(value);
	if (timeMs === undefined) return undefined;
	const finer = BELOW_MS.exec(String(value))?.[1] ?? '';
	return new Date(timeMs).toISOString().replace('Z', `${finer}Z`);
}

/**
 * Reads a timestamp of each record of a page. A record without ID or readable timestamp is left out and
 * counted in `withoutTimestamp`.
 */
export function withTimestamps(
	results: readonly unknown[],
	field: string,
): { records: RecordVersion[]; withoutTimestamp: number } {
	const records: RecordVersion[] = [];
	for (const result of results) {
		if (typeof result !== 'object' || result === null) continue;
		const record = result as ServiceRecord;
		const timeMs = parseTimestamp(record[field]);
		const version = canonicalTimestamp(record[field]);
		if (timeMs === undefined || version === undefined) continue;
		if (record.id === undefined || record.id === null) continue;
		records.push({ record, id: String(record.id), timeMs, version });
	}
	return { records, withoutTimestamp: results.length - records.length };
}

/** Whether all records of a page have an ID but no timestamp to sort by. */
export function lacksTimestamps(results: readonly unknown[], sortBy: string): boolean {
	const isUntimed = (result: unknown) => {
		if (typeof result !== 'object' || result === null) return false;
		const record = result as ServiceRecord;
		return typeof record.id === 'string' && parseTimestamp(record[sortBy]) === undefined;
	};
	return results.length > 0 && results.every(isUntimed);
}

/** Oldest first. Records with equal timestamps are in the reverse order of the list. */
export function oldestFirst(read: readonly RecordVersion[]): RecordVersion[] {
	return [...read].reverse().sort((a, b) => a.timeMs - b.timeMs);
}

export function versionKey({ id, version }: RecordVersion): string {
	return `${id}|${version}`;
}

/** Whether the record never changed since its creation. */
export function isNew({ record, timeMs }: RecordVersion): boolean {
	return parseTimestamp(record.createdAt) === timeMs;
}

/** The latest timestamp that is not ahead of the clock; Infinity without a clock. */
export function latestValidMs(clockMs: number | undefined): number {
	return clockMs === undefined ? Infinity : clockMs + CLOCK_STEP_MS - 1;
}

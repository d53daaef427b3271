/** A record as a list of the service gives it. */
export type ServiceRecord = Record<string, unknown>;

/** A record with its place in a sorted list: `at` in ms since 1970, `stamp` as the service wrote it. */
export interface Dated {
	record: ServiceRecord;
	id: string;
	at: number;
	stamp: string;
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/service.md, Resources and their fields).
 * One without a zone is UTC as well: the zone of the machine must not move it.
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function instantOf(value: unknown): number | undefined {
	const form = typeof value === 'string' ? ISO_8601.exec(value) : null;
	if (!form) return undefined;
	const instant = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);
	return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Places the records of a page by one of their timestamps. A record without id or readable
 * timestamp has no place: it is left out and counted, never guessed.
 */
export function dated(
	results: readonly unknown[],
	field: string,
): { records: Dated[]; undated: number } {
	const records: Dated[] = [];
	for (const result of results) {
		if (typeof result !== 'object' || result === null) continue;
		const record = result as ServiceRecord;
		const at = instantOf(record[field]);
		if (at === undefined || record.id === undefined || record.id === null) continue;
		records.push({ record, id: String(record.id), at, stamp: String(record[field]) });
	}
	return { records, undated: results.length - records.length };
}

/** Oldest first; of equal instants the one that stood lower in the newest-first list comes first. */
export function oldestFirst(read: readonly Dated[]): Dated[] {
	return [...read].reverse().sort((a, b) => a.at - b.at);
}

export function versionKey({ id, stamp }: Dated): string {
	return `${id}|${stamp}`;
}

/** Its creation is all that ever happened to it: no update. */
export function isUntouched({ record, at }: Dated): boolean {
	return instantOf(record.createdAt) === at;
}

import { parseTimestamp } from '../../values/recordValues';
import { ListError } from './readings/listError';
import type { RecordVersion, ServiceRecord } from './types';

/**
 * Reads the timestamp of each record of a page. A record without ID or readable timestamp is left out.
 *
 * @param field the timestamp that the list is sorted by
 * @throws ListError when all records have an ID and none a timestamp, because the list does not show it
 */
export function readVersions(
	results: readonly ServiceRecord[],
	field = 'updatedAt',
): RecordVersion[] {
	const versions: RecordVersion[] = [];

	for (const record of results) {
		const timeMs = parseTimestamp(record[field]);
		const { id } = record;
		if (timeMs === undefined || !isId(id)) continue;

		versions.push({ record, id: String(id), timeMs });
	}

	const areTimeless = results.length > 0 && versions.length === 0;

	if (areTimeless && results.every(({ id }) => typeof id === 'string')) {
		throw new ListError(
			`does not have the field '${field}', which shows the trigger which records are new`,
		);
	}

	return versions;
}

/** Whether a value is an ID. An object is none: it may not even have a text. */
export function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

/**
 * Sorts what was read by its time, oldest first.
 *
 * @param read in the order of the list; what has equal timestamps is returned in the reverse order
 */
export function oldestFirst<T extends { timeMs: number }>(read: readonly T[]): T[] {
	return [...read].reverse().sort((a, b) => a.timeMs - b.timeMs);
}

/** Identifies a version of a record: its ID and its time. */
export function versionKey({ id, timeMs }: Pick<RecordVersion, 'id' | 'timeMs'>): string {
	return `${id}|${new Date(timeMs).toISOString()}`;
}

import { canonicalTimestamp, parseTimestamp, versionKey } from './record';
import type { FeedEvent, RecordVersion, ServiceRecord } from './types';
import { boundedValue, canonicalJson, digest, isDigest, watchedValue } from './watchedValues';

/**
 * Compares a version of a record with what is remembered of the one before.
 *
 * `T` is what is remembered: plain JSON.
 */
export interface Detector<T> {
	/**
	 * @param before undefined: not known
	 * @returns the event, if this is one, and what to remember; undefined: nothing new
	 */
	detect(
		before: T | undefined,
		version: RecordVersion,
	): { remembered: T | undefined; event: FeedEvent | undefined };
	/** What would be remembered of a record before its creation; absent: not known. */
	readonly unborn?: T;
	/** Of a transition: when it happened, which people may set to an earlier day. */
	happenedMs?(record: ServiceRecord): number;
}

/** Created events and updated events without watched fields: every version counts. */
export function versionDetector(isCreation: boolean): Detector<never> {
	return {
		detect(_, version) {
			const key = isCreation ? version.id : versionKey(version);
			return { remembered: undefined, event: { key, record: version.record } };
		},
	};
}

/** Change by themselves every day (docs/service.md, Project). */
const VOLATILE_FIELDS = ['durationInDays'];

/** Fields of the service that contain times: `createdAt`, `archivedAt`, `targetStartDate`. */
const TIME_FIELD = /(At|Date)$/;

/** The same where the records have no timestamps: the contents show what is a new version. */
export function fingerprintDetector(isCreation: boolean): Detector<string> {
	return {
		detect(before, { id, record }) {
			const remembered = isCreation ? '' : fingerprint(record);
			const event = { key: isCreation ? id : `${id}|${remembered}`, record };
			return { remembered, event: before === remembered ? undefined : event };
		},
	};
}

/** Equal for equal contents; volatile fields and the form of a time do not count. */
function fingerprint(record: ServiceRecord): string {
	const fields = Object.entries(record)
		.filter(([key]) => !VOLATILE_FIELDS.includes(key))
		.map(([key, value]) => [
			key,
			TIME_FIELD.test(key) ? (canonicalTimestamp(value) ?? value) : value,
		]);
	return digest(canonicalJson(Object.fromEntries(fields)));
}

/**
 * Churned, archived and completed events: a record fires once for each time it churned, was archived or
 * completed. An edit moves it to the front of its list with that time unchanged, and is none; a record
 * that was restored and archived again has a new time.
 */
export function transitionDetector(
	field: 'churnedAt' | 'archivedAt' | 'completedAt',
): Detector<string> {
	return {
		happenedMs: (record) => parseTimestamp(record[field]) ?? 0,
		detect(before, { id, record }) {
			const at = canonicalTimestamp(record[field]);
			const isEvent = at !== undefined && at !== before;
			return { remembered: at, event: isEvent ? { key: `${id}|${at}`, record } : undefined };
		},
	};
}

/** Updated events with watched fields: fires when one of them differs from what is remembered. */
export function fieldDetector(paths: readonly string[]): Detector<unknown[]> {
	return {
		detect(before, version) {
			const remembered = paths.map((path) => boundedValue(watchedValue(version.record, path)));
			const isChanged = (index: number) =>
				canonicalJson(before?.[index]) !== canonicalJson(remembered[index]);
			const changed = before ? [...paths.keys()].filter(isChanged) : [];
			if (before && !changed.length) return { remembered, event: undefined };
			return { remembered, event: changeEvent(version, paths, changed, before) };
		},
	};
}

/**
 * @param changed indexes of the fields that changed
 * @param before the values of all fields before; undefined: not known
 */
export function changeEvent(
	version: RecordVersion,
	fields: readonly string[],
	changed: readonly number[],
	before: readonly unknown[] | undefined,
): FeedEvent {
	const known = changed.filter((index) => before && !isDigest(before[index]));
	return {
		key: versionKey(version),
		record: version.record,
		changedKeys: [...new Set(changed.map((index) => fields[index]))],
		previous: Object.fromEntries(known.map((index) => [fields[index], before?.[index]])),
		...((!before || known.length < changed.length) && { previousUnknown: true }),
	};
}

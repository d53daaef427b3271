import { parseTimestamp, versionKey } from '../record';
import type { Detector } from '../types';
import { digest, inKeyOrder } from './fieldDetector';

/** Created events and updated events without watched fields: every version is an event. */
export function versionDetector(isCreation: boolean): Detector<never> {
	return {
		detect(_, version) {
			const key = isCreation ? version.id : versionKey(version);
			return { remembered: undefined, event: { key, record: version.record } };
		},
	};
}

/**
 * Churned, archived and completed events: one for each new time in the field. A later edit keeps that time,
 * so it is not an event; a record that is restored and archived again has a new time.
 */
export function transitionDetector(
	field: 'churnedAt' | 'archivedAt' | 'completedAt',
): Detector<number> {
	return {
		happenedMs: (record) => parseTimestamp(record[field]) ?? 0,
		detect(before, { id, record }) {
			const timeMs = parseTimestamp(record[field]);
			if (timeMs === undefined || timeMs === before)
				return { remembered: timeMs, event: undefined };
			return { remembered: timeMs, event: { key: versionKey({ id, timeMs }), record } };
		},
	};
}

/** As `versionDetector`, for a list that is read whole: new contents are a new version. */
export function fingerprintDetector(isCreation: boolean): Detector<string> {
	return {
		detect(before, { id, record }) {
			const remembered = isCreation ? '' : digest(JSON.stringify(inKeyOrder(record)));
			const event = { key: isCreation ? id : `${id}|${remembered}`, record };
			return { remembered, event: before === remembered ? undefined : event };
		},
	};
}

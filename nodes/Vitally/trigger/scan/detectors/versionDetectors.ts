import { parseTimestamp } from '../timestamps';
import type { Detector } from '../types';
import { digest, inKeyOrder } from './fieldDetector';

/** Created events and updated events without watched fields: every version is an event. */
export const versionDetector: Detector<never> = {
	detect: (_, { record }) => ({ remembered: undefined, event: { record } }),
};

/**
 * Churned, archived and completed events: one for each new time in the field. A later edit keeps that time,
 * so it is not an event; a record that is restored and archived again has a new time.
 */
export function transitionDetector(
	field: 'churnedAt' | 'archivedAt' | 'completedAt',
): Detector<number> {
	return {
		happenedMs: (record) => parseTimestamp(record[field]) ?? 0,
		detect(before, { record }) {
			const timeMs = parseTimestamp(record[field]);
			const isNew = timeMs !== undefined && timeMs !== before;

			return { remembered: timeMs, event: isNew ? { record } : undefined };
		},
	};
}

/** As `versionDetector`, for a list that is read whole: new contents are a new version. */
export function fingerprintDetector(isCreation: boolean): Detector<string> {
	return {
		detect(before, { record }) {
			const remembered = isCreation ? '' : digest(JSON.stringify(inKeyOrder(record)));

			return { remembered, event: before === remembered ? undefined : { record } };
		},
	};
}

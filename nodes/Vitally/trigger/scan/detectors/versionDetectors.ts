import { parseTimestamp } from '../../../values/recordValues';
import type { Detector } from '../types';
import { digest, inOrder } from './fieldDetector';

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

/** Stored of a record of which only its presence matters. */
const PRESENT = '';

/** Created events of a whole list: a record that was not in the list before is an event. */
export const presenceDetector: Detector<string> = {
	detect(before, { record }) {
		return { remembered: PRESENT, event: before === PRESENT ? undefined : { record } };
	},
};

/** Updated events of a whole list: new contents are a new version. */
export const fingerprintDetector: Detector<string> = {
	detect(before, { record }) {
		const remembered = digest(JSON.stringify(inOrder(record)));

		return { remembered, event: before === remembered ? undefined : { record } };
	},
};

import { canonicalTimestamp, parseTimestamp } from '../record';
import type { Detector } from '../types';

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

import { parseTimestamp } from '../../../values/recordValues';
import type { Detector, Feed, ServiceRecord } from '../types';

/** Stored of a survey that was dismissed. */
const DISMISSED = 0;

/** Stored of a response of which nothing else is stored. */
const ANSWERED = 1;

/** The state of a record before its creation, which is never stored. */
const UNBORN = 'unborn';

/**
 * Returns a detector for the responses to a survey. A survey that was dismissed has no score, and is no response
 * until it has one. The version with its first score is the creation, which is no update.
 *
 * Source: docs/internal/beyond.md, 5
 *
 * @param inner the detector of a response that has a score
 */
export function answerDetector(
	inner: Detector<unknown>,
	changeKind: Feed['changeKind'],
): Detector<unknown> {
	const isCreation = changeKind === 'created';

	return {
		unborn: UNBORN,
		happenedMs: isCreation ? answeredMs : undefined,
		isEmpty: (remembered) => Array.isArray(remembered) && inner.isEmpty?.(remembered) === true,
		detect(before, version) {
			const { score, dismissedAt } = version.record;
			const isNew = before === UNBORN;

			if ((score ?? null) === null) {
				return { remembered: isNew ? DISMISSED : (before ?? DISMISSED), event: undefined };
			}

			const isFirst = before === DISMISSED || (isNew && Boolean(dismissedAt));
			const earlier = isNew || before === DISMISSED ? inner.unborn : before;
			const { event, remembered } = inner.detect(earlier, version);
			const isEvent = isCreation ? before !== ANSWERED : !isFirst;
			// The next version of such a response would otherwise look like its first score.
			const needsMark = isCreation || isFirst || Boolean(dismissedAt);

			return {
				remembered: remembered ?? (needsMark ? ANSWERED : undefined),
				event: isEvent ? event : undefined,
			};
		},
	};
}

/** Returns the time at which a response got its first score, in ms since 1970. */
function answeredMs({ createdAt, dismissedAt, respondedAt }: ServiceRecord): number {
	return parseTimestamp((dismissedAt && respondedAt) ?? createdAt) ?? 0;
}

import { normalizeName } from '../../../values/parse';
import { segmentsOf, type NamedSegment } from '../../../values/recordValues';
import type { LeftOut } from '../recordStore';
import type { Detector, FeedConfig, FeedEvent, RecordVersion } from '../types';

/** Records that need not be stored: those in no segment. */
export const WITHOUT_SEGMENTS: LeftOut = {
	isNothing: (value) => (value as number[]).length === 0,
	standIn: [],
};

/**
 * Entered and exited segments: an event when a record is in a segment that it was not in before, or the
 * reverse. A record without a list of segments has no event and keeps its stored value.
 *
 * @param names all segments that were read, to which it adds; the stored value of a record contains their places
 * Source: docs/internal/beyond.md, 13
 */
export function segmentDetector(
	{ feed, segment: chosen }: FeedConfig,
	names: NamedSegment[],
): Detector<number[]> {
	const places = new Map(names.map(([id], place) => [id, place]));

	const placeOf = (segment: NamedSegment) => {
		const place = places.get(segment[0]) ?? names.length;

		// A known segment is replaced too, because its name may have changed.
		names[place] = segment;
		places.set(segment[0], place);

		return place;
	};

	const isChosen = ([id, name]: NamedSegment) =>
		chosen === undefined || id === chosen || normalizeName(name) === normalizeName(chosen);

	const isEntry = feed.segments === 'entered';

	/** A record that is in its segments now, as it will look after it has left them: the API shows no earlier segments. */
	const exampleOfExit = ({ record }: RecordVersion): FeedEvent | undefined => {
		const segments = segmentsOf(record) ?? [];
		const removed = segments.filter(isChosen);
		if (removed.length === 0) return undefined;

		const left = subtract(segments, removed).map(([id, name]) => ({ id, name }));

		return {
			record: { ...record, segments: left },
			segmentsAdded: [],
			segmentsRemoved: removed.map(([, name]) => name),
			previousUnknown: true,
		};
	};

	return {
		unborn: [],
		example: isEntry ? undefined : exampleOfExit,
		detect(before, version) {
			const after = segmentsOf(version.record);
			if (!after) return { remembered: undefined, event: undefined };

			const earlier = before?.map((place) => names[place]);
			const remembered = after.map(placeOf);
			// An unknown record may have been in its segments before, which `previousUnknown` reports.
			const added = earlier ? subtract(after, earlier) : after.filter(isChosen);
			const removed = earlier ? subtract(earlier, after) : [];
			const changed = isEntry ? added : removed;
			if (!changed.some(isChosen)) return { remembered, event: undefined };

			const event: FeedEvent = {
				record: version.record,
				segmentsAdded: added.map(([, name]) => name),
				segmentsRemoved: removed.map(([, name]) => name),
			};
			if (!earlier) event.previousUnknown = true;

			return { remembered, event };
		},
	};
}

/** The segments that are not in another list. */
function subtract(segments: NamedSegment[], others: NamedSegment[]): NamedSegment[] {
	const ids = new Set(others.map(([id]) => id));

	return segments.filter(([id]) => !ids.has(id));
}

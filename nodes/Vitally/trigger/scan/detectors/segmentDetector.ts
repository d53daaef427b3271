import { versionKey } from '../record';
import type {
	Detector,
	FeedConfig,
	FeedEvent,
	NamedSegment,
	RecordVersion,
	ServiceRecord,
} from '../types';

/**
 * Entered and exited segments: an event when a record is in a segment that it was not in before, or the
 * reverse. The stored value of a record has the places of its segments in `names`.
 * Source: docs/internal/beyond.md, 13
 */
export class SegmentDetector implements Detector<number[]> {
	readonly unborn: number[] = [];
	/** All segments that were read. */
	readonly names: NamedSegment[];
	private readonly places: Map<string, number>;

	constructor(
		private readonly config: FeedConfig,
		stored: readonly NamedSegment[] = [],
	) {
		this.names = [...stored];
		this.places = new Map(stored.map(([id], place) => [id, place]));
	}

	/** A record without a list of segments has no event and keeps its stored value. */
	detect(before: number[] | undefined, version: RecordVersion) {
		const segments = segmentsOf(version.record);
		if (!segments) return { remembered: undefined, event: undefined };
		const earlier = before?.map((place) => this.names[place]);
		const remembered = segments.map((segment) => this.placeOf(segment));
		return { remembered, event: this.eventOf(earlier, segments, version) };
	}

	private eventOf(
		before: NamedSegment[] | undefined,
		after: NamedSegment[],
		version: RecordVersion,
	): FeedEvent | undefined {
		const isEntry = this.config.feed.segments === 'entered';
		if (!before && !isEntry) return undefined;
		// An unknown record may have been in its segments before, which `previousUnknown` reports.
		const chosen = after.filter((segment) => this.isChosen(segment));
		const added = before ? without(before, after) : chosen;
		const removed = before ? without(after, before) : [];
		if (!(isEntry ? added : removed).some((segment) => this.isChosen(segment))) return undefined;
		return {
			key: versionKey(version),
			record: version.record,
			segmentsAdded: added.map(([, name]) => name),
			segmentsRemoved: removed.map(([, name]) => name),
			...(!before && { previousUnknown: true }),
		};
	}

	private placeOf(segment: NamedSegment): number {
		const [id] = segment;
		const place = this.places.get(id) ?? this.names.length;
		this.names[place] = segment;
		this.places.set(id, place);
		return place;
	}

	private isChosen([id, name]: NamedSegment): boolean {
		const { segment } = this.config;
		if (segment === undefined) return true;
		return id === segment || name.toLowerCase() === segment.toLowerCase();
	}
}

function without(some: NamedSegment[], all: NamedSegment[]): NamedSegment[] {
	const ids = new Set(some.map(([id]) => id));
	return all.filter(([id]) => !ids.has(id));
}

/** ID and name of each segment; null where the record has no list of them. */
export function segmentsOf({ segments }: ServiceRecord): NamedSegment[] | null {
	if (!Array.isArray(segments)) return null;
	return segments.map(({ id, name }: ServiceRecord) => [String(id), String(name)]);
}

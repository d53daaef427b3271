import { versionKey } from '../record';
import type {
	Detector,
	FeedConfig,
	FeedEvent,
	NamedSegment,
	RecordVersion,
	ServiceRecord,
} from '../types';

/** About 13,000 segments with the service's IDs. */
export const MAX_NAMES_SIZE = 1_000_000;

/** A stored segment of a record: its place in the list of names, or its ID when that list is full. */
type SegmentKey = number | string;

/**
 * Entered and exited segments: an event when a record is in a segment that it was not in before, or the
 * reverse. When the list of names is full, no change is missed, but an exit returns the ID.
 * Source: docs/internal/beyond.md, 13
 */
export class SegmentDetector implements Detector<SegmentKey[]> {
	readonly unborn: SegmentKey[] = [];
	readonly names: NamedSegment[];
	private readonly places: Map<string, number>;
	private size: number;
	private isFull = false;

	constructor(
		private readonly config: FeedConfig,
		stored: readonly NamedSegment[] = [],
	) {
		this.names = [...stored];
		this.places = new Map(stored.map(([id], place) => [id, place]));
		this.size = JSON.stringify(stored).length;
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The names of ${this.names.length} segments are all that is kept. An exit from another one shows its ID. Choose the segment to watch from the list, not by its name.`,
		];
	}

	/** A record without a list of segments has no event and keeps its stored value. */
	detect(before: SegmentKey[] | undefined, version: RecordVersion) {
		const segments = segmentsOf(version.record);
		if (!segments) return { remembered: undefined, event: undefined };
		const earlier = before?.map((key) => this.segmentOf(key));
		const remembered = segments.map((segment) => this.keyOf(segment));
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

	private keyOf(segment: NamedSegment): SegmentKey {
		const [id, name] = segment;
		const place = this.places.get(id);
		const before = place === undefined ? '' : this.names[place][1];
		if (place !== undefined && before === name) return place;
		const growth =
			place === undefined ? JSON.stringify(segment).length + 1 : name.length - before.length;
		if (growth > 0 && this.size + growth > (this.config.maxNamesSize ?? MAX_NAMES_SIZE)) {
			this.isFull ||= place === undefined;
			return place ?? id;
		}
		const key = place ?? this.names.length;
		this.names[key] = segment;
		this.places.set(id, key);
		this.size += growth;
		return key;
	}

	private segmentOf(key: SegmentKey): NamedSegment {
		const place = typeof key === 'number' ? key : this.places.get(key);
		return (place === undefined ? undefined : this.names[place]) ?? [String(key), String(key)];
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
	const named = segments
		.filter((segment: unknown) => typeof segment === 'object' && segment !== null)
		.map(({ id, name }: { id?: unknown; name?: unknown }): NamedSegment => {
			const segmentId = String(id ?? name ?? '');
			return [segmentId, String(name ?? segmentId)];
		});
	return [...new Map(named.map((segment) => [segment[0], segment])).values()];
}

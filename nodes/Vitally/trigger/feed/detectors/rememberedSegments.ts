import type { NamedSegment } from '../state';

/** About 13,000 segments with the service's ids. */
export const SEGMENTS_LIMIT = 1_000_000;

/** What stands for a segment in the values of a record: its place in the list, or its ID. */
export type SegmentKey = number | string;

/**
 * The segments that records are in, in one list, so that a number stands for each in the values of a
 * record. Where no room is left in the list, the ID itself stands there: no change of segments is missed,
 * but an exit shows the ID instead of the name.
 */
export class RememberedSegments {
	/** No room is left for further segments. */
	isFull = false;
	private readonly list: Array<NamedSegment | null>;
	private readonly places = new Map<string, number>();
	private readonly free: number[] = [];
	private size = 0;

	/** @param stored null: a place that is free */
	constructor(stored: ReadonlyArray<NamedSegment | null> = []) {
		this.list = [...stored];
		for (const [place, segment] of this.list.entries()) {
			this.size += sizeOf(segment);
			if (segment) this.places.set(segment[0], place);
			else this.free.push(place);
		}
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The names of ${this.places.size} segments are all that is kept. An exit from another one shows its ID. Choose the segment to watch from the list, not by its name.`,
		];
	}

	/** @param isNeeded gets a place in any case, so that its name is known */
	keyOf(segment: NamedSegment, isNeeded: boolean): SegmentKey {
		const [id, name] = segment;
		const place = this.places.get(id);
		const before = place === undefined ? null : this.list[place];
		if (place !== undefined && before?.[1] === name) return place;
		const growth = sizeOf(segment) - sizeOf(before);
		if (growth > 0 && this.size + growth > SEGMENTS_LIMIT && !isNeeded) {
			this.isFull ||= place === undefined;
			return place ?? id;
		}
		const taken = place ?? this.free.pop() ?? this.list.length;
		this.list[taken] = segment;
		this.places.set(id, taken);
		this.size += growth;
		return taken;
	}

	/** The segment that the key stands for, with its ID where the name is not known. */
	named(key: SegmentKey): [] | [NamedSegment] {
		const place = typeof key === 'number' ? key : this.places.get(key);
		const segment = place === undefined ? null : this.list[place];
		if (segment) return [segment];
		return typeof key === 'string' ? [[key, key]] : [];
	}

	/**
	 * Where room ran out, segments that no record is in any more make room for the next poll.
	 *
	 * @param keys of the segments that a record is in
	 */
	saved(keys: () => Iterable<readonly SegmentKey[]>): Array<NamedSegment | null> {
		if (!this.isFull) return this.list;
		const used = new Set<SegmentKey>();
		for (const ofRecord of keys()) ofRecord.forEach((key) => used.add(key));
		return this.list.map((segment, place) => (used.has(place) ? segment : null));
	}
}

/** Characters as JSON. */
function sizeOf(segment: NamedSegment | null): number {
	return segment ? JSON.stringify(segment).length + 1 : 0;
}

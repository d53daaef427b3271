import { versionKey, type RecordVersion, type ServiceRecord } from '../record';
import type { DetectorState, NamedSegment } from '../state';
import { ComparingDetector } from './comparing';
import type { FeedEvent } from './detector';

/** Which changes of segments are events. */
export interface SegmentChoice {
	happening: 'entered' | 'exited';
	/** Id or name of the only segment that counts; absent: any. */
	segment?: string;
}

/**
 * Entered and exited segments: a record fires when it is in one, or no longer in one, that it was not in
 * before. Of each record the places of its segments in one list of all are remembered.
 * Source: docs/beyond.md, 13
 */
export class SegmentDetector extends ComparingDetector {
	private readonly segments: NamedSegment[];
	private readonly places: Map<string, number>;

	constructor(
		private readonly choice: SegmentChoice,
		stored: DetectorState = {},
	) {
		super(stored.watchedValues);
		this.segments = [...(stored.segments ?? [])];
		this.places = new Map(this.segments.map(([id], place) => [id, place]));
	}

	detect(version: RecordVersion): FeedEvent | null {
		const isUnread = this.values.get(version.id) === undefined;
		const before = this.before(version);
		const after = this.remember(version);
		if (!after || (isUnread && this.values.isOld(version))) return null;
		if (!before) return this.present(version, after);
		const added = after.filter((place) => !before.includes(place));
		const removed = before.filter((place) => !after.includes(place));
		const told = this.choice.happening === 'entered' ? added : removed;
		if (!told.some((place) => this.isChosen(place))) return null;
		return this.event(version, added, removed);
	}

	/** Of the records of a first run, those that are in such a segment. */
	detectInitial(version: RecordVersion): FeedEvent | null {
		if (this.values.get(version.id) !== undefined) return this.detect(version);
		const after = this.remember(version);
		return after && this.present(version, after);
	}

	observeInitial(version: RecordVersion): void {
		if (this.values.get(version.id) === undefined) this.remember(version);
	}

	startedAt(timeMs: number): void {
		this.values.startedAt(timeMs);
	}

	saved(): DetectorState {
		return { ...super.saved(), segments: this.segments };
	}

	/** A record that is new was in none; `undefined` when it is not known. */
	private before(version: RecordVersion): number[] | undefined {
		const text = this.values.get(version.id);
		if (text !== undefined) return JSON.parse(text) as number[];
		return this.values.isNew(version) ? [] : undefined;
	}

	/** @returns null for a record that does not tell its segments, which changes nothing */
	private remember({ id, record }: RecordVersion): number[] | null {
		const segments = segmentsOf(record);
		if (!segments) return null;
		const places = segments.map((segment) => this.placeOf(segment)).sort((a, b) => a - b);
		this.values.keep(id, JSON.stringify(places));
		return places;
	}

	private placeOf([id, name]: NamedSegment): number {
		const place = this.places.get(id) ?? this.segments.length;
		this.segments[place] = [id, name];
		this.places.set(id, place);
		return place;
	}

	/** The record is in such a segment, and may have been before; which it has left is not known. */
	private present(version: RecordVersion, places: number[]): FeedEvent | null {
		if (this.choice.happening === 'exited') return null;
		const chosen = places.filter((place) => this.isChosen(place));
		if (!chosen.length) return null;
		return { ...this.event(version, chosen, []), previousUnknown: true };
	}

	private event(version: RecordVersion, added: number[], removed: number[]): FeedEvent {
		const namesOf = (places: number[]) => places.map((place) => this.segments[place][1]);
		return {
			key: versionKey(version),
			record: version.record,
			segmentsAdded: namesOf(added),
			segmentsRemoved: namesOf(removed),
		};
	}

	private isChosen(place: number): boolean {
		const { segment } = this.choice;
		if (segment === undefined) return true;
		const [id, name] = this.segments[place] ?? [];
		return id === segment || name?.toLowerCase() === segment.toLowerCase();
	}
}

/** Id and name of each segment; null where the record does not tell them. */
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

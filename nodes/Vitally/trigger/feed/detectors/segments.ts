import { versionKey, type RecordVersion, type ServiceRecord } from '../record';
import type { DetectorState, NamedSegment } from '../state';
import { ComparingDetector } from './comparing';
import type { FeedEvent } from './detector';
import { RememberedSegments, type SegmentKey } from './rememberedSegments';

/** Which changes of segments are events. */
export interface SegmentChoice {
	happening: 'entered' | 'exited';
	/** Id or name of the only segment that counts; absent: any. */
	segment?: string;
}

/**
 * Entered and exited segments: a record fires when it is in one, or no longer in one, that it was not in
 * before. Of each record its segments are remembered (`RememberedSegments`).
 * Source: docs/beyond.md, 13
 */
export class SegmentDetector extends ComparingDetector {
	private readonly segments: RememberedSegments;

	constructor(
		private readonly choice: SegmentChoice,
		stored: DetectorState = {},
	) {
		super(stored.watchedValues);
		this.segments = new RememberedSegments(stored.segments);
	}

	override get notices(): string[] {
		return [...super.notices, ...this.segments.notices];
	}

	detect(version: RecordVersion): FeedEvent | null {
		const isUnread = this.values.get(version.id) === undefined;
		const before = this.before(version);
		const after = this.remember(version);
		if (!after || (isUnread && this.values.isOld(version))) return null;
		if (!before) return this.present(version, after);
		const added = without(before, after);
		const removed = without(after, before);
		const told = this.choice.happening === 'entered' ? added : removed;
		if (!told.some((segment) => this.isChosen(segment))) return null;
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
		const inUse = () => this.values.texts().map(keysIn);
		return { ...super.saved(), segments: this.segments.saved(inUse) };
	}

	/** A record that is new was in none; `undefined` when it is not known. */
	private before(version: RecordVersion): NamedSegment[] | undefined {
		const text = this.values.get(version.id);
		if (text !== undefined) return keysIn(text).flatMap((key) => this.segments.named(key));
		return this.values.isNew(version) ? [] : undefined;
	}

	/** @returns null for a record that does not tell its segments, which changes nothing */
	private remember({ id, record }: RecordVersion): NamedSegment[] | null {
		const segments = segmentsOf(record);
		const isNeeded = (segment: NamedSegment) =>
			this.choice.segment !== undefined && this.isChosen(segment);
		const keys = segments?.map((segment) => this.segments.keyOf(segment, isNeeded(segment)));
		if (keys) this.values.keep(id, JSON.stringify(keys));
		return segments;
	}

	/** The record is in such a segment, and may have been before; which it has left is not known. */
	private present(version: RecordVersion, segments: NamedSegment[]): FeedEvent | null {
		if (this.choice.happening === 'exited') return null;
		const chosen = segments.filter((segment) => this.isChosen(segment));
		if (!chosen.length) return null;
		return { ...this.event(version, chosen, []), previousUnknown: true };
	}

	private event(version: RecordVersion, added: NamedSegment[], removed: NamedSegment[]): FeedEvent {
		return {
			key: versionKey(version),
			record: version.record,
			segmentsAdded: added.map(([, name]) => name),
			segmentsRemoved: removed.map(([, name]) => name),
		};
	}

	private isChosen([id, name]: NamedSegment): boolean {
		const { segment } = this.choice;
		if (segment === undefined) return true;
		return id === segment || name.toLowerCase() === segment.toLowerCase();
	}
}

function without(some: NamedSegment[], all: NamedSegment[]): NamedSegment[] {
	const ids = new Set(some.map(([id]) => id));
	return all.filter(([id]) => !ids.has(id));
}

function keysIn(text: string): SegmentKey[] {
	return JSON.parse(text) as SegmentKey[];
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

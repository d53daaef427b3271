import type { RecordVersion, ServiceRecord } from '../record';
import type { DetectorState } from '../state';

export interface FeedEvent {
	/** Names the event for good: `id` (created), `id|updatedAt`, `id|churnedAt`, `id|archivedAt`. */
	key: string;
	record: ServiceRecord;
	/** With watched fields: those that changed, as they were written in the configuration. */
	changedKeys?: string[];
	/** With watched fields: what they were before. */
	previous?: Record<string, unknown>;
	/** Of entered and exited segments: their names. */
	segmentsAdded?: string[];
	segmentsRemoved?: string[];
	/** With watched fields: at least one value before is not known, so it may even be unchanged. */
	previousUnknown?: true;
}

/** Decides which of the versions that were read are events. */
export interface ChangeDetector {
	/** The event of this version, or null when it is none. Called oldest first. */
	detect(version: RecordVersion): FeedEvent | null;
	/** The event for a record of the first run. */
	detectInitial(version: RecordVersion): FeedEvent | null;
	/** What a detector has that compares with earlier values. */
	readonly snapshot?: DetectorSnapshot;
}

/** What is known of the records that were there before the feed began, and of all since. */
export interface DetectorSnapshot {
	/** Remembers the values of a record that was there before the feed began. */
	observeInitial(version: RecordVersion): void;
	/** Until all records from before the start are observed, what happened up to this time is old. */
	startedAt?(timeMs: number): void;
	/** All records from before the start were observed, but for those that moved meanwhile. */
	snapshotRead?(): void;
	/** At one instant after that, everything edited since the start was read. */
	reconciled?(): void;
	/** No room is left to observe more. */
	readonly isFull: boolean;
	readonly notices: string[];
	saved(): DetectorState;
}

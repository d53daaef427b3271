import type { Dated, ServiceRecord } from './record';
import type { FeedState } from './state';

export interface FeedEvent {
	/** Names the event for good: `id` (created), `id|updatedAt`, `id|churnedAt`, `id|archivedAt`. */
	key: string;
	record: ServiceRecord;
	/** With watched fields: those that changed, as they were written in the settings. */
	changedKeys?: string[];
	/** With watched fields: what they were before. */
	previous?: Record<string, unknown>;
	/** With watched fields: at least one value before is not known, so it may even be unchanged. */
	previousUnknown?: true;
}

/** Decides which of the records that were read are events. */
export interface Judge {
	/** The record at this version, or null when it is no event. Called oldest first. */
	happened(dated: Dated): FeedEvent | null;
	/** The event for a record of the first run. */
	first(dated: Dated): FeedEvent | null;
	/** Remembers the values of a record that was there before the feed began. */
	learn(dated: Dated): void;
	/** The list is learned to its end. */
	learnedAll(): void;
	/** At one instant after that, everything edited since the start was read. */
	caughtUp(): void;
	/** No room is left to learn more. */
	readonly full: boolean;
	readonly notices: string[];
	saved(): Pick<FeedState, 'snapshots' | 'moments'>;
}

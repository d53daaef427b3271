import { Entries } from './moments';
import { isUntouched, versionKey, type Dated, type ServiceRecord } from './record';
import { feedOf, watchedPaths, type FeedSettings } from './settings';
import { WatchedChanges } from './snapshots';
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

/** Created and updated events without watched fields: every unread version counts. */
class Versions implements Judge {
	readonly full = false;
	readonly notices: string[] = [];

	constructor(private readonly isCreation: boolean) {}

	happened(dated: Dated): FeedEvent | null {
		return !this.isCreation && isUntouched(dated) ? null : this.first(dated);
	}

	first(dated: Dated): FeedEvent {
		return { key: this.isCreation ? dated.id : versionKey(dated), record: dated.record };
	}

	learn(): void {}

	learnedAll(): void {}

	caughtUp(): void {}

	saved(): Pick<FeedState, 'snapshots' | 'moments'> {
		return {};
	}
}

/**
 * @param state what was stored, or null at the start of a feed
 * @param since at the start of a feed: the newest timestamp of the list, null when it was empty
 */
export function judgeFor(
	settings: FeedSettings,
	state: FeedState | null,
	since: number | null = null,
): Judge {
	const { happening, moment } = feedOf(settings);
	const paths = watchedPaths(settings);
	if (moment) return new Entries(moment, state?.moments ?? Entries.since(since));
	if (paths.length) return new WatchedChanges(paths, state?.snapshots);
	return new Versions(happening === 'created');
}

/**
 * Which feeds look at records from before their start: watched fields, to know the values before,
 * and churned accounts, because `churnedAt` is set by people and may lie before the start.
 * `archivedAt` is the service's own (service.md, States and transitions), so it needs no such look.
 */
export function learns(settings: FeedSettings): boolean {
	return feedOf(settings).moment === 'churnedAt' || watchedPaths(settings).length > 0;
}

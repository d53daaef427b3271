import type { FeedEvent, Judge } from './event';
import { Entries } from './moments';
import { isUntouched, versionKey, type Dated } from './record';
import { feedOf, watchedPaths, type FeedSettings } from './settings';
import { WatchedChanges } from './snapshots';
import type { FeedState } from './state';

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
 * `archivedAt` is the service's own (docs/service.md, States and transitions), so it needs no such look.
 */
export function learns(settings: FeedSettings): boolean {
	return feedOf(settings).moment === 'churnedAt' || watchedPaths(settings).length > 0;
}

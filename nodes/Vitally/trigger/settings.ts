import { FEEDS, type Feed, type TriggerOn } from './feeds';

export interface FeedSettings {
	triggerOn: TriggerOn;
	/** Where the lists are: host of the tenant, so that another tenant is another feed. */
	host?: string;
	/** A nested list instead of the whole one; `id` is the service id of the parent. */
	scope?: { of: 'account' | 'organization'; id: string };
	/** Account created and updated: churned accounts too (the list hides them by default). */
	includeChurned?: boolean;
	/** Updated events: fire only when one of these fields changed (syntax: `watchedValue`). */
	watch?: readonly string[];
	/** First activation only: emit this many of the newest records. 0 or absent: start from now. */
	newestOnFirstRun?: number;
	/** Pages with unread records that one poll may take. Default 20, which is 2,000 records. */
	maxPages?: number;
	/** How late a record may become visible after its own timestamp, in ms. Default 2 minutes. */
	overlapMs?: number;
}

/** The query of one list request (docs/service.md, Pagination). */
export interface PageRequest {
	limit: number;
	sortBy: 'createdAt' | 'updatedAt';
	from?: string;
	status?: string;
	archived?: boolean;
}

/** docs/service.md, Limits: page size, maximum and default. */
export const PAGE_SIZE = 100;

export const DEFAULT_MAX_PAGES = 20;

export const DEFAULT_OVERLAP_MS = 120_000;

export function feedOf(settings: FeedSettings): Feed {
	return FEEDS[settings.triggerOn];
}

/** The fields to watch; only updated events have them. */
export function watchedPaths(settings: FeedSettings): readonly string[] {
	return feedOf(settings).happening === 'updated' ? (settings.watch ?? []) : [];
}

/** Two settings with the same name read the same list: a position in it stays good. */
export function listName(settings: FeedSettings): string {
	const { triggerOn, host = '', scope } = settings;
	return JSON.stringify([triggerOn, host, scope?.of, scope?.id, asksForChurned(settings)]);
}

export function pageRequest(settings: FeedSettings, limit: number, from?: string): PageRequest {
	const { sortBy, query } = feedOf(settings);
	return {
		limit,
		sortBy,
		...query,
		...(asksForChurned(settings) && { status: 'activeOrChurned' }),
		...(from !== undefined && { from }),
	};
}

function asksForChurned(settings: FeedSettings): boolean {
	const { collection, happening } = feedOf(settings);
	return settings.includeChurned === true && collection === 'accounts' && happening !== 'entered';
}

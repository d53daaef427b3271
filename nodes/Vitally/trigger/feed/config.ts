import type { Feed } from './feed';

export interface FeedConfig {
	/** Names the event. */
	triggerOn: string;
	feed: Feed;
	/** Stands for the workspace whose lists these are: another one is another stream. */
	workspace?: string;
	/** A nested list instead of the whole one. */
	scope?: Scope;
	/** Account created and updated: churned accounts too (the list hides them by default). */
	includeChurned?: boolean;
	/** Updated events: fire only when one of these fields changed (syntax: `watchedValue`). */
	watch?: readonly string[];
	/** First activation only: emit this many of the newest records. 0 or absent: start from now. */
	newestOnFirstRun?: number;
	/** Pages with unread records that one poll may take. Default 20, which is 2,000 records. */
	maxPages?: number;
	/** How late a record may become visible after its own timestamp, in ms. Default 2 minutes. */
	lookbackMs?: number;
}

/** The account or organization whose records are meant. */
export interface Scope {
	of: 'account' | 'organization';
	/** The service's id of it. */
	id: string;
	/** What the user names it by: who is made anew under this name goes on in the same stream. */
	externalId?: string;
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

export const DEFAULT_LOOKBACK_MS = 120_000;

export function feedOf(config: FeedConfig): Feed {
	return config.feed;
}

/** The fields to watch; only updated events have them. */
export function watchedPaths(config: FeedConfig): readonly string[] {
	return feedOf(config).happening === 'updated' ? (config.watch ?? []) : [];
}

/** Names the watched fields in the state. */
export function watchedKey(config: FeedConfig): string {
	return JSON.stringify(watchedPaths(config));
}

/** Two configurations with the same stream read the same list: a position in it stays good. */
export function streamId(config: FeedConfig): string {
	const { triggerOn, workspace = '', scope } = config;
	const parent = scope?.externalId === undefined ? scope?.id : { externalId: scope.externalId };
	return JSON.stringify([triggerOn, workspace, scope?.of, parent, asksForChurned(config)]);
}

export function pageRequest(config: FeedConfig, limit: number, from?: string): PageRequest {
	const { sortBy, query } = feedOf(config);
	return {
		limit,
		sortBy,
		...query,
		...(asksForChurned(config) && { status: 'activeOrChurned' }),
		...(from !== undefined && { from }),
	};
}

function asksForChurned(config: FeedConfig): boolean {
	const { collection, happening } = feedOf(config);
	return (
		config.includeChurned === true && collection === 'accounts' && happening !== 'transitioned'
	);
}

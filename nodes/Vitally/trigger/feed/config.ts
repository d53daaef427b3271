import { isThreshold, type Condition } from './detectors/condition';
import type { SegmentChoice } from './detectors/segments';
import type { Feed } from './feed';

export interface FeedConfig {
	/** Names the event. */
	triggerOn: string;
	feed: Feed;
	/** Stands for the workspace whose lists these are: another one is another stream. */
	workspace?: string;
	/** The kind of custom object whose instances are meant: the service's id of it. */
	customObjectId?: string;
	/** A nested list instead of the whole one. */
	scope?: Scope;
	/** Account created and updated: churned accounts too (the list hides them by default). */
	includeChurned?: boolean;
	/** Updated events: fire only when one of these fields changed (syntax: `watchedValue`). */
	watch?: readonly string[];
	/** Updated events: fire only when one of these comes to be met. Instead of `watch`. */
	conditions?: readonly Condition[];
	/** Entered and exited segments: id or name of the only one that counts. */
	segment?: string;
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
	target?: string;
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
	if (config.conditions?.length || feedOf(config).segments) return [];
	return feedOf(config).happening === 'updated' ? (config.watch ?? []) : [];
}

/** Which changes of segments are events; `undefined` where the event is another one. */
export function segmentChoice(config: FeedConfig): SegmentChoice | undefined {
	const { segments: happening } = feedOf(config);
	return happening && { happening, ...(config.segment && { segment: config.segment }) };
}

/** Whether a feed has to know what was there before it began. */
export function needsMembers(config: FeedConfig): boolean {
	const { transitionField, segments } = feedOf(config);
	return Boolean(transitionField ?? segments) || conditionsOf(config).length > 0;
}

/** The conditions to wait for; only updated events have them. */
export function conditionsOf(config: FeedConfig): readonly Condition[] {
	return feedOf(config).happening === 'updated' ? (config.conditions ?? []) : [];
}

/** Whether records are compared with what is remembered of them. */
export function comparesValues(config: FeedConfig): boolean {
	const { segments } = feedOf(config);
	return Boolean(segments) || watchedPaths(config).length > 0 || conditionsOf(config).length > 0;
}

/** Names in the state what is remembered of each record: not the limit of a condition, which may change. */
export function watchedKey(config: FeedConfig): string {
	if (feedOf(config).segments) return JSON.stringify({ segments: true });
	const conditions = conditionsOf(config);
	if (!conditions.length) return JSON.stringify(watchedPaths(config));
	return JSON.stringify({
		conditions: conditions.map((condition) => [condition.field, isThreshold(condition)]),
	});
}

/** Two configurations with the same stream read the same list: a position in it stays good. */
export function streamId(config: FeedConfig): string {
	const { triggerOn, workspace = '', scope, customObjectId } = config;
	const parent = scope?.externalId === undefined ? scope?.id : { externalId: scope.externalId };
	const churned = asksForChurned(config);
	return JSON.stringify([triggerOn, workspace, scope?.of, parent, churned, customObjectId]);
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

/** The configurations of the lists that make up the feed; nested lists are told apart by nothing. */
export function listsOf(config: FeedConfig): FeedConfig[] {
	const { query, lists } = feedOf(config);
	if (!lists || config.scope) return [config];
	return lists.map((list) => ({
		...config,
		feed: { ...config.feed, query: { ...query, ...list } },
	}));
}

function asksForChurned(config: FeedConfig): boolean {
	const { collection, happening } = feedOf(config);
	return (
		config.includeChurned === true && collection === 'accounts' && happening !== 'transitioned'
	);
}

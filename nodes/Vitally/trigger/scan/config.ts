import type { Condition } from '../../operations/definition/resourceEvent';
import type { Feed, FeedConfig, FeedState, PageRequest, StoreState } from './types';

/** How late a record may become visible after its timestamp. */
export const LOOKBACK_MS = 120_000;

/** Whether a condition compares a number with a threshold. */
export function isThreshold({ is }: Pick<Condition, 'is'>): boolean {
	return is === 'dropsBelow' || is === 'risesAbove';
}

/** Whether records are compared with stored values. */
export function comparesValues(config: FeedConfig): boolean {
	return needsFullScan(config) || config.feed.isReadWhole === true;
}

/**
 * Whether a feed starts by reading its lists to the end: timestamps do not show what is old, and n8n may store only
 * the state of the start, so what later polls read is lost with a restart.
 */
export function needsFullScan({ feed, watch = [], conditions = [] }: FeedConfig): boolean {
	const { transitionField, segments, needsScore } = feed;
	const compares = transitionField ?? segments ?? needsScore;

	return Boolean(compares) || watch.length > 0 || conditions.length > 0;
}

/**
 * Equal for settings that store the same values of each record. The limit of a threshold may change, unless the records
 * that do not meet it are left out.
 */
export function watchedKey(
	{ watch = [], conditions }: FeedConfig,
	{ isCompact }: Pick<StoreState, 'isCompact'> = {},
): string {
	if (!conditions?.length) return JSON.stringify(watch);

	const stored = conditions.map(({ field, is, value }) =>
		isThreshold({ is }) && !isCompact ? [field] : [field, is, value],
	);

	return JSON.stringify({ conditions: stored });
}

/** Whether the settings can go on with the stored values of a state. Equal limits never hurt. */
export function watchesSame(config: FeedConfig, { watched, store }: Partial<FeedState>): boolean {
	return (
		watched === watchedKey(config, store ?? {}) ||
		watched === watchedKey(config, { isCompact: true })
	);
}

/** Equal for configurations that read the same lists, and so can continue from the same state. */
export function streamId(config: FeedConfig): string {
	const { triggerOn, workspace = '', scope, parentId } = config;
	const parent = scope?.externalId === undefined ? scope?.id : { externalId: scope.externalId };
	const churned = includesChurned(config);

	return JSON.stringify([triggerOn, workspace, scope?.type, parent, churned, parentId]);
}

/** @param from the cursor of the page; absent for the first page */
export function pageRequest(config: FeedConfig, from?: string): PageRequest {
	const { sortBy, query } = config.feed;
	const request: PageRequest = {};
	if (sortBy) request.sortBy = sortBy;

	Object.assign(request, query);
	if (includesChurned(config)) request.status = 'activeOrChurned';
	if (from !== undefined) request.from = from;

	return request;
}

/** Returns a configuration for each list of the feed. A nested list contains all records of its scope. */
export function listsOf(config: FeedConfig): FeedConfig[] {
	const { query, lists } = config.feed;
	if (!lists || config.scope) return [config];

	return lists.map((list) => ({
		...config,
		feed: { ...config.feed, query: { ...query, ...list } },
	}));
}

/** Whether the list of the feed has no churned records by default. */
export function hidesChurned({ collection, changeKind }: Feed): boolean {
	return collection === 'accounts' && changeKind !== 'transitioned';
}

function includesChurned({ feed, includeChurned }: FeedConfig): boolean {
	return includeChurned === true && hidesChurned(feed);
}

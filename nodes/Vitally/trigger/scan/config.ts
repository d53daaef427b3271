import type { Condition, FeedConfig, PageRequest } from './types';

/** docs/service.md, Limits: page size, maximum and default. */
export const SCAN_PAGE_SIZE = 100;

export const DEFAULT_MAX_PAGES = 20;

export const DEFAULT_LOOKBACK_MS = 120_000;

/** The fields to watch; only updated events have them. */
export function watchedPaths(config: FeedConfig): readonly string[] {
	if (config.conditions?.length || config.feed.segments) return [];
	return config.feed.changeKind === 'updated' ? (config.watch ?? []) : [];
}

/** The conditions to wait for; only updated events have them. */
export function conditionsOf({ feed, conditions }: FeedConfig): readonly Condition[] {
	return feed.changeKind === 'updated' ? (conditions ?? []) : [];
}

/** Whether a condition compares a number with a limit. */
export function isThreshold({ is }: Pick<Condition, 'is'>): boolean {
	return is === 'dropsBelow' || is === 'risesAbove';
}

/** Whether records are compared with values that are remembered of them. */
export function comparesValues(config: FeedConfig): boolean {
	const { segments } = config.feed;
	return Boolean(segments) || watchedPaths(config).length > 0 || conditionsOf(config).length > 0;
}

/** Whether a feed starts with all records of its lists, because timestamps do not show what is old. */
export function needsFullScan(config: FeedConfig): boolean {
	const { transitionField, segments } = config.feed;
	return Boolean(transitionField ?? segments) || conditionsOf(config).length > 0;
}

/** Equal for settings that remember the same of each record. The limit of a condition may change. */
export function watchedKey(config: FeedConfig): string {
	if (config.feed.segments) return JSON.stringify({ segments: true });
	const conditions = conditionsOf(config).map((condition) => {
		const { field, is, value } = condition;
		return isThreshold(condition) ? [field] : [field, is, value];
	});
	return JSON.stringify(conditions.length ? { conditions } : watchedPaths(config));
}

/** Two configurations with the same stream read the same lists: the state of one is good for the other. */
export function streamId(config: FeedConfig): string {
	const { triggerOn, workspace = '', scope, customObjectId } = config;
	const parent = scope?.externalId === undefined ? scope?.id : { externalId: scope.externalId };
	const churned = asksForChurned(config);
	return JSON.stringify([triggerOn, workspace, scope?.of, parent, churned, customObjectId]);
}

export function pageRequest(config: FeedConfig, limit: number, from?: string): PageRequest {
	const { sortBy, query } = config.feed;
	return {
		limit,
		sortBy,
		...query,
		...(asksForChurned(config) && { status: 'activeOrChurned' }),
		...(from !== undefined && { from }),
	};
}

/** The configurations of the lists that make up the feed; a nested list is one for all. */
export function listsOf(config: FeedConfig): FeedConfig[] {
	const { query, lists } = config.feed;
	if (!lists || config.scope) return [config];
	return lists.map((list) => ({
		...config,
		feed: { ...config.feed, query: { ...query, ...list } },
	}));
}

function asksForChurned({ feed, includeChurned }: FeedConfig): boolean {
	const { collection, changeKind: changeKind } = feed;
	return includeChurned === true && collection === 'accounts' && changeKind !== 'transitioned';
}

import type { RecordType } from '../records/recordType';
import { readIdByExternalId } from '../records/resolveId';
import { accountType, customObjectType, organizationType } from '../resources/recordTypes';
import type { Client, Explanation, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { send } from '../transport/send';
import { hidesChurned, pageRequest } from './scan/config';
import type { FeedConfig, Scope, ServiceRecord } from './scan/types';

/** Not selected by name, because the name may change while the trigger is active. */
const withoutNames = (type: RecordType): RecordType => ({ ...type, nameFields: undefined });

/** The record types that have nested lists. */
export const SCOPE_TYPES = {
	account: withoutNames(accountType),
	organization: withoutNames(organizationType),
};

export const CUSTOM_OBJECT = withoutNames(customObjectType);

/** An account or organization selected by its external ID. */
export type ExternalScope = Required<Pick<Scope, 'of' | 'externalId'>>;

/** The list that a feed reads, and a filter for its records. */
export interface FeedSource {
	path: string;
	/** Whether the list also has records of other scopes. */
	isShared: boolean;
	isInScope(record: ServiceRecord): boolean;
	/** In scope, and not a churned account that the settings exclude. */
	includes(record: ServiceRecord): boolean;
	explain(status: number): Explanation | undefined;
}

/**
 * The list of a feed: for a scope, the nested list of its account or organization. The document has neither
 * `status` nor `archived` for nested lists, so an event that needs one of them reads the whole list and
 * filters it. Instances are in the list of their custom object.
 *
 * @throws VitallyError when the ID of the scope or custom object is invalid
 * Source: docs/internal/service.md, Accounts, Notes, Projects, Custom objects
 */
export function feedSourceOf(config: FeedConfig): FeedSource {
	const { scope, customObjectId } = config;
	const { collection } = config.feed;
	const { status, archived } = pageRequest(config, 1);
	const isNested = scope !== undefined && status === undefined && archived === undefined;
	const parent = customObjectId === undefined ? scope && SCOPE_TYPES[scope.of] : customObjectType;
	const parentId = customObjectId ?? scope?.id;
	const label = parent?.label ?? '';
	const isBelow = customObjectId !== undefined || isNested;
	const root = isBelow && parent ? `${parent.path}/${pathSegment(parentId, label)}` : '/resources';
	const excludesChurned = hidesChurned(config.feed) && !config.includeChurned;
	const isShared = scope !== undefined && !isNested;
	const isInScope = (record: ServiceRecord) => !isShared || record[`${scope.of}Id`] === scope.id;
	return {
		path: `${root}/${collection}`,
		isShared,
		isInScope,
		includes: (record) =>
			isInScope(record) &&
			// It is unknown whether an organization's list contains churned accounts.
			!(excludesChurned && typeof record.churnedAt === 'string'),
		explain: (responseStatus) =>
			responseStatus === 404 && parent
				? {
						message: `The ${parent.noun} "${parentId}" was not found`,
						description: `Check the value of '${label}': it may be deleted, or belong to another workspace than the credential.`,
					}
				: undefined,
	};
}

const HOUR_MS = 3_600_000;

/**
 * The Vitally IDs of external IDs, cached for an hour, because a record may be deleted and re-created
 * with another Vitally ID. `pollFeed` looks an ID up earlier when its list suggests that.
 * Source: docs/internal/service.md, Account
 */
export class ScopeIdCache {
	private readonly entries = new Map<string, { id: string; foundAt: number }>();

	/** @param now Unix milliseconds, as `Date.now` */
	constructor(private readonly now: () => number) {}

	/** @param workspace part of the key, because two workspaces may have the same external IDs */
	get(workspace: string, scope: ExternalScope): string | undefined {
		for (const [key, { foundAt }] of this.entries) {
			if (Math.abs(this.now() - foundAt) > HOUR_MS) this.entries.delete(key);
		}
		return this.entries.get(scopeKey(workspace, scope))?.id;
	}

	set(workspace: string, scope: ExternalScope, id: string): void {
		this.entries.set(scopeKey(workspace, scope), { id, foundAt: this.now() });
	}

	delete(workspace: string, scope: ExternalScope): void {
		this.entries.delete(scopeKey(workspace, scope));
	}
}

function scopeKey(workspace: string, { of, externalId }: ExternalScope): string {
	return JSON.stringify([workspace, of, externalId]);
}

const scopeIds = new ScopeIdCache(Date.now);

/** The ID that was found within the last hour, or `undefined`. */
export function cachedScopeId(client: Client, scope: ExternalScope): string | undefined {
	return scopeIds.get(client.workspaceKey, scope);
}

/**
 * Looks up the Vitally ID with one request, and caches it.
 *
 * @throws VitallyError when there is no such record
 */
export async function readScopeId(client: Client, scope: ExternalScope): Promise<string> {
	const { of, externalId } = scope;
	const type = SCOPE_TYPES[of];
	scopeIds.delete(client.workspaceKey, scope);
	const sender = { send: async (request: ServiceRequest) => await send(client, request) };
	const id = await readIdByExternalId(sender, type, externalId, type.label);
	scopeIds.set(client.workspaceKey, scope, id);
	return id;
}

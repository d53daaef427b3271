import type { RecordType } from '../records/recordType';
import { readIdByExternalId } from '../records/resolveId';
import { accountType, customObjectType, organizationType } from '../resources/recordTypes';
import type { Client, Explanation, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { send } from '../transport/send';
import { pageRequest } from './scan/config';
import type { FeedConfig, Scope, ServiceRecord } from './scan/types';

/** A record that a trigger is about is not picked by a name, which may change while the trigger is active. */
const picked = (type: RecordType): RecordType => ({ ...type, nameFields: undefined });

/** What a scope may be: the kinds of records that have lists of their own. */
export const SCOPE_TYPES = { account: picked(accountType), organization: picked(organizationType) };

export const CUSTOM_OBJECT = picked(customObjectType);

/** An account or organization by the external ID that the user set. */
export type ExternalScope = Required<Pick<Scope, 'of' | 'externalId'>>;

/** The list that a feed reads, and which of its records are meant. */
export interface FeedSource {
	path: string;
	/** Whether the list has records of other scopes too. */
	isShared: boolean;
	isInScope(record: ServiceRecord): boolean;
	/** In scope, and not left out for another reason. */
	includes(record: ServiceRecord): boolean;
	explain(status: number): Explanation | undefined;
}

/**
 * A scope is read from the nested list of its account or organization. The document has
 * neither `status` nor `archived` for these lists: where one of them is needed, the whole list is read and what
 * belongs to the scope is picked from it.
 *
 * Instances are in the list of their custom object.
 *
 * @throws VitallyError when the ID of the scope or custom object is invalid
 * Source: docs/service.md, Accounts, Notes, Projects, Custom objects
 */
export function feedSourceOf(config: FeedConfig): FeedSource {
	const { scope, customObjectId } = config;
	const { collection, changeKind: changeKind } = config.feed;
	const { status, archived } = pageRequest(config, 1);
	const isNested = scope !== undefined && status === undefined && archived === undefined;
	const parent = customObjectId === undefined ? scope && SCOPE_TYPES[scope.of] : customObjectType;
	const parentId = customObjectId ?? scope?.id;
	const label = parent?.label ?? '';
	const isBelow = customObjectId !== undefined || isNested;
	const root = isBelow && parent ? `${parent.path}/${pathSegment(parentId, label)}` : '/resources';
	const hidesChurned =
		collection === 'accounts' && changeKind !== 'transitioned' && !config.includeChurned;
	const isShared = scope !== undefined && !isNested;
	const isInScope = (record: ServiceRecord) => !isShared || record[`${scope.of}Id`] === scope.id;
	return {
		path: `${root}/${collection}`,
		isShared,
		isInScope,
		includes: (record) =>
			isInScope(record) &&
			// It is unknown whether an organization's list contains churned accounts.
			!(hidesChurned && typeof record.churnedAt === 'string'),
		explain: (answered) =>
			answered === 404 && parent
				? {
						message: `The ${parent.noun} "${parentId}" was not found`,
						description: `Check the value of '${label}': it may be deleted, or belong to another workspace than the credential.`,
					}
				: undefined,
	};
}

const HOUR_MS = 3_600_000;

/**
 * The Vitally IDs of external IDs, for polls. An external ID does not change, but its record may be
 * deleted and re-created with another ID: `pollFeed` looks it up again whenever its list may be that of
 * the former one, and every hour.
 * Source: docs/service.md, Account
 */
export class ScopeIdCache {
	private readonly entries = new Map<string, { id: string; foundAt: number }>();

	/** @param now Unix milliseconds, as `Date.now` */
	constructor(private readonly now: () => number) {}

	/** @param workspace two workspaces may share a host, and have the same external IDs */
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

/** The ID as it was found within the last hour, or `undefined`. */
export function cachedScopeId(client: Client, scope: ExternalScope): string | undefined {
	return scopeIds.get(client.workspaceKey, scope);
}

/**
 * Sends one request.
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

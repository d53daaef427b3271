import { accountType, customObjectType, organizationType } from '../resources/recordTypes';
import type { Explanation } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { feedOf, pageRequest, type FeedConfig } from './feed/config';
import type { ServiceRecord } from './feed/record';
import type { RecordType } from '../records/recordType';

/** A record that a trigger is about is not picked by a name, which may change while the trigger is at work. */
const picked = (type: RecordType): RecordType => ({ ...type, nameFields: undefined });

/** What a scope may be: the kinds of records that have lists of their own. */
export const SCOPE_TYPES = { account: picked(accountType), organization: picked(organizationType) };

export const CUSTOM_OBJECT = picked(customObjectType);

export type ScopeKind = keyof typeof SCOPE_TYPES;

/** The list that a feed reads, and which of its records are meant. */
export interface FeedSource {
	path: string;
	/** Whether records of other scopes stand in the list too. */
	isShared: boolean;
	isInScope(record: ServiceRecord): boolean;
	/** In scope, and not left out for another reason. */
	includes(record: ServiceRecord): boolean;
	explain(status: number): Explanation | undefined;
}

/**
 * A scope is read from the nested list of its account or organization. The document gives these lists
 * neither `status` nor `archived`: where one of them is needed, the whole list is read and what
 * belongs to the scope is picked from it.
 *
 * Instances are in the list of their custom object.
 *
 * @throws VitallyError when the id of the scope or custom object is none
 * Source: docs/service.md, Accounts, Notes, Projects, Custom objects
 */
export function sourceOf(config: FeedConfig): FeedSource {
	const { scope, customObjectId } = config;
	const { collection, happening } = feedOf(config);
	const { status, archived } = pageRequest(config, 1);
	const isNested = scope !== undefined && status === undefined && archived === undefined;
	const parent = customObjectId === undefined ? scope && SCOPE_TYPES[scope.of] : customObjectType;
	const parentId = customObjectId ?? scope?.id;
	const label = parent?.label ?? '';
	const isBelow = customObjectId !== undefined || isNested;
	const root = isBelow && parent ? `${parent.path}/${pathSegment(parentId, label)}` : '/resources';
	const hidesChurned =
		collection === 'accounts' && happening !== 'transitioned' && !config.includeChurned;
	const isShared = scope !== undefined && !isNested;
	const isInScope = (record: ServiceRecord) => !isShared || record[`${scope.of}Id`] === scope.id;
	return {
		path: `${root}/${collection}`,
		isShared,
		isInScope,
		includes: (record) =>
			isInScope(record) &&
			// Whether an organization's list holds churned accounts is not shown.
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

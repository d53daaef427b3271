import { accountIdsOf } from '../records/accountIds';
import { readByExternalId, recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import { explainMissing, missingError } from '../records/resolveId';
import { accountType, organizationType } from '../resources/recordTypes';
import type { Client, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { sendContextOf } from '../transport/send';
import { parseDecimal } from '../values/numbers';
import { hidesChurned, pageRequest } from './scan/config';
import { fieldsOfFeed, ShownFields } from './scan/fields/shownFields';
import type { FeedConfig, Scope, ServiceRecord } from './scan/types';

/** The type without selection by name, because the name may change while the trigger is active. */
export function withoutNames(type: RecordType): RecordType {
	return { ...type, nameFields: undefined };
}

/** The record that the user selected in 'From', by its Vitally ID or its external ID. */
export type SelectedScope = { type: RecordType } & ({ id: string } | { externalId: string });

/**
 * Returns the scope with its Vitally ID. An external ID is looked up in each poll, because its record may be deleted
 * and created again with another Vitally ID.
 *
 * @throws VitallyError when there is no such record
 * Source: docs/internal/service.md, Account
 */
export async function resolveScope(client: Client, selected: SelectedScope): Promise<Scope> {
	const { type } = selected;
	const typeName = type.name as Scope['type'];
	if ('id' in selected) return { type: typeName, id: selected.id };

	const { externalId } = selected;
	const list = recordListOf(type);
	const record = await readByExternalId(sendContextOf(client), list, externalId);
	if (!record) throw missingError(list, type.label, { mode: 'externalId', value: externalId });

	return { type: typeName, id: String(record.id), externalId };
}

export interface FeedList extends Required<Pick<FeedConfig, 'isInScope' | 'isWanted'>> {
	path: string;
	/** Throws ListError for a page that shows a field that decides about events in no readable form. */
	assertShown(records: readonly ServiceRecord[]): void;
	/** Explains a missing parent. */
	explain: ServiceRequest['explain'];
}

/**
 * The list of a feed: for a scope, the nested list of its account or organization. The document has neither
 * `status` nor `archived` for nested lists, so an event that needs one of them reads the whole list and
 * filters it. Instances are in the list of their custom object, which is filtered too, and responses in that of their
 * survey.
 *
 * @throws VitallyError when the ID of the scope, custom object or survey is invalid
 * Source: docs/internal/service.md, Accounts, Notes, Projects, Custom objects
 */
export function feedListOf(config: FeedConfig): FeedList {
	const { feed, scope } = config;
	const parent = parentOf(config);
	const { status, archived } = pageRequest(config);
	const isNested = feed.parent !== undefined || (status === undefined && archived === undefined);
	const isFiltered = scope !== undefined && (feed.parent !== undefined || !isNested);
	const excludesChurned = hidesChurned(feed) && !config.includeChurned;
	const root = parent && isNested ? pathOf(parent) : '/resources';
	const shown = new ShownFields(fieldsOfFeed(config));

	return {
		path: `${root}/${feed.collection}`,
		assertShown: (records) => shown.assertShown(records),
		isInScope: (record) => !isFiltered || isIn(record, scope),
		// It is unknown whether an organization's list contains churned accounts.
		isWanted: (record) =>
			isScored(record, config) && !(excludesChurned && typeof record.churnedAt === 'string'),
		explain: parent && {
			404: explainMissing(parent.type, parent.type.label, { value: parent.id }),
		},
	};
}

interface Parent {
	type: NonNullable<FeedConfig['feed']['parent']>;
	id: string | undefined;
}

/** The record that the list belongs to: the selected custom object or survey, or else the scope. */
function parentOf({ feed, scope, parentId }: FeedConfig): Parent | undefined {
	if (feed.parent) return { type: feed.parent, id: parentId };
	if (!scope) return undefined;

	return { type: scope.type === 'account' ? accountType : organizationType, id: scope.id };
}

/** @throws VitallyError when the ID is invalid */
function pathOf({ type, id }: Parent): string {
	return `${type.path}/${pathSegment(id, type.label)}`;
}

function isScored(record: ServiceRecord, { scores }: FeedConfig): boolean {
	const score = parseDecimal(record.score);

	return !scores || (score !== undefined && scores[0] <= score && score <= scores[1]);
}

function isIn(record: ServiceRecord, { type, id }: Scope): boolean {
	return type === 'account' ? accountIdsOf(record).includes(id) : record.organizationId === id;
}

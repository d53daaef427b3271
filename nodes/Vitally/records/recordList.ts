import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { SendContext } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { pathSegment, recordFrom } from '../transport/records';
import { isEmpty } from '../values/emptyValues';
import type { RecordType } from './recordType';

/** Where the records of one list are, and how one is found by its external ID. */
export interface RecordList
	extends Pick<RecordType, 'noun' | 'plural' | 'nameFields' | 'notFound' | 'externalIds'> {
	/** Path of the list, and with an ID after it of one record. */
	path: string;
	/** Queries of the lists that contain all records together. */
	queries: readonly IDataObject[];
	/** The field by which records are found, by default `externalId`; see `keyOf`. */
	key?: 'email' | 'externalId' | 'id';
	/**
	 * Reads one record by its external ID. Without it only the lists return external IDs.
	 *
	 * @returns `undefined` when there is none
	 */
	read?(context: SendContext, externalId: string): Promise<IDataObject | undefined>;
	/** As `read`, by its Vitally ID. */
	readById(context: SendContext, id: string): Promise<IDataObject | undefined>;
}

/**
 * The records of a type.
 *
 * @param integration that created the records, where external IDs are unique only within one; the path
 * accepts external IDs together with it (docs/internal/public-facts.md, 4)
 */
export function recordListOf(type: RecordType, integration?: string): RecordList {
	const { path, lists = [{}] } = type;
	const query = integration === undefined ? {} : { source: integration };
	const externalIds = integration === undefined ? type.externalIds : { lookup: 'path' as const };
	return {
		...type,
		queries: lists.map((own) => ({ ...type.pickList?.query, ...query, ...own })),
		externalIds,
		read:
			externalIds?.lookup === 'path'
				? async (context, externalId) => await readAtPath(context, path, externalId, query)
				: undefined,
		readById: async (context, id) => {
			const record = await readAtPath(context, path, id, query);
			return record?.id === id ? record : undefined;
		},
	};
}

/** The ID or email address by which a record is found; `undefined` where it has none. */
export function keyOf({ key = 'externalId' }: RecordList, record: IDataObject): unknown {
	const value = record[key];
	// The external ID of a note may be an empty text.
	if (isEmpty(value)) return undefined;
	return key === 'email' && typeof value === 'string' ? normalizeEmail(value) : value;
}

/**
 * An email address for comparison: not case-sensitive. Blanks around that of a record are part of it, because
 * the service's search may count them too.
 */
export function normalizeEmail(email: string): string {
	return email.toLowerCase();
}

/**
 * Reads the record with an external ID without any index; where only the lists return external IDs, it
 * searches the newest records.
 *
 * @returns `undefined` when there is none
 * @throws VitallyError when the service returns the record with this Vitally ID
 */
export async function readByExternalId(
	context: SendContext,
	list: RecordList,
	externalId: string,
): Promise<IDataObject | undefined> {
	if (list.read) {
		const record = await list.read(context, externalId);
		if (record && keyOf(list, record) !== externalId) throw otherRecordError(list, externalId);
		return record;
	}
	for (const query of list.queries) {
		const { records } = await readPage(context, { path: list.path, query }, PAGE_SIZE);
		const record = records.find((one) => one.externalId === externalId);
		if (record) return record;
	}
	return undefined;
}

export function ambiguousError(
	{ plural, key }: RecordList,
	externalId: string,
	count: number,
): VitallyError {
	return new VitallyError(
		`${count} ${plural} have the ${key === 'email' ? 'email address' : 'external ID'} "${externalId}"`,
		"Name one of them by its Vitally ID, for example with 'By ID'.",
	);
}

/** The error for an external ID that is the Vitally ID of another record. */
export function otherRecordError(
	{ noun }: Pick<RecordType, 'noun'>,
	externalId: string,
): VitallyError {
	return new VitallyError(
		`"${externalId}" is the Vitally ID of another ${noun}`,
		"Use another 'External ID' for the record: Vitally reads this one as a Vitally ID.",
	);
}

async function readAtPath(
	context: SendContext,
	path: string,
	externalId: string,
	query: IDataObject,
): Promise<IDataObject | undefined> {
	const request = {
		method: 'GET' as const,
		path: `${path}/${pathSegment(externalId, 'External ID')}`,
		query,
		handledStatuses: [404],
	};
	const response = await context.send(request);
	return response.status === 404 ? undefined : recordFrom(response, request);
}

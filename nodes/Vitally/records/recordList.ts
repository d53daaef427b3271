import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { Identity, SendContext } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { recordFrom } from '../transport/responses';
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
	 * @param isEither whether it may also be a Vitally ID
	 * @returns `undefined` when there is none
	 */
	read?(
		context: SendContext,
		externalId: string,
		isEither?: boolean,
	): Promise<IDataObject | undefined>;
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
	const { lists = [{}] } = type;
	const query = integration === undefined ? {} : { source: integration };
	const externalIds = integration === undefined ? type.externalIds : { lookup: 'path' as const };

	return {
		...type,
		queries: lists.map((own) => ({ ...type.pickList?.query, ...query, ...own })),
		externalIds,
		read:
			externalIds?.lookup === 'path'
				? async (context, externalId, isEither) =>
						await readAtPath(context, type, externalId, query, { externalId, isEither })
				: undefined,
		readById: async (context, id) => {
			const record = await readAtPath(context, type, id, query);

			return record?.id === id ? record : undefined;
		},
	};
}

/** The ID or email address by which a record is found; empty where it has none. */
export function keyOf({ key = 'externalId' }: RecordList, record: IDataObject): unknown {
	const value = record[key];

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
	if (list.read) return await list.read(context, externalId);

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

async function readAtPath(
	context: SendContext,
	{ noun, path }: RecordType,
	id: string,
	query: IDataObject,
	named?: Identity,
): Promise<IDataObject | undefined> {
	const response = await context.send({
		method: 'GET',
		path: `${path}/${pathSegment(id, 'External ID')}`,
		query,
		handledStatuses: [404],
		target: named && { noun, ...named },
	});

	return response.status === 404 ? undefined : recordFrom(response);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ReadRequest, SendContext } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { hasId, recordFrom } from '../transport/responses';
import type { RecordType } from './recordType';

/** The IDs that a text may be: only the external ID of a record, or either its external ID or its Vitally ID. */
export type IdKind = 'externalId' | 'either';

/** The path of a list of records, and how a record of it is found by its external ID. */
export interface RecordList
	extends Pick<RecordType, 'noun' | 'plural' | 'nameFields' | 'notFound' | 'externalIds'> {
	/** Path of the list, and with an ID after it of one record. */
	path: string;
	/** Queries of the lists that contain all records together. */
	queries: readonly IDataObject[];
	/** The field by which records are found, by default `externalId`; see `keyOf`. */
	key?: 'email' | 'externalId' | 'id';
	/** How a table writes keys of which capitals are no part, by key; filled by the one who reads the table. */
	spellings?: Map<string, string>;
	/**
	 * Reads one record by its external ID. Where this is missing, only the lists return external IDs.
	 *
	 * @param kind is `externalId` by default
	 * @returns `undefined` when there is none
	 */
	read?(context: SendContext, id: string, kind?: IdKind): Promise<IDataObject | undefined>;
	/** Reads one record by its Vitally ID, and returns `undefined` when there is none. */
	readById(context: SendContext, id: string): Promise<IDataObject | undefined>;
	/**
	 * Whether a record that was created a short time ago is archived. It is missing where `readById` finds archived
	 * records too, and where there are none.
	 */
	isArchived?(context: SendContext, id: string): Promise<boolean>;
}

/**
 * Returns the list of the records of a type.
 *
 * @param integration created the records, where external IDs are unique only within one; the path accepts external
 * IDs together with it (docs/internal/public-facts.md, 4)
 */
export function recordListOf(type: RecordType, integration?: string): RecordList {
	const { noun, lists = [{}] } = type;
	const query = integration === undefined ? {} : { source: integration };
	const externalIds = integration === undefined ? type.externalIds : { lookup: 'path' as const };
	const pathOf = (id: string) => `${type.path}/${pathSegment(id, 'External ID')}`;

	const readAtPath: RecordList['read'] = async (context, externalId, kind) =>
		await readIfFound(context, {
			path: pathOf(externalId),
			query,
			target: { noun, externalId, isEither: kind === 'either' },
		});

	return {
		...type,
		queries: lists.map((own) => ({ ...type.pickList?.query, ...query, ...own })),
		externalIds,
		read: externalIds?.lookup === 'path' ? readAtPath : undefined,
		readById: async (context, id) => {
			const record = await readIfFound(context, { path: pathOf(id), query });

			// The path may lead to another record, which has the ID as its external ID.
			return record?.id === id ? record : undefined;
		},
	};
}

/** Returns the ID or email address by which a record is found; it is empty where the record has none. */
export function keyOf({ key = 'externalId' }: RecordList, record: IDataObject): unknown {
	const value = record[key];

	return key === 'email' && typeof value === 'string' ? normalizeEmail(value) : value;
}

/**
 * Returns an email address for comparison, which is not case-sensitive. Blanks around that of a record are part of it,
 * because the service's search may count them too.
 */
export function normalizeEmail(email: string): string {
	return email.toLowerCase();
}

/**
 * Reads the record with an external ID without any index. Where only the lists return external IDs, it is searched
 * among the newest records.
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

		assertIdentified(list, records);

		const record = records.find((listed) => listed.externalId === externalId);
		if (record) return record;
	}

	return undefined;
}

/**
 * Asserts that the rows of a page are records: what a list shows in another form is not taken for records that it does not
 * have.
 *
 * @throws VitallyError for a row without a Vitally ID
 */
export function assertIdentified({ plural, path }: RecordList, records: IDataObject[]): void {
	const index = records.findIndex((record) => !hasId(record));
	if (index < 0) return;

	throw new VitallyError(
		`Vitally's list of ${plural} contains a record without an ID, record ${index + 1} of a page`,
		`Run the item again. If the error stays, check the address in the credential: without IDs, the list doesn't show which ${plural} exist. (GET ${path})`,
	);
}

/** Returns the error for an external ID or email address that several records have. */
export function ambiguousError(
	{ plural, key }: RecordList,
	externalId: string,
	count: number,
): VitallyError {
	return new VitallyError(
		`${count} ${plural} have the ${key === 'email' ? 'email address' : 'External ID'} "${externalId}"`,
		"Choose one of them by its Vitally ID, for example with 'By ID'.",
	);
}

async function readIfFound(
	context: SendContext,
	request: Pick<ReadRequest, 'path' | 'query' | 'target'>,
): Promise<IDataObject | undefined> {
	const response = await context.send({ method: 'GET', ...request, handledStatuses: [404] });

	return response.status === 404 ? undefined : recordFrom(response);
}

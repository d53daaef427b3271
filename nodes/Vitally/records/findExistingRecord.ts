import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { isEmpty } from '../values/emptyValues';
import { createdRecords, creationKey } from './creation/createdRecords';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, type RecordList } from './recordList';

export interface ExistingRecord {
	id: string;
	/** The whole record, where a single read found it. */
	record?: IDataObject;
}

/**
 * Finds the record with an external ID right before it is changed or created: by a single read where the service has
 * one, else in the index of the run. Neither may contain what this process has created since.
 *
 * @returns `undefined` when there is none
 * @throws VitallyError when several records have the external ID
 */
export async function findExistingRecord(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	if (list.read) {
		const record = await readByExternalId(item, list, externalId);
		if (record) return { id: String(record.id), record };
	} else {
		const index = await recordIndexOf(item, list);
		// The index keeps only the ID of a record.
		const indexed = await index.find(item, externalId);
		if (indexed) return { id: String(indexed.id) };
	}

	return await findRecordCreatedHere(item, list, externalId);
}

/**
 * Finds the record that this process created with an external ID, unless it is gone, archived or has another external
 * ID since.
 * Only where there is such a record, a request reads it.
 *
 * @returns only its ID where the service's search does not find it yet
 */
export async function findRecordCreatedHere(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const created = createdRecords.recall(creationKey(item, list.path, externalId));

	for (const { id, rateLimitKey, isRecent } of created) {
		const record = await list.readById(item, id);
		const isThere = record?.externalId === externalId && isEmpty(record.archivedAt);
		if (isThere) return { id, record };

		// The service's search lags behind, and does not find what was archived.
		const mayBeMissed = !record && isRecent && list.externalIds?.lookup === 'search';
		const isMissed = mayBeMissed && !(await list.isArchived?.(item, id));
		if (isMissed) return { id };

		// What another key does not see may be there nevertheless.
		if (rateLimitKey === item.rateLimitKey) createdRecords.forget(id);
	}

	return undefined;
}

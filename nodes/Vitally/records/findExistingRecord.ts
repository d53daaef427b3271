import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { createdRecords, creationKey } from './createdRecords';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, type RecordList } from './recordList';

export interface ExistingRecord {
	id: string;
	/** The whole record, where a single read found it. */
	record?: IDataObject;
}

/**
 * The record with an external ID, looked up right before it is changed or created: by a single read where
 * the service has one, else in the index of the run. Neither may contain what this process has created since.
 *
 * @throws VitallyError when several records have the external ID
 */
export async function findExistingRecord(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const record = list.read
		? await readByExternalId(item, list, externalId)
		: await (await recordIndexOf(item, list)).find(item, externalId);
	if (record) return { id: String(record.id), ...(list.read && { record }) };

	return await findRecordCreatedHere(item, list, externalId);
}

/**
 * The record that this process created with an external ID, unless it is gone or has another one since. Only
 * where there is one, a request reads it.
 *
 * @returns without the record where the service's search does not find it yet
 */
export async function findRecordCreatedHere(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const key = creationKey(item, list.path, externalId);
	const created = createdRecords.recall(key);
	if (!created) return undefined;

	const { id, isRecent } = created;
	const record = await list.readById(item, id);
	if (record?.externalId === externalId) return { id, record };
	if (!record && list.externalIds?.lookup === 'search' && isRecent) return { id };

	createdRecords.forget(key);

	return undefined;
}

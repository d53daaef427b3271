import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { recallCreated } from './createdRecords';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, type RecordSource } from './recordSource';

export interface ExistingRecord {
	/** The Vitally ID. */
	id: string;
	/** The record, where it was read by itself. */
	record?: IDataObject;
}

/**
 * The record with an external ID, looked up right before it is changed or created: by itself where that is
 * possible, else in the index of the run. Where the service would create a second record, one that this
 * process created a moment ago is found even if the search lags behind.
 *
 * @throws VitallyError when several records have the external ID
 */
export async function findExisting(
	item: ItemContext,
	source: RecordSource,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const record = source.read
		? await readByExternalId(item, source, externalId)
		: await (await recordIndexOf(item, source)).find(item, externalId);
	if (record) return { id: String(record.id), ...(source.read && { record }) };
	const id = source.createsDuplicates && recallCreated(item, source.path, externalId);
	return id ? { id } : undefined;
}

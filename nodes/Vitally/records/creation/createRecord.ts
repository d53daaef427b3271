import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { WriteRequest } from '../../transport/client';
import { recordFromCreation } from '../../transport/responses';
import { findExistingRecord } from '../findExistingRecord';
import type { RecordList } from '../recordList';
import { lockExternalId } from '../recordLocks';
import type { RecordType } from '../recordType';
import { createIdempotently, externalIdOf } from './createIdempotently';

const USE_UPSERT =
	"Use the operation 'Create or Update' to change it, or enter another 'External ID'.";

/** A record to create. */
interface NewRecord {
	type: RecordType;
	/** The list that it will be in. */
	list: RecordList;
	request: WriteRequest;
}

export interface CreationOptions {
	/** Description of the error where another record has the external ID. */
	ifTaken?: string;
	/** Whether the service would change that record, so that it is looked up first. */
	looksFirst?: boolean;
}

/**
 * Creates a record.
 *
 * @throws VitallyError when the service does not accept the record, or it is unknown whether it did
 */
export async function createRecord(
	item: ItemContext,
	{ type, list, request }: NewRecord,
	{ ifTaken = USE_UPSERT, looksFirst }: CreationOptions = {},
): Promise<IDataObject> {
	const externalId = externalIdOf(request);
	if (typeof externalId !== 'string') return recordFromCreation(await item.send(request));

	const takenError = (facts: VitallyError['facts'] = {}, id?: unknown) => {
		const suffix = id === undefined ? '' : `, with the ID "${id}"`;

		return new VitallyError(
			`The External ID "${externalId}" already belongs to another ${list.noun}${suffix}`,
			ifTaken,
			{ ...facts, field: 'External ID' },
		);
	};

	return await lockExternalId(item, type, externalId, async () => {
		const existing = looksFirst ? await findExistingRecord(item, list, externalId) : undefined;
		if (existing) throw takenError({}, existing.id);

		const { isCreated, record, rejection } = await createIdempotently(item, request, list);
		if (isCreated) return record;

		throw takenError(rejection?.facts);
	});
}

import type { IDataObject } from 'n8n-workflow';

import { concurrentChangeError, createIdempotently } from '../records/createIdempotently';
import { findExisting, forgetCreated } from '../records/findExisting';
import type { ServiceRequest } from '../transport/client';
import { pathSegment, hasId, optionalRecordFrom } from '../transport/records';
import { changedRecord, readFields } from './differences';
import { isChange, planRow, textOf, type PlannedRow, type SyncRow, type SyncSpec } from './plan';

/** How often a row is planned: again where its record is not the one that was read. */
const MAX_ATTEMPTS = 3;

/** A row that was written, and its record afterwards. */
interface WrittenRow extends PlannedRow {
	record: IDataObject | undefined;
}

/** The record as it is now, and whether the row was written to it. */
interface Attempt {
	isWritten: boolean;
	record: IDataObject | undefined;
}

/**
 * Writes what a row changes. A record that was deleted in the meantime is created again, and one that
 * another process created is updated.
 *
 * @param record see `readFields`; `undefined` where there is none
 * @throws VitallyError when the service does not accept the row, or it is unknown whether it did
 */
export async function writeRow(
	row: SyncRow,
	record: IDataObject | undefined,
	spec: SyncSpec,
): Promise<WrittenRow> {
	let current = record;
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const planned = planRow(row, current, spec);
		if (!isChange(planned)) return { ...planned, record: current };
		const { isWritten, record: after } = current
			? await update(row, planned, current, spec)
			: await create(row, planned, spec);
		const id = planned.id ?? textOf(after?.id);
		if (isWritten) return { ...planned, id, record: after };
		current = after;
	}
	throw concurrentChangeError();
}

async function update(
	{ item, list, key }: SyncRow,
	{ id, body = {} }: PlannedRow,
	record: IDataObject,
	spec: SyncSpec,
): Promise<Attempt> {
	const request: ServiceRequest = {
		method: 'PUT',
		path: `${list.path}/${pathSegment(id ?? key, 'Vitally ID')}`,
		body,
		handledStatuses: [404],
	};
	const response = await item.send(request);
	if (response.status === 404) {
		forgetCreated(item, list.path, key);
		return { isWritten: false, record: undefined };
	}
	const returned = optionalRecordFrom(response, request, hasId);
	const after = changedRecord(record, body, returned && readFields(returned, spec));
	return { isWritten: true, record: after };
}

async function create(
	{ item, list, key }: SyncRow,
	{ body = {} }: PlannedRow,
	spec: SyncSpec,
): Promise<Attempt> {
	if (list.externalIds?.lookup === 'search') {
		// The record may have been created since the list was read.
		const existing = await findExisting(item, list, key);
		const found = existing && (existing.record ?? { id: existing.id });
		if (found) return { isWritten: false, record: readFields(found, spec) };
	}
	const request: ServiceRequest = { method: 'POST', path: list.path, body };
	const creation = await createIdempotently(item, request, list);
	const record = readFields(creation.record, spec);
	if (!creation.isCreated) return { isWritten: false, record };
	return { isWritten: true, record: changedRecord(body, {}, record) };
}

import type { IDataObject } from 'n8n-workflow';

import { concurrentChangeError, createIdempotently } from '../records/createIdempotently';
import { findExisting, forgetCreated } from '../records/findExisting';
import type { ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { hasId, optionalRecordFrom } from '../transport/records';
import { changedRecord, readFields } from './differences';
import { planRow, type PlannedRow, type SyncRow, type SyncSpec } from './plan';

/** A row that was written, and its record afterwards. */
interface WrittenRow extends PlannedRow {
	record: IDataObject | undefined;
}

/**
 * Writes what a row changes. A record that was deleted in the meantime is created again, and one that
 * another process created is updated.
 *
 * @param record see `readFields`; `undefined` where there is none
 * @param retries how often the row is planned again for another record than the one that was read
 * @throws VitallyError when the service does not accept the row, or it is unknown whether it did
 */
export async function writeRow(
	row: SyncRow,
	record: IDataObject | undefined,
	spec: SyncSpec,
	retries = 2,
): Promise<WrittenRow> {
	const planned = planRow(row, record, spec);
	if (planned.result === 'updated') {
		const after = await update(row, planned, record as IDataObject, spec);
		return after ? { ...planned, record: after } : await retry(row, undefined, spec, retries);
	}
	if (planned.result !== 'created') return { ...planned, record };

	const existing = await findDuplicate(row, spec);
	if (existing) return await retry(row, existing, spec, retries);
	const body = planned.body as IDataObject;
	const request: ServiceRequest = {
		method: 'POST',
		path: row.source.path,
		body,
		explain: spec.explain?.(row.item, body),
	};
	const creation = await createIdempotently(row.item, request, row.source);
	if (creation.outcome === 'rejected') throw row.item.apiError(creation.response, request);
	const created = readFields(creation.record, spec);
	if (creation.outcome === 'taken') return await retry(row, created, spec, retries);
	const id = typeof created.id === 'string' ? created.id : undefined;
	return { ...planned, id, record: changedRecord(body, {}, created) };
}

/** Plans and writes the row for a record that is not the one that was read. */
async function retry(
	row: SyncRow,
	record: IDataObject | undefined,
	spec: SyncSpec,
	retries: number,
): Promise<WrittenRow> {
	if (retries > 0) return await writeRow(row, record, spec, retries - 1);
	throw concurrentChangeError();
}

/** @returns the record afterwards, `undefined` when there is none */
async function update(
	{ item, source, key }: SyncRow,
	{ id, body = {} }: PlannedRow,
	record: IDataObject,
	spec: SyncSpec,
): Promise<IDataObject | undefined> {
	const request: ServiceRequest = {
		method: 'PUT',
		path: `${source.path}/${pathSegment(id ?? key, 'Vitally ID')}`,
		body,
		handledStatuses: [404],
	};
	const response = await item.send(request);
	if (response.status === 404) {
		forgetCreated(item, source.path, key);
		return undefined;
	}
	const returned = optionalRecordFrom(response, request, hasId);
	return changedRecord(record, body, returned && readFields(returned, spec));
}

/**
 * The record with the external ID if it was created since the list was read, where the service would create
 * a second one.
 */
async function findDuplicate(
	{ item, source, key }: SyncRow,
	spec: SyncSpec,
): Promise<IDataObject | undefined> {
	if (!source.createsDuplicates) return undefined;
	const existing = await findExisting(item, source, key);
	return existing && readFields(existing.record ?? { id: existing.id }, spec);
}

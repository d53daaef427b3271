import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ServiceResponse, WriteRequest } from '../transport/client';
import { recordFromWrite } from '../transport/responses';
import { omitUndefined } from '../values/json/json';
import type { RecordLocation } from './locate';

interface UpdateOptions {
	/** Whether the request may be sent twice; by default it may. */
	idempotent?: boolean;
	/** Returns the body for what the record has now, where the request had to wait. */
	bodyOf?: (record: IDataObject) => IDataObject;
}

/**
 * Changes a record.
 *
 * @param located is the record, after a read by the Vitally ID that was read
 * @returns the record in the response, or else what was sent
 * @throws VitallyError when there is no such record, or the response is another one
 */
export async function updateRecord(
	item: ItemContext,
	located: RecordLocation,
	body: IDataObject,
	options: UpdateOptions = {},
): Promise<IDataObject> {
	const response = await item.send(updateRequest(located, body, options));

	return updatedRecord(located, response);
}

/**
 * Changes a record as `updateRecord` does, but returns `undefined` when there is no such record.
 *
 * @throws VitallyError where a record that was found may have been changed before it went
 */
export async function updateRecordIfFound(
	item: ItemContext,
	located: RecordLocation,
	body: IDataObject,
	options: UpdateOptions = {},
): Promise<IDataObject | undefined> {
	const request = updateRequest(located, body, options);
	const response = await item.send({ ...request, handledStatuses: [404] });

	if (response.status !== 404) return updatedRecord(located, response);
	if (located.id !== undefined && response.outcome === 'unknown') throw item.apiError(response);

	return undefined;
}

function updateRequest(
	located: RecordLocation,
	body: IDataObject,
	{ bodyOf, idempotent }: UpdateOptions,
): WriteRequest {
	const { path, query, explain } = located;
	const place = { path, query, explain, target: located };

	return {
		method: 'PUT',
		...place,
		body,
		current: bodyOf && { read: { method: 'GET', ...place }, bodyOf },
		idempotent,
	};
}

function updatedRecord({ id }: RecordLocation, response: ServiceResponse): IDataObject {
	return { ...omitUndefined({ id }), ...recordFromWrite(response) };
}

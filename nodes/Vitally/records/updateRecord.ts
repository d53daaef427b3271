import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { WriteRequest } from '../transport/client';
import { recordFromWrite } from '../transport/responses';
import { omitUndefined } from '../values/json';
import type { RecordLocation } from './locate';

type UpdateOptions = Pick<WriteRequest, 'idempotent'> & {
	bodyOf?: (record: IDataObject) => IDataObject;
};

/**
 * @param located after a read, by the Vitally ID that was read
 * @param options `idempotent`: whether the request may be sent twice, by default true; `bodyOf`: the body for what the
 * record has now, where the request had to wait
 * @returns the record in the response, or else what was sent
 * @throws VitallyError when there is no such record, or the response is another one
 */
export async function updateRecord(
	item: ItemContext,
	located: RecordLocation,
	body: IDataObject,
	options: UpdateOptions = {},
): Promise<IDataObject> {
	return (await updateRecordIfFound(item, located, body, {
		...options,
		handledStatuses: [],
	})) as IDataObject;
}

/** As `updateRecord`, but returns `undefined` when there is no such record. */
export async function updateRecordIfFound(
	item: ItemContext,
	located: RecordLocation,
	body: IDataObject,
	{ bodyOf, ...options }: UpdateOptions & Pick<WriteRequest, 'handledStatuses'> = {},
): Promise<IDataObject | undefined> {
	const { id, path, query, explain } = located;
	const fields = { path, query, explain, target: located };
	const response = await item.send({
		method: 'PUT',
		...fields,
		body,
		...(bodyOf && { current: { read: { method: 'GET', ...fields }, bodyOf } }),
		handledStatuses: [404],
		...options,
	});
	if (response.status === 404) return undefined;

	return { ...omitUndefined({ id }), ...recordFromWrite(response) };
}

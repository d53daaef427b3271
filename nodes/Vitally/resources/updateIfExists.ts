import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { recordFromWrite } from '../transport/records';

/**
 * Changes a record by its Vitally ID.
 *
 * @param path of the list
 * @returns `undefined` when the record no longer exists
 */
export async function updateIfExists(
	item: ItemContext,
	path: string,
	id: string,
	body: IDataObject,
): Promise<IDataObject | undefined> {
	const request: ServiceRequest = {
		method: 'PUT',
		path: `${path}/${pathSegment(id, 'ID')}`,
		body,
		handledStatuses: [404],
	};
	const response = await item.send(request);
	return response.status === 404 ? undefined : { id, ...recordFromWrite(response, request) };
}

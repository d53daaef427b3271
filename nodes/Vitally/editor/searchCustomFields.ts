import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { chosenCustomObjectPath } from '../resources/readChosenCustomObject';
import { openClient, type ServiceRequest } from '../transport/client';
import { recordFrom } from '../transport/records';
import { send } from '../transport/send';

/**
 * The editor's search over the fields of the selected custom object, which its definition contains.
 * Source: docs/internal/public-facts.md, 4.12
 */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const request: ServiceRequest = { method: 'GET', path: chosenCustomObjectPath(this) };
	const connection = await openClient(this, 'vitallyApi');
	const { customFields } = recordFrom(await send(connection, request), request);
	const fields = Array.isArray(customFields) ? (customFields as IDataObject[]) : [];
	const results = fields
		.map(({ id, label }) => ({ name: String(label ?? id), value: String(id) }))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}

import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { ANY_WAY, storedLocator } from '../fields/locators';
import { openClient, type ServiceRequest } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';
import { send } from '../transport/send';

/**
 * The ID of the custom object that is chosen beside the field.
 *
 * @throws VitallyError where it is named in another way, which is only looked up when the node runs
 */
export function chosenCustomObject(context: ILoadOptionsFunctions): string {
	const stored: unknown = context.getCurrentNodeParameter('customObjectId');
	const { mode, value } = storedLocator(stored, 'customObjectId', ANY_WAY);
	if (mode !== 'name' && mode !== 'url') {
		pathSegment(value, 'Custom Object');
		return String(value);
	}
	throw new VitallyError(
		"The list needs the ID of the 'Custom Object'",
		"Choose 'Custom Object' from the list or by ID to see it. When the node runs, a name or a link works too.",
	);
}

/** The path of the same. */
export function chosenCustomObjectPath(context: ILoadOptionsFunctions): string {
	const id = pathSegment(chosenCustomObject(context), 'Custom Object');
	return `/resources/customObjects/${id}`;
}

/**
 * The editor's search over the fields of the chosen custom object, which its definition holds.
 * Source: docs/public-facts.md, 4.12
 */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const request: ServiceRequest = { method: 'GET', path: chosenCustomObjectPath(this) };
		const connection = await openClient(this, 'vitallyApi');
		const { customFields } = recordOf(await send(connection, request), request);
		const fields = Array.isArray(customFields) ? (customFields as IDataObject[]) : [];
		const results = fields
			.map(({ id, label }) => ({ name: String(label ?? id), value: String(id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
		return { results };
	} catch (error) {
		throw toNodeApiError(error as Error, this.getNode());
	}
}

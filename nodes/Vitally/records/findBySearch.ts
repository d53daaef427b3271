import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import { isPlainObject } from '../values/plainObject';

/**
 * The records that a search finds. Users are returned under `results` without a cursor, custom object
 * instances as a bare array; a list with a cursor and a single record are accepted too.
 *
 * @param path of the search
 * @param criterion query parameters of exactly one criterion
 * @param explain error messages by status
 * @throws VitallyError when the response is none of these
 * Source: docs/internal/public-facts.md, 4.12; docs/internal/beyond.md, 3
 */
export async function findBySearch(
	item: Pick<ItemContext, 'send'>,
	path: string,
	criterion: IDataObject,
	explain?: ServiceRequest['explain'],
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	const search = { path, query: criterion };
	const send = async (request: ServiceRequest) => {
		// It is unknown whether the search accepts a page size.
		const cursor = request.query?.from;
		const query = cursor === undefined ? criterion : { ...criterion, from: cursor };
		const response = await item.send({ ...request, query, explain });
		return { ...response, body: asPage(response.body) };
	};
	for await (const page of pages(send, search)) found.push(...page);
	return found;
}

function asPage(body: unknown): unknown {
	if (Array.isArray(body)) return { results: body };
	if (body === undefined || body === null) return { results: [] };
	if (isPlainObject(body) && body.results === undefined && body.id !== undefined) {
		return { results: [body] };
	}
	return body;
}

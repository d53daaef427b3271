import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { recordsOf } from '../transport/records';
import { send } from '../transport/send';

/** What the service may answer to a key that cannot read definitions, or where there are none. */
const NOT_READABLE = [400, 403, 404];

/** Which definitions are listed: the query of the list. */
export type TraitQuery = (context: ILoadOptionsFunctions) => IDataObject;

/**
 * The editor's search over the traits of the kind of record that the node writes.
 *
 * @returns a method that gives label and key of each; the list has no pages
 * Source: docs/beyond.md, 9
 */
export function traitSearch(queryOf: TraitQuery) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		try {
			const wanted = filter.trim().toLowerCase();
			const definitions = await readDefinitions(this, queryOf(this));
			const results = definitions
				.filter(({ path }) => typeof path === 'string' && path !== '')
				.map(({ label, path }) => ({ name: nameOf(label, String(path)), value: String(path) }))
				.filter(({ name }) => name.toLowerCase().includes(wanted));
			return { results };
		} catch (error) {
			throw toNodeApiError(error as Error, this.getNode());
		}
	};
}

/**
 * @param otherwise what to do where the key cannot read them
 * @throws VitallyError where the key cannot read them
 */
export async function readDefinitions(
	context: ILoadOptionsFunctions,
	query: IDataObject,
	otherwise = "Choose 'By Key' and enter the key of the trait.",
): Promise<IDataObject[]> {
	const request = {
		method: 'GET' as const,
		path: '/resources/customFields',
		query,
		handledStatuses: NOT_READABLE,
	};
	const response = await send(await openClient(context, 'vitallyApi'), request);
	if (response.status < 300) return recordsOf(response, request);
	throw new VitallyError(
		'Vitally did not return the trait definitions of this workspace',
		`${otherwise} (HTTP ${response.status})`,
		{ status: response.status },
	);
}

function nameOf(label: unknown, key: string): string {
	return typeof label === 'string' && label !== '' && label !== key ? `${label} (${key})` : key;
}

import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { ServiceResponse } from '../transport/client';
import type { Service } from '../transport/item';
import { PAGE_SIZE, pages, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';
import { lookUpOnce } from './serviceId';

/** Records that carry external ids, in paths that may not take them. */
export interface Collection {
	path: string;
	/** Integration that made the records, where their external ids count within it. */
	source?: string;
}

export interface Found {
	/** The service's id. */
	id: string;
	/** The record, when it was read as a whole. */
	record?: IDataObject;
}

/** All external ids of a collection. */
export interface Index {
	ids: Map<string, string>;
	/** `createdAt` of the newest record that was there. */
	newest: string;
}

/**
 * The record with an external id. Whether a path takes external ids is not certain for conversations,
 * nor for notes of no integration (docs/public-facts.md, 4 and 4.5). So the service is asked, once per
 * execution: a path that does not find a record by an external id which its own list shows takes none,
 * and then the list is read to its end instead. Only so does "not found" prove that there is none.
 *
 * @returns nothing found, or the record; with the index, where the list had to be read
 */
export async function findByExternalId(
	item: IExecuteSingleFunctions,
	service: Service,
	collection: Collection,
	externalId: string,
): Promise<{ found?: Found; index?: Index }> {
	/** The answer for this very record, when this item was the one that asked the service. */
	let answer: { found?: Found } | undefined;
	const name = `external ids of ${collection.path} ${collection.source ?? ''}`;
	const index = await lookUpOnce(item, name, async () => {
		answer = { found: await readByExternalId(service, collection, externalId) };
		return answer.found ? undefined : await indexUnlessByPath(service, collection);
	});
	if (!index) {
		return answer ?? { found: await readByExternalId(service, collection, externalId) };
	}
	const id = index.ids.get(externalId);
	return { found: id === undefined ? undefined : { id }, index };
}

/**
 * The record with an external id that somebody else made since `findByExternalId` found none.
 *
 * @param index what `findByExternalId` gave
 */
export async function findNewByExternalId(
	service: Service,
	collection: Collection,
	externalId: string,
	index?: Index,
): Promise<Found | undefined> {
	if (!index) return await readByExternalId(service, collection, externalId);
	for await (const page of pages(service.send, listOf(collection))) {
		for (const row of page) {
			if (row.externalId === externalId) return { id: String(row.id) };
			if (String(row.createdAt) < index.newest) return undefined;
		}
	}
	return undefined;
}

/**
 * The record with an external id that was made a moment ago, if it was: read by that id, or else found
 * on the first page of the newest records.
 *
 * @returns the answer of a read, whose body is the record
 */
export async function findLatelyCreated(
	service: Service,
	collection: Collection,
	externalId: string,
): Promise<ServiceResponse | undefined> {
	const read = await readByExternalId(service, collection, externalId);
	if (read) return { status: 200, headers: {}, body: read.record };
	const { records } = await readPage(service.send, listOf(collection), PAGE_SIZE);
	const row = records.find((record) => record.externalId === externalId);
	return row && { status: 200, headers: {}, body: row };
}

async function readByExternalId(
	service: Service,
	{ path, source }: Collection,
	externalId: string,
): Promise<Found | undefined> {
	const request = {
		method: 'GET' as const,
		path: `${path}/${pathSegment(externalId, 'External ID')}`,
		query: source === undefined ? {} : { source },
		accept: [400, 404],
	};
	const response = await service.send(request);
	if (response.status >= 300) return undefined;
	const record = recordOf(response, request);
	return record.externalId === externalId ? { id: String(record.id), record } : undefined;
}

/** @returns `undefined` as soon as a row proves that the path takes external ids */
async function indexUnlessByPath(
	service: Service,
	collection: Collection,
): Promise<Index | undefined> {
	const index: Index = { ids: new Map(), newest: '' };
	let isAsked = false;
	for await (const page of pages(service.send, listOf(collection))) {
		if (index.newest === '') index.newest = String(page[0].createdAt);
		for (const { id, externalId, source } of page) {
			if (typeof externalId !== 'string' || externalId === '') continue;
			index.ids.set(externalId, String(id));
			// The row must be of the kind that is looked for: of that integration, or of none.
			if (isAsked || (!source && collection.source) || (source && !collection.source)) continue;
			isAsked = true;
			if (await readByExternalId(service, collection, externalId)) return undefined;
		}
	}
	return index;
}

/** The order that stays complete while records change (docs/service.md, Pagination). */
function listOf({ path, source }: Collection) {
	return { path, query: { sortBy: 'createdAt', ...(source === undefined ? {} : { source }) } };
}

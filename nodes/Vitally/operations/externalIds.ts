import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { ItemContext } from '../run/operation';
import { PAGE_SIZE, pages, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';
import { ListedIds, type List } from './listedIds';
import type { RecordType } from './recordType';

/** Records that carry external ids, in paths that may not take them. */
export interface Collection {
	path: string;
	/** Queries of the lists that hold all records together; one without a query unless told. */
	lists?: readonly IDataObject[];
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
	/** Those that records of several integrations have: they count only along with a source. */
	several: Set<string>;
	/** `createdAt` of the newest record that was there. */
	newest: string;
}

/** What a look-up of a record by its external ID may read. */
export function readsByExternalId({ path }: RecordType): string[] {
	return [`GET ${path}/:id`, `GET ${path}`];
}

/** How an external ID is looked for: by its path, or where paths take none in the index of the lists. */
type Way = { listed: ListedIds; index?: undefined } | { index: Index };

/**
 * The record with an external id. Whether a path takes external ids is not certain for conversations,
 * nor for notes of no integration (docs/public-facts.md, 4 and 4.5). So the service is asked, once per
 * run: a path that does not find a record by an external id which its own list shows takes none,
 * and then the list is read to its end instead. Only so does "not found" prove that there is none.
 *
 * @returns nothing found, or the record; with the index, where the list had to be read
 * @throws VitallyError when records of several integrations have the external ID
 */
export async function findByExternalId(
	item: ItemContext,
	collection: Collection,
	externalId: string,
): Promise<{ found?: Found; index?: Index }> {
	return await find(item, collection, externalId, async () => {
		// Asked right before the creation that may follow.
		return await readByExternalId(item, collection, externalId);
	});
}

/**
 * As `findByExternalId`, for what creates nothing where there is no record: of many that the service
 * lacks, the lists tell.
 */
export async function locateByExternalId(
	item: ItemContext,
	collection: Collection,
	externalId: string,
): Promise<Found | undefined> {
	const { found } = await find(item, collection, externalId, async (listed) => {
		if (await listed.lacks(item, externalId)) return undefined;
		const there = await readByExternalId(item, collection, externalId);
		listed.add(externalId, there !== undefined);
		return there;
	});
	return found;
}

async function find(
	item: ItemContext,
	collection: Collection,
	externalId: string,
	readByPath: (listed: ListedIds) => Promise<Found | undefined>,
): Promise<{ found?: Found; index?: Index }> {
	/** The answer for this very record, when this item was the one that asked the service. */
	let answer: { found?: Found } | undefined;
	const name = `external ids of ${collection.path} ${collection.source ?? ''}`;
	const way = await item.lookUpOnce<Way>(name, async () => {
		answer = { found: await readByExternalId(item, collection, externalId) };
		const listed = new ListedIds(listsOf(collection));
		const index = answer.found ? undefined : await indexUnlessByPath(item, collection, listed);
		return index ? { index } : { listed };
	});
	if (!way.index) return answer ?? { found: await readByPath(way.listed) };
	const { index } = way;
	if (index.several.has(externalId)) throw severalError(externalId);
	const id = index.ids.get(externalId);
	return { found: id === undefined ? undefined : { id }, index };
}

/**
 * The record with an external id that somebody else made since `findByExternalId` found none.
 *
 * @param index what `findByExternalId` gave
 */
export async function findNewByExternalId(
	item: ItemContext,
	collection: Collection,
	externalId: string,
	index?: Index,
): Promise<Found | undefined> {
	if (!index) return await readByExternalId(item, collection, externalId);
	for (const list of listsOf(collection)) {
		const id = await newIdIn(item, list, externalId, index.newest);
		if (id !== undefined) return { id };
	}
	return undefined;
}

async function newIdIn(
	item: ItemContext,
	list: List,
	externalId: string,
	newest: string,
): Promise<string | undefined> {
	for await (const page of pages(sendOf(item), list)) {
		for (const row of page) {
			if (row.externalId === externalId) return String(row.id);
			if (String(row.createdAt) < newest) return undefined;
		}
	}
	return undefined;
}

/** A record that was found, and the service's clock when it was. */
export interface FoundRecord {
	record: IDataObject;
	/** Milliseconds since 1970. */
	servedAtMs: number;
}

/** How a record is looked for that a creation may have made. */
export interface ExternalIdLookUp {
	/** One record in running text. */
	noun: string;
	/** Whether the service makes no second record with an external ID; where nobody knows, it may. */
	isUnique: boolean;
	/** How to go on where another record has the external ID already; by an upsert unless told. */
	ifTaken?: string;
	find(item: ItemContext, externalId: string): Promise<FoundRecord | undefined>;
}

/** How a creation of a type is looked for where paths take external IDs. */
export function lookUpOf(type: RecordType): ExternalIdLookUp {
	return lookUpIn(type.noun, collectionOf(type), type.hasUniqueExternalIds);
}

/** The records of a type. */
export function collectionOf({ path, lists }: RecordType): Collection {
	return { path, lists };
}

/** Looks by the external ID in the path, and on the first page of the newest records of each list. */
export function lookUpIn(noun: string, collection: Collection, isUnique = false): ExternalIdLookUp {
	return {
		noun,
		isUnique,
		find: async (item, externalId) => {
			let servedAtMs = Date.now();
			const send = async (request: ServiceRequest) => {
				const response = await item.send(request);
				servedAtMs = servedAt(response);
				return response;
			};
			const found = await readByExternalId({ send }, collection, externalId);
			if (found?.record) return { record: found.record, servedAtMs };
			for (const list of listsOf(collection)) {
				const { records } = await readPage(send, list, PAGE_SIZE);
				const record = records.find((row) => row.externalId === externalId);
				if (record) return { record, servedAtMs };
			}
			return undefined;
		},
	};
}

/** The service's clock, or without its word this machine's. */
export function servedAt({ headers }: ServiceResponse): number {
	const date = Date.parse(String(headers.date));
	return Number.isNaN(date) ? Date.now() : date;
}

async function readByExternalId(
	sender: Pick<ItemContext, 'send'>,
	{ path, source }: Collection,
	externalId: string,
): Promise<Found | undefined> {
	const request = {
		method: 'GET' as const,
		path: `${path}/${pathSegment(externalId, 'External ID')}`,
		query: source === undefined ? {} : { source },
		handledStatuses: [400, 404],
	};
	const response = await sender.send(request);
	if (response.status >= 300) return undefined;
	const record = recordOf(response, request);
	return record.externalId === externalId ? { id: String(record.id), record } : undefined;
}

/** @returns `undefined` as soon as a row proves that the path takes external ids */
async function indexUnlessByPath(
	item: ItemContext,
	collection: Collection,
	listed: ListedIds,
): Promise<Index | undefined> {
	const index: Index = { ids: new Map(), several: new Set(), newest: '' };
	const sources = new Map<string, unknown>();
	let isAsked = false;
	for (let page = await listed.nextPage(item); page; page = await listed.nextPage(item)) {
		const [{ createdAt }] = page;
		if (index.newest < String(createdAt)) index.newest = String(createdAt);
		for (const { id, externalId, source } of page) {
			if (typeof externalId !== 'string' || externalId === '') continue;
			if (sources.has(externalId) && sources.get(externalId) !== source) {
				index.several.add(externalId);
			}
			sources.set(externalId, source);
			index.ids.set(externalId, String(id));
			// The row must be of the kind that is looked for: of that integration, or of none.
			if (isAsked || (!source && collection.source) || (source && !collection.source)) continue;
			isAsked = true;
			if (await readByExternalId(item, collection, externalId)) return undefined;
		}
	}
	return index;
}

function severalError(externalId: string): VitallyError {
	return new VitallyError(
		`Records of several integrations have the external ID "${externalId}"`,
		"Add 'Source' under 'Options' to say which one to use, or use 'Update' with 'By ID'.",
	);
}

function sendOf(item: ItemContext) {
	return async (request: ServiceRequest) => await item.send(request);
}

/** The order that stays complete while records change (docs/service.md, Pagination). */
function listsOf({ path, source, lists = [{}] }: Collection): List[] {
	const query = { sortBy: 'createdAt', ...(source === undefined ? {} : { source }) };
	return lists.map((own) => ({ path, query: { ...query, ...own } }));
}

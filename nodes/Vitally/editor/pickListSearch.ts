import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { PickList } from '../fields/pickList';
import { appLink } from '../operations/output/output';
import { openClient, type ServiceRequest } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { send } from '../transport/send';
import { isPlainObject } from '../values/json';

/** A search returns its matches after these pages; the editor requests more when scrolled. */
const PAGES_PER_SEARCH = 20;

/** A search of the editor over a list. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * The editor's search over a list. The service has no search for most lists, so their pages are read and
 * matched here.
 *
 * @returns a method that returns matches, and a cursor while there are more pages
 * Source: docs/internal/public-facts.md, 3 (no filters)
 */
export function pickListSearch(list: PickList): ListSearch {
	return async function (filter = '', paginationToken) {
		return await searchPages(this, list, filter.trim(), paginationToken);
	};
}

async function searchPages(
	context: ILoadOptionsFunctions,
	{ path: pathOf, appPath, query, label, hasGet }: PickList,
	filter: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const path = typeof pathOf === 'string' ? pathOf : pathOf(context);
	const client = await openClient(context, 'vitallyApi');
	const sendOne = async (request: ServiceRequest) => await send(client, request);
	const found = new Map<string, string>();
	const add = (record: IDataObject) => {
		// A record without an ID cannot be selected.
		if (record.id !== undefined && record.id !== null) found.set(String(record.id), label(record));
	};

	const id = hasGet && cursor === undefined ? segmentOf(filter) : undefined;
	if (id !== undefined) {
		const one = await sendOne({
			method: 'GET',
			path: `${path}/${id}`,
			handledStatuses: [400, 404],
		});
		if (one.status < 300 && isPlainObject(one.body)) add(one.body);
	}
	const wanted = filter.toLowerCase();
	let next = cursor;
	for (let read = 0; read < PAGES_PER_SEARCH; read++) {
		const page = await readPage(sendOne, { path, query }, PAGE_SIZE, next);
		page.records.filter((record) => label(record).toLowerCase().includes(wanted)).forEach(add);
		const isStuck = page.next === next;
		next = isStuck ? undefined : page.next;
		if (next === undefined || wanted === '' || found.size >= PAGE_SIZE) break;
	}
	const results = [...found].map(([value, name]) => ({
		name,
		value,
		...appLink(client, { appPath }, { id: value }),
	}));
	return { results, paginationToken: next };
}

/** The search text as an ID in a path; `undefined` when it cannot be one, such as a dot. */
function segmentOf(filter: string): string | undefined {
	try {
		return pathSegment(filter, 'Search');
	} catch {
		return undefined;
	}
}

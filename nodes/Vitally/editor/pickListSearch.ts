import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { PickList } from '../fields/pickList';
import { appLink } from '../operations/output/output';
import { isVitallyId } from '../records/recordType';
import { openClient, type ServiceRequest } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
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
	const { path: pathOf, appPath, query, label, hasGet } = list;
	return async function (filter = '', cursor) {
		const path = typeof pathOf === 'string' ? pathOf : pathOf(this);
		const client = await openClient(this, 'vitallyApi');
		const sendOne = async (request: ServiceRequest) => await send(client, request);
		const found = new Map<string, string>();
		const add = (record: IDataObject) => {
			// A record without an ID cannot be selected.
			if (record.id !== undefined && record.id !== null)
				found.set(String(record.id), label(record));
		};
		const wanted = filter.trim().toLowerCase();
		if (hasGet && cursor === undefined && isVitallyId(wanted)) {
			const request = { method: 'GET' as const, path: `${path}/${wanted}` };
			const one = await sendOne({ ...request, handledStatuses: [400, 404] });
			if (one.status < 300 && isPlainObject(one.body)) add(one.body);
		}
		let next = cursor;
		for (let read = 0; read < PAGES_PER_SEARCH; read++) {
			const page = await readPage(sendOne, { path, query }, PAGE_SIZE, next);
			page.records.filter((record) => label(record).toLowerCase().includes(wanted)).forEach(add);
			next = page.next;
			if (next === undefined || wanted === '' || found.size >= PAGE_SIZE) break;
		}
		const results = [...found].map(([value, name]) => ({
			name,
			value,
			...appLink(client, { appPath }, { id: value }),
		}));
		return { results, paginationToken: next };
	};
}

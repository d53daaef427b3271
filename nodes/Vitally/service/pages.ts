import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from './connection';
import { isRecord } from './records';
import { Refusal } from '../refusal';

/** Maximum and default of the service (service.md, Pagination). */
export const PAGE_SIZE = 100;

type Send = (request: ServiceRequest) => Promise<ServiceResponse>;

export interface Page {
	records: IDataObject[];
	/** Cursor of the next page; `undefined` on the last one. */
	next?: string;
}

/**
 * Reads a list page by page, as far as the caller goes on.
 *
 * @param list path and query of the list; every page carries the whole query
 * @param pageSize 1 to 100
 * @throws Refusal for a page that would end in a loop or a short list: a cursor that was there before,
 * an empty page with a cursor, a body without `results`
 * Source: service.md, Pagination
 */
export async function* pages(
	send: Send,
	list: { path: string; query?: IDataObject },
	pageSize: number = PAGE_SIZE,
): AsyncGenerator<IDataObject[]> {
	const seen = new Set<string>();
	let recordsRead = 0;
	let cursor: string | undefined;
	do {
		const page = await readPage(send, list, pageSize, cursor);
		const { next } = page;
		if (next !== undefined && (seen.has(next) || page.records.length === 0)) {
			throw refuseList(
				list.path,
				seen.size + 1,
				recordsRead,
				seen.has(next)
					? 'came back to a page that was read already'
					: 'has an empty page before its end',
			);
		}
		if (next !== undefined) seen.add(next);
		recordsRead += page.records.length;
		if (page.records.length > 0) yield page.records;
		cursor = next;
	} while (cursor !== undefined);
}

/**
 * One page of a list.
 *
 * @param cursor `next` of the page before; left out for the first page
 * @throws Refusal when the body is no page
 */
export async function readPage(
	send: Send,
	list: { path: string; query?: IDataObject },
	pageSize: number,
	cursor?: string,
): Promise<Page> {
	const query: IDataObject = { ...list.query, limit: pageSize };
	if (cursor !== undefined) query.from = cursor;
	const { body } = await send({ method: 'GET', path: list.path, query });
	if (!isRecord(body) || !Array.isArray(body.results)) {
		throw refuseList(list.path, undefined, undefined, 'gave an answer that is no page');
	}
	return { records: body.results as IDataObject[], next: nextCursor(body.next, list.path) };
}

/** The document ends a list with null; an absent or empty cursor can mean nothing else. */
function nextCursor(next: unknown, path: string): string | undefined {
	if (next === null || next === undefined || next === '') return undefined;
	if (typeof next === 'string') return next;
	throw refuseList(path, undefined, undefined, 'gave a cursor that is no text');
}

function refuseList(
	path: string,
	page: number | undefined,
	read: number | undefined,
	what: string,
): Refusal {
	const where = page === undefined ? '' : ` Page ${page}, after ${read} records.`;
	return new Refusal(
		`The list of Vitally ${what}`,
		`No short list is returned instead. Run the item again; if it stays so, check the address in the credential.${where} (GET ${path})`,
	);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json/json';
import type { SendContext, ServiceRequest } from './client';

/** Maximum and default of the service (docs/internal/service.md, Pagination). */
export const PAGE_SIZE = 100;

/**
 * Pages in a row without a new record, after which a list has no end. Records that are added while it is read may
 * show some again, but not a thousand between two requests.
 */
const MAX_REPEATED_PAGES = 10;

/** A list, and what its errors mean. The request for each page contains the whole query. */
export type List = Pick<ServiceRequest, 'path' | 'query' | 'explain'>;

export interface Page {
	records: IDataObject[];
	/** The cursor of the next page, or `undefined` on the last one. */
	next?: string;
}

/** The records of the first pages of a list. */
export interface ListStart {
	records: IDataObject[];
	/** Whether these are all records of the list. */
	isWhole: boolean;
}

/**
 * Reads a list page by page while the caller iterates, each record once. The last page has no cursor of a next one,
 * and may be empty.
 *
 * @param pageSize is 1 to 100
 * @param from is the cursor of the first page to read, and absent for the first page of the list
 * @throws VitallyError for a page that would cause a loop or a short list: a repeated cursor, an empty page
 * with a cursor, a full page that names none, a body without `results`, ten pages in a row without a new record
 * Source: docs/internal/service.md, Pagination
 */
export async function* pages(
	context: SendContext,
	list: List,
	pageSize: number = PAGE_SIZE,
	from?: string,
): AsyncGenerator<Page> {
	const cursors = new Set([from]);
	const seenIds = new Set<unknown>();
	let repeatedPages = 0;
	let recordsRead = 0;
	let cursor = from;

	const readNext = async (): Promise<Page> => {
		const page = await readPage(context, list, pageSize, cursor);
		if (page.next === undefined) return page;

		// Either would make the list endless or short.
		if (cursors.has(page.next)) throw listError('returned the same page twice', list.path);

		if (page.records.length === 0) {
			throw listError('returned an empty page before its end', list.path);
		}

		cursors.add(page.next);

		return page;
	};

	const leaveOutSeen = (page: Page): Page => {
		const records = page.records.filter(({ id }) => isEmpty(id) || !seenIds.has(id));

		for (const { id } of records) seenIds.add(id);

		repeatedPages = records.length === 0 ? repeatedPages + 1 : 0;
		if (repeatedPages < MAX_REPEATED_PAGES) return { ...page, records };

		throw listError(
			`returned ${MAX_REPEATED_PAGES} pages in a row without a new record`,
			list.path,
		);
	};

	do {
		const page = await readNext()
			.then(leaveOutSeen)
			.catch((error: Error) => {
				throw recordsRead > 0 ? addPosition(error, cursors.size, recordsRead) : error;
			});

		recordsRead += page.records.length;
		yield page;
		cursor = page.next;
	} while (cursor !== undefined);
}

/**
 * Reads the records of a list to its end, or of its first pages.
 *
 * @throws VitallyError as `pages`
 */
export async function readFirstPages(
	context: SendContext,
	list: List,
	maxPages: number,
): Promise<ListStart> {
	const records: IDataObject[] = [];
	let pagesRead = 0;

	for await (const page of pages(context, list)) {
		for (const record of page.records) records.push(record);

		pagesRead++;

		const isWhole = page.next === undefined;
		if (isWhole || pagesRead === maxPages) return { records, isWhole };
	}

	return { records, isWhole: true };
}

/**
 * Reads one page of a list.
 *
 * @param cursor is `next` of the page before, and absent for the first page
 * @throws VitallyError when the body is not a page, or does not show whether the list goes on
 */
export async function readPage(
	context: SendContext,
	list: List,
	pageSize: number,
	cursor?: string,
): Promise<Page> {
	const query: IDataObject = { ...list.query, limit: pageSize };
	if (cursor !== undefined) query.from = cursor;

	const { path, explain } = list;
	const { body } = await context.send({ method: 'GET', path, query, explain });
	// docs/internal/beyond.md, 12: responses to a survey are in `data`.
	const records: unknown = isPlainObject(body) ? (body.results ?? body.data) : undefined;

	if (!isPlainObject(body) || !Array.isArray(records)) {
		throw listError('returned a response that is not a page', list.path);
	}

	const invalidIndex = records.findIndex((record: unknown) => !isPlainObject(record));

	if (invalidIndex >= 0) {
		throw listError(
			`returned a row that is not a record, row ${invalidIndex + 1} of a page`,
			list.path,
		);
	}

	const next = nextCursor(body.next, list.path);
	// A service that names its cursor in another way would make the list short.
	const isFullWithoutCursor = body.next === undefined && records.length >= pageSize;
	const isUnfinished = next === undefined && body.atEnd === false;

	if (isFullWithoutCursor || isUnfinished) {
		throw listError('returned a page without saying where it goes on', list.path);
	}

	return { records: records as IDataObject[], next };
}

/** Reads the cursor of a page. The document ends a list with null; an empty cursor, or none on a page that is not full, is the same. */
function nextCursor(next: unknown, path: string): string | undefined {
	if (next === null || next === undefined || next === '') return undefined;
	if (typeof next === 'string') return next;

	throw listError('returned a cursor that is not text', path);
}

function listError(what: string, path: string): VitallyError {
	return new VitallyError(
		`Vitally's list ${what}`,
		`Run the item again. If the error stays, check the address in the credential. (GET ${path})`,
	);
}

/** Adds the page and the number of records read before to an error, unless the key is wrong for all of them. */
function addPosition(error: Error, page: number, recordsRead: number): Error {
	if (!(error instanceof VitallyError) || error.facts.status === 401) return error;

	return new VitallyError(
		error.message,
		`${error.description} Nothing is returned, because the list would be incomplete (page ${page}, after ${recordsRead} records).`,
		error.facts,
	);
}

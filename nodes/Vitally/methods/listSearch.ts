import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { openConnection, type ServiceRequest } from '../service/connection';
import { toNodeApiError } from '../service/nodeError';
import { PAGE_SIZE, readPage } from '../service/pages';
import { pathSegment } from '../service/pathSegment';
import { isRecord } from '../service/records';
import { send } from '../service/send';

/** Pages that one search reads before it shows what it has; the editor asks for more by scrolling. */
const PAGES_PER_SEARCH = 20;

interface Search {
	path: string;
	query?: IDataObject;
	/** What the list shows for a record. */
	label: (record: IDataObject) => string;
}

/**
 * One screenful of a pick-list. The service has no search of its own, so its pages are looked
 * through for the text; an exact id or external id is found at once.
 *
 * @param filter what the user typed
 * @param cursor where the search before stopped
 * @returns matches, and a cursor as long as there is more to look through
 * Source: public-facts.md, 3 (no filters)
 */
async function search(
	context: ILoadOptionsFunctions,
	list: Search,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	try {
		return await lookThrough(context, list, filter, cursor);
	} catch (error) {
		throw toNodeApiError(error as Error, context.getNode());
	}
}

async function lookThrough(
	context: ILoadOptionsFunctions,
	{ path, query, label }: Search,
	filter = '',
	cursor?: string,
): Promise<INodeListSearchResult> {
	const connection = await openConnection(context, 'vitallyApi');
	const sendOne = async (request: ServiceRequest) => await send(connection, request);
	const wanted = filter.trim().toLowerCase();
	const found: IDataObject[] = [];
	if (wanted !== '' && cursor === undefined) {
		const { status, body } = await sendOne({
			method: 'GET',
			path: `${path}/${pathSegment(filter.trim(), 'Search')}`,
			accept: [400, 404],
		});
		if (status < 300 && isRecord(body)) found.push(body);
	}
	let next = cursor;
	for (let read = 0; read < PAGES_PER_SEARCH; read++) {
		const page = await readPage(
			sendOne,
			{ path, query: { ...query, sortBy: 'createdAt' } },
			PAGE_SIZE,
			next,
		);
		const matches = page.records.filter((record) => label(record).toLowerCase().includes(wanted));
		found.push(...matches.filter(({ id }) => id !== found[0]?.id));
		next = page.next === next ? undefined : page.next;
		if (next === undefined || found.length >= PAGE_SIZE || wanted === '') break;
	}
	return {
		results: found.map((record) => ({ name: label(record), value: String(record.id) })),
		paginationToken: next,
	};
}

function nameAndExternalId({ name, externalId, id }: IDataObject): string {
	return externalId ? `${String(name)} (${String(externalId)})` : String(name ?? id);
}

export async function searchAccounts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const accounts = {
		path: '/resources/accounts',
		query: { status: 'activeOrChurned' },
		label: nameAndExternalId,
	};
	return await search(this, accounts, filter, paginationToken);
}

/** The list of organizations is not in the document (public-facts.md, 4.2). */
export async function searchOrganizations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const organizations = { path: '/resources/organizations', label: nameAndExternalId };
	return await search(this, organizations, filter, paginationToken);
}

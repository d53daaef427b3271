import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { PickList } from '../fields/pickList';
import { appLink } from '../records/recordLinks';
import { searchMethodOf, type RecordType } from '../records/recordType';
import { chosenCustomObjectPath } from '../resources/readChosenCustomObject';
import { adminType, projectType, RECORD_TYPES, userType } from '../resources/recordTypes';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { PAGE_SIZE, pages } from '../transport/pages';
import { hasId, recordFrom } from '../transport/responses';
import { send, sendContextOf } from '../transport/send';
import { isPlainObject } from '../values/json/json';
import { normalizeName } from '../values/parse';
import { readTraitDefinitions, describeTrait } from './loadTraitDefinitions';

/** A search returns its matches after these pages; the editor requests more when scrolled. */
const PAGES_PER_SEARCH = 20;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Returns the editor's search over a list. The service has no search for most lists, so their pages are read and
 * matched here. The search returns matches, and a cursor while there are more pages.
 *
 * Source: docs/internal/public-facts.md, 3 (no filters)
 */
function pickListSearch(list: PickList): ListSearch {
	const { path: pathOf, appPath, query, label } = list;

	return async function (filter = '', cursor) {
		const path = typeof pathOf === 'string' ? pathOf : pathOf(this);
		const client = await openClient(this, 'vitallyApi');
		const context = sendContextOf(client);
		const found = new Map<string, string>();
		const wanted = normalizeName(filter);
		let next = cursor;
		let pagesRead = 0;

		for await (const page of pages(context, { path, query }, PAGE_SIZE, cursor)) {
			for (const record of page.records.filter(hasId)) {
				const isMatch = record.id === wanted || normalizeName(label(record)).includes(wanted);
				if (isMatch) found.set(String(record.id), label(record));
			}

			next = page.next;
			pagesRead++;

			// A list that the service does not sort is short, and sorted here as a whole.
			const isEnough = query !== undefined && (wanted === '' || found.size >= PAGE_SIZE);
			if (isEnough || pagesRead === PAGES_PER_SEARCH) break;
		}

		const results = [...found].map(([value, name]) => ({
			name,
			value,
			...appLink(client, { appPath }, { id: value }),
		}));
		if (query === undefined) results.sort((a, b) => a.name.localeCompare(b.name));

		return { results, paginationToken: next };
	};
}

const pickListSearches: Record<string, ListSearch> = {};

for (const type of RECORD_TYPES) {
	if (type.pickList) {
		pickListSearches[searchMethodOf(type)] = pickListSearch({ ...type, ...type.pickList });
	}
}

/** Returns a search over users or teammates, by the role that is selected next to the field. */
function peopleSearch(role: string, defaultRole: RecordType): ListSearch {
	const searches = {
		admin: pickListSearches[searchMethodOf(adminType)],
		user: pickListSearches[searchMethodOf(userType)],
	};

	return async function (filter, paginationToken) {
		// Next to the field in a row; n8n does not resolve this for a field at the top.
		const chosen =
			this.getCurrentNodeParameter(`&${role}`) ??
			this.getCurrentNodeParameter(role) ??
			defaultRole.name;
		const search = chosen === 'admin' || chosen === 'user' ? searches[chosen] : undefined;
		if (search) return await search.call(this, filter, paginationToken);

		throw new VitallyError(
			'The role is an expression, so there is no list to choose from',
			"Choose 'By Email' or 'By ID', or a fixed role.",
		);
	};
}

/** Returns a search over a list that is read completely and matched by its names. */
function wholeListSearch(
	read: (context: ILoadOptionsFunctions) => Promise<INodeListSearchResult['results']>,
): ListSearch {
	return async function (filter = '') {
		const wanted = normalizeName(filter);
		const all = await read(this);

		return { results: all.filter(({ name }) => normalizeName(name).includes(wanted)) };
	};
}

/** Searches the traits of the selected resource, by label and key. */
const searchTraits = wholeListSearch(async (context) => {
	const remedy = "Choose 'By Key' and enter the key of the trait.";
	const definitions = await readTraitDefinitions(context, remedy);

	return definitions.map((definition) => ({
		name: describeTrait(definition),
		value: String(definition.path),
	}));
});

/**
 * Searches the fields of the selected custom object, which its definition contains.
 * Source: docs/internal/public-facts.md, 4.12
 */
const searchCustomFields = wholeListSearch(async (context) => {
	const path = chosenCustomObjectPath(context);
	const client = await openClient(context, 'vitallyApi');
	const { customFields } = recordFrom(await send(client, { method: 'GET', path }));
	const fields: unknown[] = Array.isArray(customFields) ? customFields : [];

	return fields
		.filter((field): field is IDataObject => isPlainObject(field) && hasId(field))
		.map(({ id, label }) => ({ name: String(label ?? id), value: String(id) }));
});

/** No endpoint for statuses is known (docs/internal/beyond.md, 7 and 19), so these projects are read for them. */
const MAX_PROJECTS = 500;

/** The maximum number of project names in the label of a status, which has no name in the API. */
const MAX_EXAMPLES = 2;

/** Searches the statuses that the newest projects have. */
const searchProjectStatuses = wholeListSearch(async (context) => {
	const client = await openClient(context, 'vitallyApi');
	const list = { path: projectType.path, query: { sortBy: 'createdAt' } };
	const namesByStatus = new Map<string, string[]>();
	let projectsRead = 0;

	for await (const { records } of pages(sendContextOf(client), list)) {
		for (const { projectStatusId: status, name } of records) {
			if (typeof status !== 'string' || typeof name !== 'string') continue;

			const names = namesByStatus.get(status) ?? [];
			if (names.length < MAX_EXAMPLES) namesByStatus.set(status, [...names, name]);
		}

		projectsRead += records.length;
		if (projectsRead >= MAX_PROJECTS) break;
	}

	return [...namesByStatus].map(([value, names]) => ({
		name: `Status of ${names.join(', ')}`,
		value,
	}));
});

/** Returns a search whose errors are n8n's, as the editor shows them. */
function convertErrors(search: ListSearch): ListSearch {
	return async function (...parameters) {
		return await search.call(this, ...parameters).catch((error: Error) => {
			throw toNodeApiError(error, this.getNode());
		});
	};
}

const searches: Record<string, ListSearch> = {
	...pickListSearches,
	searchCustomFields,
	searchProjectStatuses,
	searchRecipients: peopleSearch('type', adminType),
	searchSenders: peopleSearch('fromType', userType),
	searchTraits,
};

/** The searches by the names in `searchListMethod`. */
export const listSearch = Object.fromEntries(
	Object.entries(searches).map(([name, search]) => [name, convertErrors(search)]),
);

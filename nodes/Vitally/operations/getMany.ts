import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { forEachRecord } from '../execution/concurrency';
import type { ItemContext } from '../execution/operation';
import { filterCollection, optionsField } from '../fields/collections';
import {
	COMPLETE_ORDER,
	readLimit,
	readSortKey,
	returnAllOrLimit,
	sortField,
	type SortDate,
} from '../fields/listFields';
import type { RecordType } from '../records/recordType';
import { PAGE_SIZE, pages, type List } from '../transport/pages';
import { resolveBody } from './body/bodyDefinition';
import type { ListDefinition, OperationInfo } from './definition/operationDefinition';
import type { FieldFilter, ServiceFilter } from './filters/fieldFilter';
import {
	assertApplyBelow,
	assertFiltersApply,
	assertNewestFirst,
	includes,
	readFilters,
	readServiceFilters,
	resolveFilters,
	type ItemFilter,
} from './filters/readFilters';
import { ALL, readScope, scopedList, scopedPath, scopeField, scopeFields } from './listScope';

interface GetMany extends OperationInfo {
	/** A date by which n8n sorts the whole list, in addition to the orders of the service. */
	sortDate?: SortDate;
	/** Returns the path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	serviceFilters?: readonly ServiceFilter[];
	/** Filters on fields of the records, which n8n applies. */
	filters?: readonly FieldFilter[];
}

/** docs/internal/service.md, Pagination */
const COST = `One request for each ${PAGE_SIZE} records that are read`;

export function getMany(type: RecordType, definition: GetMany): ListDefinition {
	const { serviceFilters = [], filters = [], sortDate } = definition;
	// The lists below other records are those of the type.
	const scopes = definition.path ? [] : (type.scopes ?? []);

	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${type.plural}`,
		description: definition.description ?? `Retrieve a list of ${type.plural}`,
		cost: filters.length > 0 ? `${COST}; filters applied in n8n may read them all` : COST,
		docsNote: definition.docsNote,
		endpoints: [
			`GET ${type.path}`,
			...scopes.map((parent) => `GET ${scopedList(type, parent, ':id')}`),
		],
		returnsRecord: 'whole',
		fields: fieldsOf(type, definition, scopes),
		async *readPages(item) {
			// Everything is validated before an ID is resolved.
			const scope = readScope(item, scopes);
			if (scope) assertApplyBelow(item, serviceFilters, scopeField(scopes, type.plural));

			const serviceValues = readServiceFilters(item, serviceFilters);
			const limit = readLimit(item);
			const sortKey = readSortKey(item, sortDate);
			const enteredFilters = readFilters(item, filters);

			const itemFilters = await resolveFilters(item, enteredFilters);
			const query = await resolveBody(item, serviceValues);
			const path = (await definition.path?.(item)) ?? (await scopedPath(item, type, scope));

			const isSortedHere = sortKey === sortDate?.value;
			if (isSortedByService(type)) query.sortBy = isSortedHere ? COMPLETE_ORDER : sortKey;

			const list = { path, query };

			if (!isSortedHere) {
				yield* wantedPages(item, list, limit, itemFilters);

				return;
			}

			const records = await readList(item, list, Infinity, itemFilters);

			yield (await sortEarliestFirst(records, sortKey)).slice(0, limit);
		},
	};
}

function fieldsOf(type: RecordType, definition: GetMany, scopes: RecordType[]): INodeProperties[] {
	const { above = [], serviceFilters = [], filters = [], sortDate, options } = definition;
	const fields = [...above];
	const filterFields = [
		...serviceFilters.map(serviceFilterField),
		...filters.map(({ property }) => property),
	];

	if (scopes.length > 0) fields.push(...scopeFields(type.plural, scopes));

	fields.push(...returnAllOrLimit);
	if (isSortedByService(type)) fields.push(sortField(sortDate));
	if (filterFields.length > 0) fields.push(filterCollection(filterFields));
	if (options) fields.push(optionsField(options));

	return fields;
}

function serviceFilterField({ property, isOnlyForAll }: ServiceFilter): INodeProperties {
	if (!isOnlyForAll) return property;

	return { ...property, displayOptions: { show: { '/scope': [ALL] } } };
}

function isSortedByService({ pickList }: RecordType): boolean {
	return pickList?.query?.sortBy !== undefined;
}

/**
 * Reads the records of a list, and no further than needed.
 *
 * @param limit the most records to return; `Infinity` for all
 * @throws VitallyError for a filter that cannot be applied to the list
 */
export async function readList(
	item: ItemContext,
	list: List,
	limit: number,
	filters: ItemFilter[] = [],
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];

	for await (const page of wantedPages(item, list, limit, filters)) {
		for (const record of page) records.push(record);
	}

	return records;
}

/** Reads a list as `readList`, page by page: each page has only the records that are wanted, and may have none. */
async function* wantedPages(
	item: ItemContext,
	list: List,
	limit: number,
	filters: ItemFilter[],
): AsyncGenerator<IDataObject[]> {
	const pageSize = filters.length === 0 ? Math.min(PAGE_SIZE, limit) : PAGE_SIZE;
	const endFilter = filters.find(({ endsList, field }) => endsList && field === list.query?.sortBy);
	let missing = limit;

	for await (const { records: page } of pages(item, list, pageSize)) {
		assertFiltersApply(filters, page);
		if (endFilter) assertNewestFirst(endFilter, page);

		// No record after the end can be wanted either.
		const end = endFilter ? page.findIndex((record) => !includes(endFilter, record)) : -1;
		const candidates = end < 0 ? page : page.slice(0, end);
		const wanted = candidates
			.filter((record) => filters.every((filter) => includes(filter, record)))
			.slice(0, missing);

		yield wanted;

		missing -= wanted.length;
		if (end >= 0 || missing === 0) return;
	}
}

/** Sorts records by the day in a field; those without one are last. */
async function sortEarliestFirst(records: IDataObject[], field: string): Promise<IDataObject[]> {
	// There are few days: sorting all records would block n8n.
	const byDay = new Map<string, IDataObject[]>();

	await forEachRecord(records, (record) => {
		const day = String(record[field] ?? '').slice(0, 'YYYY-MM-DD'.length);
		const recordsOfDay = byDay.get(day);

		if (recordsOfDay) {
			recordsOfDay.push(record);
		} else {
			byDay.set(day, [record]);
		}
	});

	const days = [...byDay.keys()].filter((day) => day !== '').sort();

	return [...days, ''].flatMap((day) => byDay.get(day) ?? []);
}

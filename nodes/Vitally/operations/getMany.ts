import type { IDataObject } from 'n8n-workflow';

import { forEachRecord } from '../execution/concurrency';
import type { ItemContext } from '../execution/operation';
import { filterCollection, optionsField } from '../fields/collections';
import {
	COMPLETE_ORDER,
	readLimit,
	readSortKey,
	returnAllOrLimit,
	sortField,
} from '../fields/listFields';
import type { RecordType } from '../records/recordType';
import { PendingValue } from '../records/resolveId';
import type { ServiceRequest } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { resolveBody } from './body/bodyDefinition';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';
import {
	assertFiltersApply,
	assertNewestFirst,
	readFilters,
	readServiceFilters,
	type FieldFilter,
	type ItemFilter,
	type ServiceFilter,
} from './filters/fieldFilter';
import { ALL, readScope, scopedList, scopedPath, scopeFields } from './listScope';

interface GetMany extends OperationInfo {
	/** A date by which n8n sorts the whole list, in addition to the orders of the service. */
	sortDate?: Parameters<typeof sortField>[0];
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	serviceFilters?: readonly ServiceFilter[];
	/** Filters on fields of the records, applied here. */
	filters?: readonly FieldFilter[];
}

/** docs/internal/service.md, Pagination */
const COST = `One request for each ${PAGE_SIZE} records that are read`;

export function getMany(type: RecordType, definition: GetMany): OperationDefinition {
	const { serviceFilters = [], filters = [], sortDate } = definition;
	// The lists below other records are those of the type.
	const scopes = definition.path ? [] : (type.scopes ?? []);
	const isSorted = type.pickList?.query?.sortBy !== undefined;
	const filterFields = [
		...serviceFilters.map(({ property, isOnlyForAll }) => ({
			...property,
			...(isOnlyForAll && { displayOptions: { show: { '/scope': [ALL] } } }),
		})),
		...filters.map(({ property }) => property),
	];

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
		fields: [
			...(definition.above ?? []),
			...(scopes.length > 0 ? scopeFields(type.plural, scopes) : []),
			...returnAllOrLimit,
			...(isSorted ? [sortField(sortDate)] : []),
			...(filterFields.length > 0 ? [filterCollection(filterFields)] : []),
			...(definition.options ? [optionsField(definition.options)] : []),
		],
		run: async (item) => {
			// Everything is validated before an ID is resolved.
			const scope = readScope(item, scopes);
			const applied = serviceFilters.filter(({ isOnlyForAll }) => !(scope && isOnlyForAll));
			const values = readServiceFilters(item, applied);
			const limit = readLimit(item);
			const sortKey = readSortKey(item, sortDate);
			const entered = readFilters(item, filters);
			const active = await Promise.all(
				entered.map(async ({ isWanted, ...filter }) => ({
					...filter,
					isWanted: isWanted instanceof PendingValue ? await isWanted.resolve(item) : isWanted,
				})),
			);
			const query = await resolveBody(item, values);
			const path = (await definition.path?.(item)) ?? (await scopedPath(item, type, scope));
			const isSortedHere = sortKey === sortDate?.value;
			const sortBy = isSortedHere ? COMPLETE_ORDER : sortKey;
			const list = { path, query: isSorted ? { ...query, sortBy } : query };
			if (!isSortedHere) return await readList(item, list, limit, active);

			const records = await readList(item, list, Infinity, active);

			return (await earliestFirst(records, sortKey)).slice(0, limit);
		},
	};
}

/** Reads the records of a list page by page, and no further than needed: up to `limit` records. */
export async function readList(
	item: ItemContext,
	list: Pick<ServiceRequest, 'path' | 'query' | 'explain'>,
	limit: number,
	filters: ItemFilter[] = [],
): Promise<IDataObject[]> {
	const pageSize = filters.length === 0 ? Math.min(PAGE_SIZE, limit) : PAGE_SIZE;
	const records: IDataObject[] = [];
	const last = filters.find(({ endsList, field }) => endsList && field === list.query?.sortBy);

	for await (const { records: page } of pages(item, list, pageSize)) {
		assertFiltersApply(filters, page);
		if (last) assertNewestFirst(last, page);

		for (const record of page) {
			if (last && !last.isWanted(record[last.field], record)) return records;
			if (!filters.every(({ field, isWanted }) => isWanted(record[field], record))) continue;

			records.push(record);
			if (records.length === limit) return records;
		}
	}

	return records;
}

/** Sorts records by the day in a field; those without one are last. */
async function earliestFirst(records: IDataObject[], field: string): Promise<IDataObject[]> {
	// There are few days: sorting all records would block n8n.
	const byDay = new Map<string, IDataObject[]>();

	await forEachRecord(records, (record) => {
		const day = String(record[field] ?? '').slice(0, 'YYYY-MM-DD'.length);
		const others = byDay.get(day);
		if (others) others.push(record);
		else byDay.set(day, [record]);
	});
	const days = [...byDay.keys()].filter((day) => day !== '').sort();

	return [...days, ''].flatMap((day) => byDay.get(day) ?? []);
}

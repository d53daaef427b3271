import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { filterCollection, optionsField } from '../fields/collections';
import { readLimit, returnAllOrLimit, sortField, readSortKey, type SortKey } from '../fields/list';
import type { RecordType } from '../records/recordType';
import { PendingValue } from '../records/resolveId';
import type { ServiceRequest } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { resolveBody } from './body/bodyDefinition';
import type { OperationDefinition, OperationInfo } from './definition/types';
import { readFilters, type FieldFilter } from './filters/fieldFilter';
import {
	assertFiltersApply,
	CLIENT_SIDE_NOTE,
	readRecordFilters,
	type ClientFilter,
} from './filters/recordFilter';
import type { Convert } from './get';
import { scopedList, scopedPath, scopeFields } from './parent';

interface GetMany extends OperationInfo {
	/** Field of the filter on text; `name` by default. */
	textField?: string;
	/** Whether the list cannot be sorted. */
	isUnordered?: boolean;
	/** Types whose records have lists of these records. */
	scopes?: RecordType[];
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	/** Filters that `query` and `readRecordFilters` read. */
	filters?: INodeProperties[];
	/** Filters that the service applies; IDs that have to be resolved are a `PendingValue`. */
	query?: (item: ItemContext) => Record<string, unknown>;
	/** Filters on fields of these records, applied here. */
	ownFilters?: readonly FieldFilter[];
	/** Fields above all others. */
	above?: INodeProperties[];
	options?: INodeProperties[];
	/** Applied to whole records, before the output fields are selected. */
	convert?: Convert;
}

/** Reads a list. */
export function getMany(type: RecordType, row: GetMany): OperationDefinition {
	const { scopes = [], ownFilters = [], textField, isUnordered = false } = row;
	const filters = [...(row.filters ?? []), ...ownFilters.map(({ property }) => property)];
	const textLabel = filters.find(({ name }) => name === 'nameContains')?.displayName;
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${type.plural}`,
		description: row.description,
		cost: costOf(filters),
		docsNote: row.docsNote,
		endpoints: [
			`GET ${type.path}`,
			...scopes.map((parent) => `GET ${scopedList(type, parent, ':id')}`),
		],
		reads: row.reads,
		fields: [
			...(row.above ?? []),
			...(scopes.length > 0 ? scopeFields(scopes) : []),
			...returnAllOrLimit,
			...(filters.length > 0 ? [filterCollection(filters)] : []),
			...(row.options ? [optionsField(row.options)] : []),
			...(isUnordered ? [] : [sortField]),
		],
		run: async (item) => {
			// Everything is validated before an ID is resolved.
			const values = row.query?.(item) ?? {};
			const limit = readLimit(item);
			const sortBy: SortKey = readSortKey(item);
			const general = readRecordFilters(item, sortBy, textField, textLabel);
			const own = readFilters(item, ownFilters);
			const convert = row.convert?.(item);
			const resolved = await Promise.all(
				own.map(async (one) => (one instanceof PendingValue ? await one.resolve(item) : one)),
			);
			const query = await resolveBody(item, values);
			const path = (await row.path?.(item)) ?? (await scopedPath(item, type, scopes));
			const list = { path, query: isUnordered ? query : { ...query, sortBy } };
			const records = await readList(item, list, limit, [...general, ...resolved]);
			return convert ? records.map(convert) : records;
		},
	};
}

/** docs/internal/service.md, Pagination */
function costOf(filters: INodeProperties[]): string {
	const isFilteredHere = filters.some(({ description }) => description?.includes(CLIENT_SIDE_NOTE));
	const perPage = `Returns up to 'Limit' records, at one request for each ${PAGE_SIZE} that are read`;
	return isFilteredHere ? `${perPage}; filters applied in n8n may read the whole list` : perPage;
}

/**
 * Reads the records of a list page by page, and no further than needed.
 *
 * @returns up to `limit` records
 * @throws VitallyError as `pages`
 */
async function readList(
	item: ItemContext,
	list: { path: string; query: IDataObject },
	limit: number,
	filters: ClientFilter[],
): Promise<IDataObject[]> {
	const pageSize = filters.length === 0 ? Math.min(PAGE_SIZE, limit) : PAGE_SIZE;
	const records: IDataObject[] = [];
	const send = async (request: ServiceRequest) => await item.send(request);
	for await (const page of pages(send, list, pageSize)) {
		assertFiltersApply(filters, page);
		for (const record of page) {
			if (filters.some(({ isPastEnd }) => isPastEnd?.(record))) return records;
			if (!filters.every(({ includes }) => includes(record))) continue;
			records.push(record);
			if (records.length === limit) return records;
		}
	}
	return records;
}

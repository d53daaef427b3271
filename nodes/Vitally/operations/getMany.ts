import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filterCollection } from '../fields/collections';
import { limitOf, returnAllOrLimit, sortField, sortKeyOf, type SortKey } from '../fields/list';
import { optionsField } from '../fields/options';
import {
	APPLIED_HERE,
	narrowed,
	recordFilterOf,
	type OwnFilter,
	type RecordFilter,
} from '../fields/recordFilter';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { foundBody } from './bodySpec';
import { readFilters, type FieldFilter } from './fieldFilter';
import type { Convert } from './get';
import { scopedList, scopedPath, scopeFields } from './parent';
import type { OperationRow, RowTexts } from './resource';
import type { RecordType } from '../records/recordType';
import { PendingValue } from '../records/resolveId';

interface GetMany extends RowTexts {
	/** Field that the filter on text looks at; `name` where nothing is said. */
	textField?: string;
	/** Whether the list takes no order. */
	isUnordered?: boolean;
	/** Kinds of records that have a list of their own of these. */
	scopes?: RecordType[];
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	/** Filters; those of `query` among them. */
	filters?: INodeProperties[];
	/** What of the filters the service applies; IDs that have to be looked up are a `PendingValue`. */
	query?: (item: ItemContext) => Record<string, unknown>;
	/** Filters that only these records know, applied here. */
	ownFilters?: readonly FieldFilter[];
	/** Fields above all others. */
	above?: INodeProperties[];
	options?: INodeProperties[];
	/** What becomes of a record before it is cut down. */
	convert?: Convert;
}

/** Reads a list. */
export function getMany(type: RecordType, row: GetMany): OperationRow {
	const { scopes = [], ownFilters = [], textField, isUnordered = false } = row;
	const filters = [...(row.filters ?? []), ...ownFilters.map(({ property }) => property)];
	const textLabel = filters.find(({ name }) => name === 'nameContains')?.displayName;
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${type.plural}`,
		description: row.description,
		cost: costOf(filters),
		remark: row.remark,
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
			optionsField(row.options),
			...(isUnordered ? [] : [sortField]),
		],
		run: async (item) => {
			const asked = row.query?.(item) ?? {};
			// All that can be checked is, before an External ID is looked up.
			const limit = limitOf(item);
			const sortBy: SortKey = sortKeyOf(item);
			const general = recordFilterOf(item, sortBy, textField, textLabel);
			const own = readFilters(item, ownFilters);
			const convert = row.convert?.(item);
			const found = await Promise.all(own.map(async (one) => await foundFilter(item, one)));
			const filter = narrowed(general, found);
			const query = await foundBody(item, asked);
			const path = (await row.path?.(item)) ?? (await scopedPath(item, type, scopes));
			const list = { path, query: isUnordered ? query : { ...query, sortBy } };
			const records = await readList(item, list, limit, filter);
			return convert ? records.map(convert) : records;
		},
	};
}

/** docs/service.md, Pagination */
function costOf(filters: INodeProperties[]): string {
	const isFilteredHere = filters.some(({ description }) => description?.includes(APPLIED_HERE));
	const perPage = `Returns up to 'Limit' records, at one request for each ${PAGE_SIZE} that are read`;
	return isFilteredHere ? `${perPage}; filters applied in n8n may read the whole list` : perPage;
}

async function foundFilter(
	item: ItemContext,
	filter: OwnFilter | PendingValue<OwnFilter>,
): Promise<OwnFilter> {
	return filter instanceof PendingValue ? await filter.resolve(item) : filter;
}

/**
 * The records of a list that an item asks for, read page by page and no further than needed.
 *
 * @returns exactly as many as the limit says, if there are as many
 * @throws VitallyError, see `pages`
 */
async function readList(
	item: ItemContext,
	list: { path: string; query: IDataObject },
	limit: number,
	filter: RecordFilter,
): Promise<IDataObject[]> {
	const pageSize = filter.isOpen ? Math.min(PAGE_SIZE, limit) : PAGE_SIZE;
	const records: IDataObject[] = [];
	const send = async (request: ServiceRequest) => await item.send(request);
	for await (const page of pages(send, list, pageSize)) {
		filter.assertApplies(page);
		for (const record of page) {
			if (filter.isBeyond(record)) return records;
			if (!filter.includes(record)) continue;
			records.push(record);
			if (records.length === limit) return records;
		}
	}
	return records;
}

import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { limitOf, sortKeyOf, type SortKey } from '../fields/list';
import { recordFilterOf } from '../fields/recordFilter';
import { VitallyError } from '../errors/vitallyError';
import type { Service } from '../transport/item';
import { PAGE_SIZE, pages } from '../transport/pages';

/** Past about 120,000 items from one input item n8n's engine overflows its stack. */
const MAX_RECORDS = 100_000;

interface List {
	path: string;
	query?: IDataObject;
	/** Field that the filter on text looks at; `name` where nothing is said. */
	textField?: string;
	/** Whether the list takes no order. */
	isUnordered?: boolean;
}

/**
 * The records of a list that an item asks for, read page by page and no further than needed.
 *
 * @returns exactly as many as the limit says, if there are as many
 * @throws VitallyError for more records than n8n can take from one item, and see `pages`
 */
export async function readList(
	item: IExecuteSingleFunctions,
	service: Service,
	{ path, query, textField, isUnordered = false }: List,
): Promise<IDataObject[]> {
	const limit = limitOf(item);
	if (limit > MAX_RECORDS && Number.isFinite(limit)) throw tooMany("The 'Limit' is above");
	const sortBy: SortKey = sortKeyOf(item);
	const window = recordFilterOf(item, sortBy, textField);
	const pageSize = window.isOpen ? Math.min(PAGE_SIZE, limit) : PAGE_SIZE;

	const records: IDataObject[] = [];
	const list = { path, query: isUnordered ? query : { ...query, sortBy } };
	for await (const page of pages(service.send, list, pageSize)) {
		for (const record of page) {
			if (window.isBeyond(record)) return records;
			if (!window.includes(record)) continue;
			records.push(record);
			if (records.length === limit) return records;
		}
		if (records.length > MAX_RECORDS) throw tooMany('The list is longer than');
	}
	return records;
}

function tooMany(what: string): VitallyError {
	return new VitallyError(
		`${what} the ${MAX_RECORDS} records that n8n can take from one item`,
		"Set a 'Limit', or narrow the list with 'Created After' or 'Updated After' under 'Filters', for example to one month at a time.",
	);
}

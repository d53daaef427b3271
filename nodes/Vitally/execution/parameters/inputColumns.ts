import type { INodeExecutionData } from 'n8n-workflow';

/** The keys of the items that stand for an error in n8n's Continue modes, see `errorItem`. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

const columnsOfItems = new WeakMap<readonly INodeExecutionData[], readonly string[]>();

/**
 * Returns the columns of a table: those of all its items, because files are often read without their blank cells. Items
 * that stand for an error have none. For the same items, the list is the same.
 */
export function columnsOf(items: readonly INodeExecutionData[]): readonly string[] {
	const known = columnsOfItems.get(items);
	if (known) return known;

	const columns = new Set<string>();

	for (const item of items) {
		if (isErrorItem(item)) continue;

		for (const column of Object.keys(item.json)) columns.add(column);
	}

	const list = [...columns];

	columnsOfItems.set(items, list);

	return list;
}

function isErrorItem({ json, error }: INodeExecutionData): boolean {
	if (error) return true;

	return json.error !== undefined && Object.keys(json).every((key) => ERROR_KEYS.has(key));
}

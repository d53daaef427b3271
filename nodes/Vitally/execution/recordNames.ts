import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json/json';
import type { ItemContext } from './operation';

/** The column with the name of a record, by the field that has the record's ID. */
const NAME_COLUMNS = {
	accountId: 'accountName',
	assignedToId: 'assignedToName',
	categoryId: 'categoryName',
	customerId: 'accountName',
	organizationId: 'organizationName',
	ownedByVitallyUserId: 'ownerName',
	userId: 'userName',
};

/** Returns the names of the records that a run has read to find one of them, by Vitally ID. */
export async function recordNamesOf(
	item: Pick<ItemContext, 'oncePerRun'>,
): Promise<Map<unknown, string>> {
	return await item.oncePerRun('names by ID', async () => new Map<unknown, string>());
}

/**
 * Returns a column with a name for each ID in a body.
 *
 * @returns null in a column whose name the run does not know
 */
export async function readNameColumns(item: ItemContext, body: unknown): Promise<IDataObject> {
	const names = await recordNamesOf(item);
	const ids = isPlainObject(body) ? body : {};
	const columns: IDataObject = {};

	for (const [field, column] of Object.entries(NAME_COLUMNS)) {
		if (Object.hasOwn(ids, field)) columns[column] = names.get(ids[field]) ?? null;
	}

	return columns;
}

/**
 * Removes the columns of `readNameColumns` from dry runs of which no item has a name: a table would show null in every row.
 *
 * @param items of a run; those of dry runs are changed
 */
export function removeUnknownNames(items: readonly INodeExecutionData[]): void {
	const previews = items.filter(({ json }) => json.dryRun === true).map(({ json }) => json);

	for (const column of Object.values(NAME_COLUMNS)) {
		if (previews.some((preview) => !isEmpty(preview[column]))) continue;

		for (const preview of previews) delete preview[column];
	}
}

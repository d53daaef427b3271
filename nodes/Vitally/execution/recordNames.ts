import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/json';
import type { ItemContext } from './operation';

/** For each field with an ID, the column with the name of the record that has this ID. */
const NAME_COLUMNS = {
	accountId: 'accountName',
	assignedToId: 'assignedToName',
	categoryId: 'categoryName',
	customerId: 'accountName',
	organizationId: 'organizationName',
	ownedByVitallyUserId: 'ownerName',
	projectStatusId: 'statusName',
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

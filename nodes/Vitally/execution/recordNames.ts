import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json/json';
import { forEachRecord } from './concurrency';
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
 * @param previews of the dry runs of one run, which are changed
 */
export async function removeUnknownNames(previews: readonly IDataObject[]): Promise<void> {
	const unknown = new Set(Object.values(NAME_COLUMNS));

	await forEachRecord(previews, (preview) => {
		for (const column of unknown) {
			if (!isEmpty(preview[column])) unknown.delete(column);
		}
	});

	await forEachRecord(previews, (preview) => {
		for (const column of unknown) delete preview[column];
	});
}

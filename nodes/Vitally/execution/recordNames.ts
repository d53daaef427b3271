import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/json';
import type { ItemContext } from './operation';

/** The column with the name of the record to which an ID leads. */
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

/** The names of the records that a run has read to find one of them, by Vitally ID. */
export async function recordNamesOf(
	item: Pick<ItemContext, 'oncePerRun'>,
): Promise<Map<unknown, string>> {
	return await item.oncePerRun('names by ID', async () => new Map<unknown, string>());
}

/** The names of what the IDs of a body lead to, by column; null where the run does not know it. */
export async function readNameColumns(item: ItemContext, body: unknown): Promise<IDataObject> {
	const names = await recordNamesOf(item);
	const ids = isPlainObject(body) ? body : {};
	const columns = Object.entries(NAME_COLUMNS).filter(([field]) => Object.hasOwn(ids, field));

	return Object.fromEntries(
		columns.map(([field, column]) => [column, names.get(ids[field]) ?? null]),
	);
}

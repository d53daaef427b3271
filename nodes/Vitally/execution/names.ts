import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/json';
import type { ItemContext } from './operation';

/** The column with the name of the record to which an ID leads. */
export const NAME_COLUMNS: Partial<Record<string, string>> = {
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
export async function namesById(
	item: Pick<ItemContext, 'oncePerRun'>,
): Promise<Map<unknown, string>> {
	return await item.oncePerRun('names by ID', async () => new Map<unknown, string>());
}

/** The names that the run knows of what the IDs of a body lead to, by column. */
export async function namesBeside(
	item: Pick<ItemContext, 'oncePerRun'>,
	body: unknown,
): Promise<IDataObject> {
	const names = await namesById(item);
	const ids = isPlainObject(body) ? body : {};
	const known = Object.entries(NAME_COLUMNS).flatMap(([field, column]) => {
		const name = names.get(ids[field]);
		return column === undefined || name === undefined ? [] : [[column, name] as const];
	});
	return Object.fromEntries(known);
}

import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { ListDefinition, OperationDefinition } from '../definition/operationDefinition';

/**
 * Reads all records of an item.
 *
 * @param show returns the records of one page as the output shows them; without it, they are returned as they were read
 */
export async function readAll(
	item: ItemContext,
	definition: OperationDefinition | ListDefinition,
	show = async (records: IDataObject[]) => records,
): Promise<IDataObject[]> {
	if ('run' in definition) return await show(await definition.run(item));

	const shown: IDataObject[] = [];

	for await (const page of definition.readPages(item)) {
		for (const record of await show(page)) shown.push(record);
	}

	return shown;
}

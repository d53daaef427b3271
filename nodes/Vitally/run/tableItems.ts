import type { INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../transport/errors/nodeError';
import { errorItem, pairedItems } from './executeItem';
import type { Operation, TableOperation, TableOutcome } from './operation';
import { letOthersIn } from './turns';

/**
 * The items that come out for a table, in each of n8n's error modes.
 *
 * @param size how many items went in
 * @param continues whether the node continues on errors
 * @throws NodeApiError where the node stops on errors and the table ended in one
 */
export async function tableItems(
	{ summary, rows, error }: TableOutcome,
	size: number,
	node: INode,
	continues: boolean,
): Promise<INodeExecutionData[]> {
	if (error && !continues) throw toNodeApiError(error.cause as Error, node, error.index);
	const items: INodeExecutionData[] = [];
	if (summary) {
		const pairedItem = Array.from({ length: size }, (_, item) => ({ item }));
		items.push({ json: summary, pairedItem: size === 1 ? pairedItem[0] : pairedItem });
	}
	// The summary names the rows that failed; an output for errors holds them besides.
	const showsErrors = continues && (!summary || node.onError === 'continueErrorOutput');
	for (let index = 0; index < size && rows.size > 0; index++) {
		const row = rows.get(index);
		if (!row) continue;
		await letOthersIn();
		if (row.error !== undefined && showsErrors) items.push(errorItem(row.error, node, index));
		else if (row.json) items.push(...pairedItems([row.json], index));
	}
	return items;
}

/**
 * The same for one item, where n8n's routing hands over no more: as a tool of an AI agent, and where an
 * expression gives resource or operation.
 */
export function forOneItem(operation: TableOperation): Operation {
	return async (item) => {
		const { summary, rows, error } = await operation.run({
			size: 1,
			rows: async function* () {
				yield { index: 0, item };
			},
			turn: async () => {},
			log: () => {},
			hint: () => {},
		});
		if (error) throw error.cause;
		const json = summary ?? rows.get(0)?.json;
		return json ? [json] : [];
	};
}

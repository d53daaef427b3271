import type { INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../transport/errors/nodeError';
import { yieldToEventLoop } from './eventLoop';
import type { Operation, TableOperation, TableOutcome } from './operation';
import { errorItem, pairedItems } from './outputItems';

/**
 * The output items of a table, in each of n8n's error modes.
 *
 * @param size number of input items
 * @param continues whether the node continues on errors
 * @throws NodeApiError where the node stops on errors and the table ended in one
 */
export async function tableOutput(
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
	// The summary names the rows that failed; a separate output for errors contains them too.
	const showsErrors = continues && (!summary || node.onError === 'continueErrorOutput');
	for (let index = 0; index < size && rows.size > 0; index++) {
		const row = rows.get(index);
		if (!row) continue;
		await yieldToEventLoop();
		if (row.error !== undefined && showsErrors) items.push(errorItem(row.error, node, index));
		else if (row.json) items.push(...pairedItems([row.json], index));
	}
	return items;
}

/** The table operation for a single item, where n8n executes the node through its routing. */
export function asSingleItemRun(operation: TableOperation): Operation {
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

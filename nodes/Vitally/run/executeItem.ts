import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../transport/errors/nodeError';
import { DryRunPreview } from './dryRun';
import type { SourcedItem } from './itemContext';
import type { Operation } from './operation';

/** The records of an item: what its operation returns, or the preview of a dry run. */
export async function recordsOf(item: SourcedItem, operation: Operation): Promise<IDataObject[]> {
	return await settled(item, operation(item));
}

/** As `recordsOf`, where the operation has begun already. */
export async function settled(
	item: SourcedItem,
	operation: Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const records = await operation.catch((error: unknown) => {
		if (error instanceof DryRunPreview) return [error.preview];
		throw error;
	});
	const { annotations } = item;
	if (Object.keys(annotations).length === 0) return records;
	return records.map((record) => ({ ...record, ...annotations }));
}

/** Records as items that n8n's editor links to the item they came from. */
export function pairedItems(records: IDataObject[], itemIndex: number): INodeExecutionData[] {
	return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** The item that stands for an error where the node continues on errors. */
export function errorItem(cause: unknown, node: INode, itemIndex: number): INodeExecutionData {
	const error = toNodeApiError(cause as Error, node, itemIndex);
	return { json: { error: error.message }, error, pairedItem: { item: itemIndex } };
}

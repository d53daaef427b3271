import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { setFields } from '../fields/body';
import { toNodeApiError } from '../transport/errors/nodeError';
import { readAllowedDomains } from './allowedDomains';
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

/** n8n of the 1.x line takes an item with a third key for a success; this function came after it. */
const KNOWS_DETAILS = readAllowedDomains !== undefined;

/**
 * The item that stands for an error where the node continues on errors. n8n knows it by keys that are
 * exactly `error`, `message` and `details`; an `error` object beside the JSON would make n8n replace the
 * JSON by the title alone (n8n-core 2.41, `normalizeNodeErrors` and `handleNodeErrorOutput`).
 */
export function errorItem(cause: unknown, node: INode, itemIndex: number): INodeExecutionData {
	const { message, description, httpCode } = toNodeApiError(cause as Error, node, itemIndex);
	const { said, field } = (cause as Partial<VitallyError>).facts ?? {};
	const details = setFields({
		httpCode: httpCode ?? undefined,
		vitallyMessage: said,
		field,
	});
	return {
		json: { error: message, message: description ?? '', ...(KNOWS_DETAILS && { details }) },
		pairedItem: { item: itemIndex },
	};
}

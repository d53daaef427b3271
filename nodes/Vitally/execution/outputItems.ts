import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { toNodeApiError } from '../transport/errors/nodeError';
import { omitUndefined } from '../values/plainObject';
import { readAllowedDomains } from './clients';

/** Records as items that n8n's editor links to the item they came from. */
export function pairedItems(records: IDataObject[], itemIndex: number): INodeExecutionData[] {
	return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** n8n of the 1.x line treats an item with a third key as a success; the function is newer. */
const SUPPORTS_DETAILS = readAllowedDomains !== undefined;

/**
 * The item for an error where the node continues on errors. n8n recognizes it by keys that are exactly
 * `error`, `message` and `details`; an `error` object next to the JSON would make n8n replace the JSON
 * by the title alone (n8n-core 2.41, `normalizeNodeErrors` and `handleNodeErrorOutput`).
 */
export function errorItem(cause: unknown, node: INode, itemIndex: number): INodeExecutionData {
	const { message, description, httpCode } = toNodeApiError(cause as Error, node, itemIndex);
	const { serviceMessage, field } = (cause as Partial<VitallyError>).facts ?? {};
	const details = omitUndefined({
		httpCode: httpCode ?? undefined,
		vitallyMessage: serviceMessage,
		field,
	});
	return {
		json: { error: message, message: description ?? '', ...(SUPPORTS_DETAILS && { details }) },
		pairedItem: { item: itemIndex },
	};
}

import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { VitallyError } from '../../errors/vitallyError';

/**
 * n8n's class for an error, with the item in its text.
 *
 * @param cause a VitallyError, or whatever n8n's own functions threw
 * @param itemIndex left out where there are no items: in pick-lists and polls
 */
export function toNodeApiError(cause: Error, node: INode, itemIndex?: number): NodeApiError {
	if (cause instanceof NodeApiError) return cause;
	const message = itemIndex === undefined ? cause.message : `${cause.message} [item ${itemIndex}]`;
	const { description, facts } = cause as Partial<VitallyError>;
	const error = new NodeApiError(node, { message } as JsonObject, {
		message,
		description: description ?? undefined,
		httpCode: facts?.status === undefined ? undefined : String(facts.status),
		itemIndex,
		failure: facts?.failure,
	});
	// NodeApiError replaces a text that contains an error code such as ENOENT, be it part of a name.
	error.message = message;
	return error;
}

import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { errorText } from '../../errors/shownText';
import type { VitallyError } from '../../errors/vitallyError';

/**
 * Converts an error to n8n's class, with the item in its message.
 *
 * @param cause is a VitallyError, or what n8n's functions threw
 * @param itemIndex is absent in pick-lists and polls
 */
export function toNodeApiError(cause: Error, node: INode, itemIndex?: number): NodeApiError {
	if (cause instanceof NodeApiError) return cause;

	const title = itemIndex === undefined ? cause.message : `${cause.message} [item ${itemIndex}]`;
	const message = errorText(title);
	const { description, facts } = cause as Partial<VitallyError>;
	const error = new NodeApiError(node, { message } as JsonObject, {
		message,
		description: description && errorText(description),
		httpCode: facts?.status === undefined ? undefined : String(facts.status),
		itemIndex,
		failure: facts?.failure,
	});

	// NodeApiError replaces a message that contains an error code such as ENOENT, even within a name.
	error.message = message;
	if (facts?.details) error.context.data = facts.details;

	return error;
}

import { createHash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../Vitally/execution/operation';
import type { ServiceRequest } from '../Vitally/transport/client';

export const ANALYTICS = '/analytics/v1';

/** Statuses of a rejected batch of which a smaller part may be accepted: an invalid message, or its size. */
const SPLITTABLE_STATUSES = [400, 413, 422];

/** A message with the name of its type (docs/internal/public-facts.md, 6). */
export interface TypedMessage {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	message: IDataObject;
}

/**
 * Ensures that a message has a `timestamp` or `messageId`, by which the service recognizes it when it is sent again:
 * without either, a `messageId` is added. It stays the same when n8n retries the item within its execution; other items,
 * runs and executions have other IDs, even for equal messages.
 */
export function ensureMessageId(item: ItemContext, message: IDataObject): IDataObject {
	if (message.timestamp !== undefined || message.messageId !== undefined) return message;

	const messageId = createHash('sha256')
		.update(JSON.stringify([...item.itemKey(), message]))
		.digest('hex');

	return { ...message, messageId };
}

/**
 * Says above the output that events of a run are the same for the service: it recognizes a message without a `messageId` by
 * all that is in it. The same event in another execution is one that was sent again.
 */
export async function pointOutEqualEvents(
	item: ItemContext,
	{ type, message }: TypedMessage,
): Promise<void> {
	if (type !== 'track' || message.messageId !== undefined) return;

	const digests = await item.oncePerRun('digests of events', async () => new Set<string>());
	const digest = createHash('sha256').update(JSON.stringify(message)).digest('base64');

	if (digests.has(digest)) {
		item.hint?.(
			"Several items are the same event with the same 'Timestamp', so Vitally counts them once. To count each of them, enter a 'Message ID' that differs, such as the number of the row.",
		);
	}

	digests.add(digest);
}

/** The request that sends a single message (docs/internal/service.md, Analytics API: account message). */
export function messageRequest({ type, message }: TypedMessage, noun: string): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/${type}`,
		body: message,
		idempotent: true,
		target: 'noRecord',
		explain: explain(type, `${noun} message`),
	};
}

/** The request that sends up to 100 messages of any types (docs/internal/public-facts.md, 6). */
export function batchRequest(messages: TypedMessage[]): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/batch`,
		body: messages.map(({ type, message }) => ({ type, ...message })),
		idempotent: true,
		target: 'noRecord',
		handledStatuses: SPLITTABLE_STATUSES,
		explain: explain(messages[0].type, 'batch of this item, which was not sent alone'),
	};
}

/** @param noun what Vitally rejected, in running text */
function explain(type: string, noun: string): ServiceRequest['explain'] {
	const rejected = {
		message: `Vitally rejected the ${noun}`,
		description: `Check the values of this item. If Vitally rejects every message of the type '${type}', the type is blocked for your workspace: ask Vitally support to unblock it.`,
	};

	return {
		400: rejected,
		401: {
			message: 'Vitally does not accept the API key',
			description:
				'Copy the key from Settings → Integrations → Vitally Analytics API into the credential. It is not the key of the REST API.',
		},
		404: {
			message: 'The address of the credential is not the Vitally Analytics API',
			description: "Check 'Data Center' and the fields below it in the credential.",
		},
		422: rejected,
	};
}

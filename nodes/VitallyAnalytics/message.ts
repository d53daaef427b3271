import { createHash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { setFields } from '../Vitally/fields/body';
import { optionalText } from '../Vitally/fields/text';
import type { ItemContext } from '../Vitally/run/operation';
import type { Explanation, ServiceRequest } from '../Vitally/transport/client';
import { utcDateTime } from '../Vitally/values/dates';
import { isEmpty } from '../Vitally/values/emptyValues';

export const ANALYTICS = '/analytics/v1';

/** A message with the name of its type (docs/public-facts.md, 6). */
export interface TypedMessage {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	message: IDataObject;
}

/**
 * A message with its `timestamp` and `messageId`; the service needs one of them.
 *
 * @param fields of the message's own type
 * @throws VitallyError for a timestamp that is no date
 * Source: docs/service.md, Analytics API: account message
 */
export function identified(item: ItemContext, fields: IDataObject): IDataObject {
	const timestamp = item.param('additionalFields.timestamp');
	const hasTimestamp = !isEmpty(timestamp);
	const message = setFields({
		...fields,
		timestamp: hasTimestamp ? utcDateTime(timestamp, 'Timestamp', item.timeZone) : undefined,
		messageId: optionalText(item, 'additionalFields.messageId', 'Message ID'),
	});
	if (hasTimestamp || message.messageId !== undefined) return message;
	return { ...message, messageId: messageIdOf(item, message) };
}

/**
 * An ID that stays the same when n8n tries the item again within its execution, so that a message
 * whose answer was lost is not counted twice. It differs for every other item, run and execution,
 * because the same values sent again later, after others, are another message.
 */
function messageIdOf(item: ItemContext, message: IDataObject): string {
	return createHash('sha256')
		.update(JSON.stringify([...item.identity(), message]))
		.digest('hex');
}

/** One message by itself (docs/service.md, Analytics API: account message). */
export function messageRequest({ type, message }: TypedMessage): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/${type}`,
		body: message,
		idempotent: true,
		explain: (status) => explain(status, type),
	};
}

/** Up to 100 messages in one request (docs/public-facts.md, 6). */
export function batchRequest(messages: TypedMessage[]): ServiceRequest {
	return {
		method: 'POST',
		path: `${ANALYTICS}/batch`,
		body: messages.map(({ type, message }) => ({ type, ...message })),
		idempotent: true,
		explain: (status) => explain(status, messages[0].type, " Or turn off the option 'Batch'."),
	};
}

function explain(status: number, type: string, also = ''): Explanation | undefined {
	switch (status) {
		case 400:
			return {
				message: `Vitally rejected the ${type} message`,
				description: `Either a value of this item does not fit, or messages of the type '${type}' are blocked for your tenant: then every one is refused until Vitally support unblocks the type.`,
			};
		case 401:
			return {
				message: 'Vitally does not accept the API key',
				description:
					'The Analytics API has a key of its own: copy it from Settings, Integrations, Vitally Analytics API. The key of the REST API does not work here.',
			};
		case 404:
			return {
				message: 'The address of the credential is not the Vitally Analytics API',
				description: `Check 'Data Center', 'Subdomain' and 'Base URL' in the credential.${also}`,
			};
		default:
			return undefined;
	}
}

import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../Vitally/fields/collections';
import type { Show } from '../Vitally/fields/show';

const messageId: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	description:
		"Vitally counts messages with the same ID once. Without an ID and a 'Timestamp' the node makes one that stays the same when n8n tries the item again.",
};

const timestamp: INodeProperties = {
	displayName: 'Timestamp',
	name: 'timestamp',
	type: 'dateTime',
	default: '',
	description:
		"When the change happened. A time without zone is meant in the workflow's time zone. Vitally takes the time of receipt when it is left out.",
};

/** The optional fields of a message, in their alphabetical order. */
export function stampFields(show: Show, more: INodeProperties[]): INodeProperties {
	return additionalCollection(show, [messageId, timestamp, ...more]);
}

export const batchOption: INodeProperties = {
	displayName: 'Batch',
	name: 'batch',
	type: 'boolean',
	default: false,
	description:
		'Whether to send up to 100 items in one request. When Vitally refuses such a request, its items are sent in smaller parts until each refusal shows on its own item.',
};

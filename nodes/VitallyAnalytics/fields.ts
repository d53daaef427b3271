import type { INodeProperties } from 'n8n-workflow';

export const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	description:
		"Vitally counts messages with the same ID once. Without an ID and a 'Timestamp' the node makes one that stays the same when n8n tries the item again.",
};

export const timestampField: INodeProperties = {
	displayName: 'Timestamp',
	name: 'timestamp',
	type: 'dateTime',
	default: '',
	description:
		"When the change happened. A time without zone is meant in the workflow's time zone. Vitally takes the time of receipt when it is left out.",
};

export const batchOption: INodeProperties = {
	displayName: 'Batch',
	name: 'batch',
	type: 'boolean',
	default: false,
	description:
		'Whether to send up to 100 items in one request. When Vitally refuses such a request, its items are sent in smaller parts until each refusal shows on its own item.',
};

import type { INodeProperties } from 'n8n-workflow';

import { textProperty, timeProperty } from '../../fields/properties';
import { recipientsField, senderFields } from './participants';

/** The editor sorts these by label. */
const messageRow: INodeProperties[] = [
	...senderFields,
	textProperty('Message', 'message', {
		typeOptions: { rows: 4 },
		placeholder: 'e.g. <p>Hello</p>',
		description: 'The text of the message, as HTML',
	}),
	textProperty('Message ID (External)', 'externalId', {
		placeholder: 'e.g. ticket-7-1',
		description: 'Your ID for the message, used to find it when you update the conversation',
	}),
	timeProperty('Sent At', 'timestamp'),
	recipientsField,
];

/** The fields for messages: a form, or JSON. */
export const messageFields: INodeProperties[] = [
	{
		displayName: 'Specify Messages',
		name: 'messagesMode',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: 'Enter one row per message' },
			{ name: 'Using JSON', value: 'json', description: 'Enter all messages as a JSON array' },
		],
		default: 'fields',
	},
	{
		displayName: 'Messages',
		name: 'messages',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Message',
		default: {},
		description:
			'Messages are only stored in Vitally, not sent. A message with an existing external ID is updated; others are added.',
		options: [{ displayName: 'Message', name: 'message', values: messageRow }],
		displayOptions: { show: { messagesMode: ['fields'] } },
	},
	{
		displayName: 'Messages (JSON)',
		name: 'messagesJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "externalId": "m1", "message": "<p>Hello</p>" }]',
		description:
			"An array of messages with Vitally's field names: externalId, message, timestamp, from and to. Can be empty.",
		displayOptions: { show: { messagesMode: ['json'] } },
	},
];

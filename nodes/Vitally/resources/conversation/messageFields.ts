import type { INodeProperties } from 'n8n-workflow';

const PARTICIPANT_TYPES = [
	{ name: 'Admin', value: 'admin', description: 'Somebody of your team' },
	{ name: 'User', value: 'user', description: 'Somebody at the customer' },
];

/** The editor for messages: a form, or JSON. */
export const messageFields: INodeProperties[] = [
	{
		displayName: 'Messages',
		name: 'messagesMode',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: 'One row for each message' },
			{ name: 'Using JSON', value: 'json', description: 'All messages as one list' },
		],
		default: 'fields',
		description: 'How to enter the messages',
	},
	{
		displayName: 'Messages',
		name: 'messages',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Message',
		default: {},
		description:
			'Vitally records them and sends nothing to anybody. A message with a known external ID is updated, every other one is added.',
		options: [{ displayName: 'Message', name: 'message', values: messageRow() }],
		displayOptions: { show: { messagesMode: ['fields'] } },
	},
	{
		displayName: 'Messages (JSON)',
		name: 'messagesJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "externalId": "m1", "message": "<p>Hello</p>" }]',
		description:
			"A list of messages with Vitally's own field names: externalId, message, timestamp, from and to. It may be empty.",
		displayOptions: { show: { messagesMode: ['json'] } },
	},
];

function messageRow(): INodeProperties[] {
	return [
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. ticket-7-1',
			description: 'Your own ID of the message, by which Vitally recognizes it in an update',
		},
		{
			displayName: 'From ID',
			name: 'fromId',
			type: 'string',
			default: '',
			description: 'The ID that Vitally gives the sender',
		},
		{
			displayName: 'From Type',
			name: 'fromType',
			type: 'options',
			options: PARTICIPANT_TYPES,
			default: 'user',
			description: 'Whether the sender is of your team or at the customer',
		},
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. <p>Hello</p>',
			description: 'The text of the message, as HTML',
		},
		{
			displayName: 'Timestamp',
			name: 'timestamp',
			type: 'dateTime',
			default: '',
			description:
				"When the message was sent. A time without zone is meant in the workflow's time zone.",
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Recipient',
			default: {},
			options: [
				{
					displayName: 'Recipient',
					name: 'recipient',
					values: [
						{
							displayName: 'Type',
							name: 'type',
							type: 'options',
							options: PARTICIPANT_TYPES,
							default: 'admin',
						},
						{
							displayName: 'ID',
							name: 'id',
							type: 'string',
							default: '',
							description: 'The ID that Vitally gives the recipient',
						},
					],
				},
			],
		},
	];
}

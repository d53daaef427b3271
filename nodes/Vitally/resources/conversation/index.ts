import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { conversationLocator } from '../../fields/locators';
import { create } from './create';
import { deleteOption } from './delete';
import { get } from './get';
import { getAll, getAllFields } from './getAll';
import { messageFields } from './messageFields';
import { update, updateFields } from './update';
import { upsert } from './upsert';

const resource = ['conversation'];

export const conversationOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [create, upsert, deleteOption, get, getAll, update],
	default: 'get',
	displayOptions: { show: { resource } },
};

/** Required fields first, then what narrows or adds. Traits, paging and options stand in `fields/`. */
export const conversationFields: INodeProperties[] = [
	conversationLocator({ resource, operation: ['delete', 'get', 'update'] }),
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Question about the invoice',
		description: 'The subject of the conversation',
		displayOptions: { show: { resource, operation: ['create', 'upsert'] } },
	},
	...messageFields({ resource, operation: ['create', 'update', 'upsert'] }),
	additionalCollection({ resource, operation: ['create'] }, [
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. ticket-7',
			description: 'Your own ID of the conversation. It cannot be set later.',
		},
	]),
	...updateFields,
	...getAllFields,
];

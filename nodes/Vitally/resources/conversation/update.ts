import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assertChanges, setFields } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { traitsOfItem } from '../../fields/traits';
import { writtenRecordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import {
	conversationPath,
	conversationTurn,
	explainConversation,
	pickedConversation,
} from './conversation';
import { isNamed, messagesOfItem } from './messages';

/** docs/service.md, Conversations (update body) */
const updateConversation = write({
	turn: conversationTurn,
	request: async (item, service) => {
		const { subject } = item.getNodeParameter('updateFields', {}) as IDataObject;
		const messages = messagesOfItem(item, true);
		const body = setFields({ subject, messages, traits: traitsOfItem(item) });
		assertChanges(body);
		const { id } = await pickedConversation(item, service);
		return {
			method: 'PUT',
			path: conversationPath(id),
			body,
			// A message without external id would be added twice.
			idempotent: messages === undefined || messages.every(isNamed),
			explain: explainConversation(id),
		};
	},
	result: (response, request) => ({ id: idInPath(request), ...writtenRecordOf(response, request) }),
});

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a conversation',
	description: 'Change fields and traits of a conversation, and add or change messages',
	routing: route(updateConversation),
};

export const updateFields: INodeProperties[] = [
	updateCollection({ resource: ['conversation'], operation: ['update'] }, [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			default: '',
			description: 'The new subject of the conversation',
		},
	]),
];

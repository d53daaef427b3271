import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import {
	conversationPath,
	conversationTurn,
	explainConversation,
	pickedConversation,
} from './conversation';

/** The document names the id in the body too (docs/service.md, Conversations). */
const deleteConversation = write({
	turn: conversationTurn,
	request: async (item, service) => {
		const { id } = await pickedConversation(item, service);
		return {
			method: 'DELETE',
			path: conversationPath(id),
			body: { id },
			explain: explainConversation(id),
		};
	},
	result: (_response, request) => ({ deleted: true, id: idInPath(request) }),
});

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a conversation',
	description: 'Delete a conversation and all its messages, for ever',
	routing: route(deleteConversation),
};

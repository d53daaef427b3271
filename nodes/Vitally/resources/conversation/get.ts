import type { INodePropertyOptions } from 'n8n-workflow';

import { simplifierOf } from '../../fields/list';
import type { Operation } from '../../transport/item';
import { recordOf } from '../../transport/records';
import { route } from '../../operations/route';
import {
	conversationPath,
	explainConversation,
	pickedConversation,
	SIMPLE_FIELDS,
} from './conversation';

/** docs/service.md, Conversations; messages come with this read only. */
const getConversation: Operation = async (item, service) => {
	const { id, record } = await pickedConversation(item, service);
	const request = {
		method: 'GET' as const,
		path: conversationPath(id),
		explain: explainConversation(id),
	};
	const conversation = record ?? recordOf(await service.send(request), request);
	return [simplifierOf(item, SIMPLE_FIELDS)(conversation)];
};

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a conversation',
	description: 'Retrieve a conversation with all its messages',
	routing: route(getConversation),
};

import type { INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { optionalText, requiredText } from '../../fields/text';
import { traitsOfItem } from '../../fields/traits';
import { writtenRecordOf } from '../../transport/records';
import { createOnce, externalIdOf } from '../../operations/create';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { CONVERSATIONS } from './conversation';
import { messagesOfItem } from './messages';

/** docs/service.md, Conversations (create body); the list of messages is required and may be empty. */
const createConversation = write({
	request: (item) => {
		const externalId = optionalText(item, 'additionalFields.externalId', 'External ID');
		return {
			method: 'POST',
			path: CONVERSATIONS,
			body: setFields({
				externalId,
				subject: requiredText(item, 'subject', 'Subject'),
				messages: messagesOfItem(item) ?? [],
				traits: traitsOfItem(item),
			}),
		};
	},
	send: async (request, item, service) =>
		await createOnce(item, service, request, { path: CONVERSATIONS }, externalIdOf(request)),
	result: (response, request) => writtenRecordOf(response, request),
});

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a conversation',
	description: 'Record a conversation with its messages; nothing is sent to anybody',
	routing: route(createConversation),
};

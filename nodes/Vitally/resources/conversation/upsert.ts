import type { INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { requiredText } from '../../fields/text';
import { traitFields, traitsOfItem } from '../../fields/traits';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import type { ServiceRequest } from '../../transport/client';
import { writtenRecordOf } from '../../transport/records';
import { conversationType } from '../recordTypes';
import { conversationAt } from './locate';
import { messageFields } from './messageFields';
import { assertMessagesNamed, messagesOfItem } from './messages';

export const subjectField: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Question about the invoice',
	description: 'The subject of the conversation',
};

/**
 * The document has no upsert, and says of no conversation path that it takes an external ID; see
 * `findByExternalId` for how the conversation is found, and `updateOrCreate` for what follows.
 * Source: docs/service.md, Conversations; docs/public-facts.md, 4.5
 */
export const upsertConversation = upsertRow(conversationType, {
	remark: 'Messages are matched by their External ID, so each needs one here.',
	fields: [subjectField, ...messageFields, ...traitFields],
	run: async (item, externalId) => {
		const messages = messagesOfItem(item);
		assertMessagesNamed(messages ?? []);
		const fields = setFields({
			subject: requiredText(item, 'subject', 'Subject'),
			messages,
			traits: traitsOfItem(item),
		});
		const { path } = conversationType;
		return await updateOrCreate(item, {
			noun: conversationType.noun,
			collection: { path },
			externalId,
			// The list is required here, and may be empty.
			create: { method: 'POST', path, body: { externalId, messages: [], ...fields } },
			update: async ({ id }) => {
				const request: ServiceRequest = {
					method: 'PUT',
					path: conversationAt(id).path,
					body: fields,
					handledStatuses: [404],
				};
				const response = await item.send(request);
				return response.status === 404 ? undefined : { id, ...writtenRecordOf(response, request) };
			},
		});
	},
});

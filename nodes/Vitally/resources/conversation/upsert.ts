import type { INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { isDryRun, requestPreview } from '../../fields/dryRun';
import { requiredText } from '../../fields/text';
import { traitsOfItem } from '../../fields/traits';
import type { ServiceRequest } from '../../transport/client';
import type { Operation } from '../../transport/item';
import { writtenRecordOf } from '../../transport/records';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { route } from '../../operations/route';
import { updateOrCreate } from '../../operations/upsert';
import { conversationPath, CONVERSATIONS } from './conversation';
import { messagesOfItem, assertMessagesNamed } from './messages';

/**
 * The document has no upsert, and says of no conversation path that it takes an external id; see
 * `findByExternalId` for how the conversation is found, and `updateOrCreate` for what follows.
 * Source: docs/service.md, Conversations; docs/public-facts.md, 4.5
 */
const upsertConversation: Operation = async (item, service) => {
	const externalId = requiredText(item, 'externalId', 'External ID');
	return await runExclusive(`${CONVERSATIONS}/${externalId}`, async () => {
		const messages = messagesOfItem(item);
		assertMessagesNamed(messages ?? []);
		const fields = setFields({
			subject: requiredText(item, 'subject', 'Subject'),
			messages,
			traits: traitsOfItem(item),
		});
		const conversation = await updateOrCreate(item, service, {
			collection: { path: CONVERSATIONS },
			externalId,
			// The list is required here, and may be empty.
			create: {
				method: 'POST',
				path: CONVERSATIONS,
				body: { externalId, messages: [], ...fields },
			},
			update: async ({ id }) => {
				const path = conversationPath(id);
				const request: ServiceRequest = {
					method: 'PUT',
					path,
					body: fields,
					handledStatuses: [404],
				};
				if (isDryRun(item)) return requestPreview(request, await service.baseUrl());
				const response = await service.send(request);
				return response.status === 404 ? undefined : { id, ...writtenRecordOf(response, request) };
			},
		});
		return [conversation];
	});
};

export const upsert: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a conversation',
	description: 'Create a new conversation, or update the current one if it already exists (upsert)',
	routing: route(upsertConversation),
};

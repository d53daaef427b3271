import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { requiredTextField } from '../../operations/bodyField';
import { bodyProperties, readBody, type BodySpec } from '../../operations/bodySpec';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import type { ServiceRequest } from '../../transport/client';
import { writtenRecordOf } from '../../transport/records';
import { conversationType } from '../recordTypes';
import { messageFields } from './messageFields';
import { assertMessagesNamed, messagesOfItem, messagesToSend } from './messages';
import { locationOf } from '../../records/locate';
import { recordSourceOf } from '../../records/recordSource';

export const subjectField: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Question about the invoice',
};

const changed: BodySpec = {
	required: [requiredTextField(subjectField)],
	hasTraits: 'added',
	also: (item) => ({ messages: messagesToSend(item) }),
};

/**
 * The document has no upsert, and names no conversation path that accepts an external ID, so the conversation
 * is looked up in the list.
 * Source: docs/service.md, Conversations; docs/public-facts.md, 4.5
 */
export const upsertConversation = upsertRow(conversationType, {
	remark: 'Messages are matched by their External ID, so each needs one here.',
	hasTraits: true,
	fields: bodyProperties(changed, additionalCollection, messageFields),
	run: async (item, externalId) => {
		assertMessagesNamed(messagesOfItem(item) ?? []);
		const fields = await readBody(item, changed, 'additionalFields');
		const { path } = conversationType;
		return await updateOrCreate(item, {
			source: recordSourceOf(conversationType),
			externalId,
			// The list is required here, and may be empty.
			create: { method: 'POST', path, body: { externalId, messages: [], ...fields } },
			update: async ({ id }) => {
				const request: ServiceRequest = {
					method: 'PUT',
					path: locationOf(conversationType, id).path,
					body: fields,
					handledStatuses: [404],
				};
				const response = await item.send(request);
				return response.status === 404 ? undefined : { id, ...writtenRecordOf(response, request) };
			},
		});
	},
});

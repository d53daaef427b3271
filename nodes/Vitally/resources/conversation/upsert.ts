import { textProperty } from '../../fields/properties';
import { readBody, type BodyDefinition } from '../../operations/body/bodyDefinition';
import { requiredTextField } from '../../operations/body/bodyField';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import { recordSourceOf } from '../../records/recordSource';
import { conversationType } from '../recordTypes';
import { messageFields } from './messageFields';
import { messagesToSend, assertExternalIds, readMessages } from './messages';

export const subjectField = textProperty('Subject', 'subject', {
	required: true,
	placeholder: 'e.g. Question about the invoice',
});

const changed: BodyDefinition = {
	required: [requiredTextField(subjectField)],
	hasTraits: true,
	also: (item) => ({ messages: messagesToSend(item) }),
};

/**
 * The API documents neither an upsert nor a path that accepts an external ID, so the conversation is looked
 * up in the list.
 * Source: docs/internal/service.md, Conversations; docs/internal/public-facts.md, 4.5
 */
export const upsertConversation = upsertRow(conversationType, {
	docsNote: 'Messages are matched by their External ID, so each needs one here.',
	body: changed,
	below: messageFields,
	run: async (item, externalId) => {
		assertExternalIds(readMessages(item) ?? []);
		const fields = await readBody(item, changed, 'additionalFields');
		return await updateOrCreate(item, {
			source: recordSourceOf(conversationType),
			externalId,
			fields,
			// The list is required here, and may be empty.
			initial: { messages: [] },
		});
	},
});

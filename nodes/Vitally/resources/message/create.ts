import type { IDataObject } from 'n8n-workflow';

import { textProperty, timeProperty } from '../../fields/properties';
import { omitUndefined } from '../../fields/omitUndefined';
import { DATE_TIME_HINT } from '../../fields/dateHints';
import { dryRunOption } from '../../run/dryRun';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionsField } from '../../fields/options';
import { readObject } from '../../fields/readers';
import { externalIdField, requiredText } from '../../fields/text';
import { createRecord } from '../../operations/createOnce';
import { readsByExternalId, servedAt, type ExternalIdLookUp } from '../../operations/externalIds';
import { locateById } from '../../operations/locateById';
import { lockRecord, requiredLocator } from '../../operations/recordType';
import type { OperationDefinition } from '../../operations/definition/types';
import type { ServiceRequest } from '../../transport/client';
import { isRecord, recordOf } from '../../transport/records';
import { utcDateTime } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { rowsOf, withParticipants } from '../conversation/messages';
import { participant, participantFields, recipientsField } from '../conversation/participants';
import { conversationType, messageType } from '../recordTypes';

const locateConversation = locateById(conversationType);

const textField = textProperty('Message', 'message', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. <p>Hello</p>',
	description: 'The text of the message, as HTML. It is only stored in Vitally, not sent.',
});

const [fromType, fromId] = participantFields({
	role: { displayName: 'From: Role', name: 'fromType' },
	person: { displayName: 'From: User or Teammate', name: 'fromId' },
	defaultRole: 'user',
	search: 'searchSenders',
});

const timestampField = timeProperty('Sent At', 'timestamp', {
	description: `${DATE_TIME_HINT}. If empty, Vitally takes the current time.`,
});

/** docs/beyond.md, 8: what a POST of a known external ID does is not known. */
export const createMessage: OperationDefinition = {
	name: 'Create',
	value: 'create',
	action: `Create ${messageType.noun}`,
	description: 'Add a message to a conversation, without sending it',
	endpoints: [`POST ${conversationType.path}/:id/messages`],
	reads: readsByExternalId(conversationType),
	fields: [
		requiredLocator(conversationType),
		{
			...externalIdField,
			placeholder: 'e.g. ticket-7-2',
			description: 'Your unique ID for the message. Vitally requires one.',
		},
		textField,
		fromType,
		{ ...fromId, required: true },
		recipientsField,
		timestampField,
		optionsField([dryRunOption]),
	],
	run: async (item) =>
		// The order of the items is that of the messages.
		await lockRecord(item, conversationType, async () => {
			const entered = messageOf(item);
			const { path, explain } = await locateConversation(item);
			const [body] = await withParticipants(item, [entered]);
			const request = { method: 'POST' as const, path: `${path}/messages`, body, explain };
			return [await createRecord(item, request, lookUpAt(path))];
		}),
};

/** The message of an item; IDs may have to be looked up. */
function messageOf(item: ItemParameters): IDataObject {
	const recipients = rowsOf(readObject(item, { parameter: 'to', label: 'To' }), 'recipient');
	const timestamp = item.param('timestamp');
	return omitUndefined({
		externalId: requiredText(item, 'externalId', 'External ID'),
		message: requiredText(item, 'message', 'Message'),
		from: participant(item.param('fromType', 'user'), item.param('fromId'), 'From', item),
		to: recipients.map(({ type, id }) => participant(type, id, 'To', item)),
		timestamp: isEmpty(timestamp)
			? undefined
			: utcDateTime(timestamp, timestampField.displayName, item.timeZone),
	});
}

/** Finds a message whose response was lost: its conversation contains all messages. */
function lookUpAt(path: string): ExternalIdLookUp {
	return {
		noun: messageType.noun,
		isUnique: false,
		ifTaken: "Use 'Update' of the conversation to change it, or enter another 'External ID'.",
		find: async (item, externalId) => {
			const request: ServiceRequest = { method: 'GET', path };
			const response = await item.send(request);
			const { messages } = recordOf(response, request);
			const all = Array.isArray(messages) ? (messages as unknown[]).filter(isRecord) : [];
			const record = all.find((one) => one.externalId === externalId);
			return record && { record, servedAtMs: servedAt(response) };
		},
	};
}

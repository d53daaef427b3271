import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { DATE_TIME_TEXT } from '../../fields/dateTexts';
import { dryRunOption } from '../../fields/dryRun';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionsField } from '../../fields/options';
import { fieldsIn } from '../../fields/strict';
import { externalIdField, requiredText } from '../../fields/text';
import type { OperationRow } from '../../operations/resource';
import type { ServiceRequest } from '../../transport/client';
import { isRecord, recordOf } from '../../transport/records';
import { utcDateTime } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { rowsOf, withParticipants } from '../conversation/messages';
import { participant, participantFields, recipientsField } from '../conversation/participants';
import { conversationType, messageType } from '../recordTypes';
import { createRecord } from '../../records/createIdempotently';
import { locateById } from '../../records/locate';
import { lockRecord } from '../../records/lock';
import { readsByExternalId, type RecordSource } from '../../records/recordSource';
import { requiredLocator } from '../../records/recordType';

const locateConversation = locateById(conversationType);

const textField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. <p>Hello</p>',
	description: 'The text of the message, as HTML. It is only stored in Vitally, not sent.',
};

const [fromType, fromId] = participantFields({
	role: { displayName: 'From: Role', name: 'fromType' },
	person: { displayName: 'From: User or Teammate', name: 'fromId' },
	defaultRole: 'user',
	search: 'searchSenders',
});

const timestampField: INodeProperties = {
	displayName: 'Sent At',
	name: 'timestamp',
	type: 'dateTime',
	default: '',
	description: `${DATE_TIME_TEXT}. If empty, Vitally takes the current time.`,
};

const ifTaken = "Use 'Update' of the conversation to change it, or enter another 'External ID'.";

/** docs/beyond.md, 8: what a POST of a known external ID does is not known. */
export const createMessage: OperationRow = {
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
			return [await createRecord(item, request, messageSource(path), ifTaken)];
		}),
};

/** What an item sets, but for IDs that have to be looked up. */
function messageOf(item: ItemParameters): IDataObject {
	const recipients = rowsOf(fieldsIn(item, { parameter: 'to', label: 'To' }), 'recipient');
	const timestamp = item.param('timestamp');
	return setFields({
		externalId: requiredText(item, 'externalId', 'External ID'),
		message: requiredText(item, 'message', 'Message'),
		from: participant(item.param('fromType', 'user'), item.param('fromId'), 'From', item),
		to: recipients.map(({ type, id }) => participant(type, id, 'To', item)),
		timestamp: isEmpty(timestamp)
			? undefined
			: utcDateTime(timestamp, timestampField.displayName, item.timeZone),
	});
}

/** The messages of a conversation, which a read of the conversation returns. */
function messageSource(path: string): RecordSource {
	return {
		noun: messageType.noun,
		plural: messageType.plural,
		path,
		lists: [],
		read: async (sender, externalId) => {
			const request: ServiceRequest = { method: 'GET', path };
			const { messages } = recordOf(await sender.send(request), request);
			const all = Array.isArray(messages) ? (messages as unknown[]).filter(isRecord) : [];
			return all.find((one) => one.externalId === externalId);
		},
	};
}

import { optionsField } from '../../fields/collections';
import { textProperty, timeProperty, DATE_TIME_HINT } from '../../fields/properties';
import { requiredId, requiredText } from '../../fields/readers';
import { dryRunOption } from '../../fields/writeOptions';
import { resolveBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne, get } from '../../operations/standardOperations';
import { creationRequest } from '../../records/creation/createIdempotently';
import { createRecord } from '../../records/creation/createRecord';
import { locateByVitallyId } from '../../records/locate';
import type { RecordList } from '../../records/recordList';
import { lockRecord } from '../../records/recordLocks';
import { externalIdField, requiredLocator } from '../../records/recordType';
import type { SendContext } from '../../transport/client';
import { recordFrom } from '../../transport/responses';
import { isPlainObject } from '../../values/json/json';
import { recipientsField, fromFields } from '../conversation/messageParticipants';
import { readMessage } from '../conversation/messages';
import { conversationType, messageType } from '../recordTypes';

const textField = textProperty('Message', 'message', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. <p>Hello</p>',
	description: "The text of the message, as HTML. Vitally stores the message, but doesn't send it.",
});

const [fromType, fromId] = fromFields;

const timestampField = timeProperty('Sent At', 'timestamp', {
	description: `${DATE_TIME_HINT}. If empty, Vitally takes the current time.`,
});

const EXTERNAL_ID_TAKEN =
	"Use 'Update' of the conversation to change it, or enter another 'External ID'.";

/** The effect of a POST of a known external ID is unknown (docs/internal/beyond.md, 8). */
const createMessage: OperationDefinition = {
	name: 'Create',
	value: 'create',
	action: `Create ${messageType.noun}`,
	description: 'Add a message to a conversation, without sending it',
	endpoints: [`POST ${conversationType.path}/:id/messages`],
	fields: [
		requiredLocator(conversationType),
		externalIdField(messageType, {
			required: true,
			placeholder: 'e.g. ticket-7-2',
			description: 'Your unique ID for the message. Vitally requires one.',
		}),
		textField,
		fromType,
		{ ...fromId, required: true },
		recipientsField,
		timestampField,
		optionsField([dryRunOption]),
	],
	// Messages are added in the order of the items.
	run: lockRecord(conversationType, async (item, selection) => {
		const externalId = requiredId(item, 'externalId', 'External ID');
		const text = requiredText(item, 'message', 'Message');
		const message = { ...readMessage(item), externalId, message: text };
		const { path, explain } = await locateByVitallyId(item, conversationType, selection);
		const body = await resolveBody(item, message);
		const list = messageListOf(path);
		const request = { ...creationRequest(list, body), path: `${path}/messages`, explain };

		return [
			await createRecord(
				item,
				{ type: messageType, list, request },
				{ ifTaken: EXTERNAL_ID_TAKEN },
			),
		];
	}),
};

/** Describes the list of messages of a conversation, which a read of the conversation returns. */
function messageListOf(path: string): RecordList {
	const readBy = (field: string) => async (context: SendContext, value: string) => {
		const conversation = recordFrom(await context.send({ method: 'GET', path }));
		const messages = [conversation.messages].flat().filter(isPlainObject);

		return messages.find((candidate) => candidate[field] === value);
	};

	return {
		noun: messageType.noun,
		plural: messageType.plural,
		path,
		queries: [],
		read: readBy('externalId'),
		readById: readBy('id'),
	};
}

export const message = defineResource(messageType, {
	operations: [
		createMessage,
		deleteOne(messageType, { description: 'Delete a message of a conversation permanently' }),
		get(messageType, { description: 'Retrieve a message of a conversation' }),
	],
});

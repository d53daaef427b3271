import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { paramIn, replaceParam, type ItemParameters } from '../../fields/itemParameters';
import {
	textProperty,
	timeProperty,
	choiceProperty,
	formRow,
	rowsProperty,
	jsonProperty,
} from '../../fields/properties';
import { readChoice, readRows, requiredId } from '../../fields/readers';
import { resolveBody } from '../../operations/body/bodyDefinition';
import { PendingValue, type BodyValues } from '../../records/resolveId';
import { utcDateTime } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { parseJson, isPlainObject, type JsonObject, type JsonValue } from '../../values/json/json';
import { describeJsonError } from '../../values/json/jsonErrors';
import { sendable } from '../../values/json/sendable';
import { readText } from '../../values/text';
import {
	fromFields,
	readFrom,
	readOptionalFrom,
	readRecipients,
	recipientsField,
} from './messageParticipants';

/** The editor sorts these by label. */
const messageRow: INodeProperties[] = [
	...fromFields,
	textProperty('Message', 'message', {
		typeOptions: { rows: 4 },
		placeholder: 'e.g. <p>Hello</p>',
		description: 'The text of the message, as HTML',
	}),
	textProperty('Message ID (External)', 'externalId', {
		placeholder: 'e.g. ticket-7-1',
		description: 'Your ID for the message, used to find it when you update the conversation',
	}),
	timeProperty('Sent At', 'timestamp'),
	recipientsField,
];

const messagesMode = choiceProperty('Specify Messages', 'messagesMode', {
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: 'Enter one row per message' },
		{ name: 'Using JSON', value: 'json', description: 'Enter all messages as a JSON array' },
	],
	default: 'fields',
});

export const messageFields: INodeProperties[] = [
	messagesMode,
	rowsProperty('Messages', 'messages', {
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Message',
		description:
			'Messages are only stored in Vitally, not sent. A message with an existing External ID is updated; others are added.',
		options: formRow('Message', 'message', messageRow),
		displayOptions: { show: { messagesMode: ['fields'] } },
	}),
	jsonProperty('Messages (JSON)', 'messagesJson', {
		default: '[]',
		placeholder: 'e.g. [{ "externalId": "m1", "message": "<p>Hello</p>" }]',
		description:
			"An array of messages with Vitally's field names: externalId, message, timestamp, from and to. Can be empty.",
		displayOptions: { show: { messagesMode: ['json'] } },
	}),
];

const JSON_LABEL = 'Messages (JSON)';

/** A message, its participants still to be looked up. */
type MessageValues = BodyValues;

interface MessageRules {
	/** Whether the conversation exists, so that a row with an external ID may omit fields. */
	isChange?: boolean;
	/** Whether each message needs an external ID, without which a second run would add it again. */
	needExternalIds?: boolean;
}

/**
 * Reads the messages of an item for the body of a request, from the form or from JSON. The service updates those
 * with a known `externalId` and adds the others.
 *
 * @returns `undefined` when the form has no row
 * @throws VitallyError for a message without text, sender or external ID that needs one, and for JSON that is
 * not a list of messages
 * Source: docs/internal/service.md, Message and Conversations
 */
export function readMessages(
	item: ItemParameters,
	rules: MessageRules = {},
): Array<PendingValue<JsonObject>> | undefined {
	const isJson = readChoice(item, messagesMode) === 'json';
	const messages = isJson ? messagesFromJson(item) : messagesFromForm(item, rules);
	if (!messages) return undefined;
	if (rules.needExternalIds) assertExternalIds(messages);

	return messages.map(
		(message) => new PendingValue(async (context) => await resolveBody(context, message)),
	);
}

/** Returns whether the service recognizes the message when it is sent again. */
export function hasExternalId({ externalId }: { externalId?: unknown }): boolean {
	return !isEmpty(externalId);
}

function assertExternalIds(messages: MessageValues[]): void {
	const index = messages.findIndex((message) => !hasExternalId(message));
	if (index === -1) return;

	throw new VitallyError(
		`Message ${index + 1} has no 'Message ID (External)'`,
		"Enter a 'Message ID (External)' for every message. 'Create or Update' recognizes a message only by this ID: without it, each execution would add the message again.",
		{ field: 'Messages' },
	);
}

function messagesFromForm(item: ItemParameters, rules: MessageRules): MessageValues[] | undefined {
	const form = { parameter: 'messages', label: 'Messages' };
	const rows = readRows(item, form, 'message');
	if (rows.length === 0) return undefined;

	return rows.map((row, index) => {
		const name = `Message ${index + 1}`;
		const fields = replaceParam(item, paramIn(row));
		// A row for an existing message changes only the fields that it contains.
		if (rules.isChange && hasExternalId(row)) return readMessageChange(fields, `${name}: `);
		if (isEmpty(row.message)) throw noTextError(name);

		return readMessage(fields, `${name}: `);
	});
}

function noTextError(name: string): VitallyError {
	return new VitallyError(
		`${name} has no text`,
		"Enter the 'Message', or remove the row. For a message without text use JSON.",
		{ field: 'Messages' },
	);
}

/**
 * Reads a new message from the fields of an item or of a row; its participants may have to be looked up.
 *
 * @param prefix begins the labels of participants in errors, such as `Message 1: `
 * @throws VitallyError for a value that cannot be sent, and when there is no sender
 */
export function readMessage(item: ItemParameters, prefix = ''): MessageValues {
	const content = readContent(item, prefix);

	return {
		...content,
		from: readFrom(item, `${prefix}From`),
		to: readRecipients(item, `${prefix}To`),
	};
}

/** Reads the changes of an existing message: as `readMessage`, but sender and recipients may be missing. */
function readMessageChange(item: ItemParameters, prefix: string): MessageValues {
	const content = readContent(item, prefix);
	const from = readOptionalFrom(item, `${prefix}From`);
	const recipients = readRecipients(item, `${prefix}To`);
	const to = recipients.length > 0 ? recipients : undefined;

	return { ...content, from, to };
}

/** Reads what of a message is no participant, without what is empty. */
function readContent(item: ItemParameters, prefix: string): MessageValues {
	const externalId = item.param('externalId');
	const message = item.param('message');
	const timestamp = item.param('timestamp');
	const content: MessageValues = {};

	if (!isEmpty(externalId)) {
		content.externalId = requiredId(item, 'externalId', `${prefix}External ID`);
	}

	if (!isEmpty(message)) content.message = readText(message, `${prefix}Message`);

	if (!isEmpty(timestamp)) {
		content.timestamp = utcDateTime(timestamp, `${prefix}Sent At`, item.timeZone);
	}

	return content;
}

/** Reads messages from JSON: what they have in common with the form as the form does, and everything else as it is. */
function messagesFromJson(item: ItemParameters): MessageValues[] {
	const json = item.param('messagesJson', '[]');
	const value = typeof json === 'string' ? parseJson(json, JSON_LABEL, []) : json;

	if (Array.isArray(value) && value.every(isPlainObject)) {
		return value.map((message, index) => {
			const sent = sendable(message, { what: `'${JSON_LABEL}'`, field: JSON_LABEL }) as JsonObject;
			const fields = replaceParam(item, paramIn(message));

			return { ...numbersAsText(sent), ...readContent(fields, `Message ${index + 1}: `) };
		});
	}

	throw new VitallyError(
		`The value of '${JSON_LABEL}' is not a list of messages`,
		`Enter a list such as [{ "externalId": "m1", "message": "<p>Hello</p>", "from": { "type": "user", "id": "…" }, "to": [{ "type": "admin", "id": "…" }] }]. It may be empty.${describeJsonError(json)}`,
		{ field: JSON_LABEL },
	);
}

/** The service converts no types (docs/internal/public-facts.md, 2), and spreadsheets return IDs as numbers. */
function numbersAsText(object: JsonObject): JsonObject {
	const fields = Object.entries(object).map(([key, value]) => [key, numberAsText(value)]);

	return Object.fromEntries(fields) as JsonObject;
}

function numberAsText(value: JsonValue): JsonValue {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return value.map(numberAsText);

	return isPlainObject(value) ? numbersAsText(value as JsonObject) : value;
}

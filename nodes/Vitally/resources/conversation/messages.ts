import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { readEnum, readObject, rowsOf } from '../../fields/readers';
import { PendingValue } from '../../records/resolveId';
import { utcDateTime } from '../../values/dates';
import { parseJson, omitUndefined, isPlainObject } from '../../values/json';
import { hasPerson, parseParticipant, resolveParticipant } from './participants';

/**
 * The messages of an item, from the form or from JSON. The service updates those with a known `externalId`
 * and adds the others. The IDs of participants may have to be looked up, see `withParticipants`.
 *
 * @param isChange whether the conversation exists, so that a row with an external ID may omit fields
 * @returns `undefined` when the form has no row
 * @throws VitallyError for a message without text or sender that needs one, and for JSON that is not a list
 * of messages
 * Source: docs/internal/service.md, Message and Conversations
 */
export function readMessages(item: ItemParameters, isChange = false): IDataObject[] | undefined {
	const mode = { parameter: 'messagesMode', label: 'Specify Messages' };
	if (readEnum(item, mode, ['fields', 'json'], 'fields') === 'json') {
		return messagesFromJson(item.param('messagesJson', '[]'));
	}
	const rows = rowsOf(readObject(item, { parameter: 'messages', label: 'Messages' }), 'message');
	const messages = rows.map((row, index) => parseRow(row, index + 1, isChange, item));
	return messages.length === 0 ? undefined : messages;
}

/** The messages as the service accepts them, with the IDs of their participants looked up. */
export async function withParticipants(
	item: ItemContext,
	messages: IDataObject[],
): Promise<IDataObject[]> {
	const complete = async ({ from, to, ...message }: IDataObject): Promise<IDataObject> =>
		omitUndefined({
			...message,
			from: await resolveParticipant(item, from),
			to: Array.isArray(to)
				? await Promise.all(to.map(async (one: unknown) => await resolveParticipant(item, one)))
				: to,
		});
	return await Promise.all(messages.map(complete));
}

/** The messages for the body of a request. */
export function messagesToSend(item: ItemParameters, isChange?: boolean): unknown {
	const messages = readMessages(item, isChange);
	return messages && new PendingValue(async (context) => await withParticipants(context, messages));
}

/** Whether the service recognizes the message when it is sent again. */
export function hasExternalId({ externalId }: IDataObject): boolean {
	return externalId !== undefined && externalId !== null && externalId !== '';
}

/** @throws VitallyError for a message without external ID, which a second run would add again */
export function assertExternalIds(messages: IDataObject[]): void {
	const index = messages.findIndex((message) => !hasExternalId(message));
	if (index === -1) return;
	throw new VitallyError(
		`Message ${index + 1} has no 'Message ID (External)'`,
		"'Create or Update' can run again, and Vitally recognizes a message only by its external ID: without one, each run would add the message once more. Enter one for every message.",
		{ field: 'Messages' },
	);
}

function parseRow(
	row: IDataObject,
	number: number,
	isChange: boolean,
	item: ItemParameters,
): IDataObject {
	const externalId = nonEmpty(row.externalId);
	const recipients = rowsOf(row.to, 'recipient').map(({ type, id }) =>
		parseParticipant(type, id, `Message ${number}: To`, item),
	);
	// A row for an existing message changes only the fields that it contains.
	const isWhole = !isChange || externalId === undefined;
	const message = omitUndefined({
		externalId,
		message: nonEmpty(row.message),
		timestamp: nonEmpty(row.timestamp) && utcDateTime(row.timestamp, 'Sent At', item.timeZone),
		from:
			isWhole || hasPerson(row.fromId)
				? parseParticipant(row.fromType, row.fromId, `Message ${number}: From`, item)
				: undefined,
		to: isWhole || recipients.length > 0 ? recipients : undefined,
	});
	if (isWhole && message.message === undefined) {
		throw new VitallyError(
			`Message ${number} has no text`,
			"Enter the 'Message', or remove the row. For a message without text use JSON.",
			{ field: 'Messages' },
		);
	}
	return message;
}

/** n8n stores an empty field as ''. */
function nonEmpty(value: unknown): string | undefined {
	return value === undefined || value === null || value === '' ? undefined : String(value);
}

function messagesFromJson(json: unknown): IDataObject[] {
	const value = typeof json === 'string' ? parseJson(json, []) : json;
	if (Array.isArray(value) && value.every(isPlainObject)) return value;
	throw new VitallyError(
		"The value of 'Messages (JSON)' is not a list of messages",
		'Enter a list such as [{ "externalId": "m1", "message": "<p>Hello</p>", "from": { "type": "user", "id": "…" }, "to": [{ "type": "admin", "id": "…" }] }]. It may be empty.',
		{ field: 'Messages (JSON)' },
	);
}

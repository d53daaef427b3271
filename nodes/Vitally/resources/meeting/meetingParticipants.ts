import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { optionsField } from '../../fields/collections';
import { paramIn, replaceParam, type ItemParameters } from '../../fields/itemParameters';
import { readRequiredId } from '../../fields/locators';
import { textProperty, choiceProperty, formRow, rowsProperty } from '../../fields/properties';
import { readChoice, readRows, requiredId } from '../../fields/readers';
import { dryRunOption } from '../../fields/writeOptions';
import { resolveBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { locateByVitallyId } from '../../records/locate';
import { normalizeEmail } from '../../records/recordList';
import { lockRecord } from '../../records/recordLocks';
import { optionalLocator, requiredLocator } from '../../records/recordType';
import { PendingValue, readRecordId, type BodyValues } from '../../records/resolveId';
import type { ServiceResponse } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { hasEntries, optionalRecordFrom } from '../../transport/responses';
import { readEmail } from '../../values/email';
import { isEmpty } from '../../values/emptyValues';
import type { JsonObject } from '../../values/json/json';
import { parseTextList } from '../../values/lists';
import { adminType, meetingType } from '../recordTypes';

const teammateField = optionalLocator(adminType, {
	name: 'vitallyUserId',
	displayName: 'Participant Teammate',
});

const idKindField = choiceProperty('Participant By', 'participantBy', {
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Teammate', value: 'vitallyUserId' },
		{ name: 'User External ID', value: 'userId' },
	],
	default: 'email',
	description: 'How to choose the participant',
});

const roleField = choiceProperty('Role', 'type', {
	options: [
		{ name: 'Attendee', value: 'attendee' },
		{ name: 'Organizer', value: 'organizer' },
	],
	default: 'attendee',
});

const responseField = choiceProperty('Response', 'responseStatus', {
	options: [
		{ name: 'Accepted', value: 'accepted' },
		{ name: 'Declined', value: 'declined' },
		{ name: 'No Answer Yet', value: 'needsAction' },
		{ name: 'Not Set', value: '' },
		{ name: 'Tentative', value: 'tentative' },
	],
	default: '',
	description: 'The answer of the participant to the invitation',
});

/** A participant has exactly one of three IDs (docs/internal/beyond.md, 11). Ordered by label, as the editor shows rows. */
const meetingParticipantFields: INodeProperties[] = [
	idKindField,
	textProperty('Participant Email', 'email', {
		placeholder: 'e.g. name@email.com',
		description: 'The email address of a user or a teammate',
		displayOptions: { show: { participantBy: ['email'] } },
	}),
	textProperty('Participant External ID', 'userId', {
		placeholder: 'e.g. user-7',
		description: 'Your ID for the user. A Vitally ID does not work here.',
		displayOptions: { show: { participantBy: ['userId'] } },
	}),
	{ ...teammateField, displayOptions: { show: { participantBy: ['vitallyUserId'] } } },
	responseField,
	roleField,
];

export const participantsField = rowsProperty('Participants', 'participants', {
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Participant',
	description: "Participants in addition to 'Participant Emails', or with another role",
	options: formRow('Participant', 'participant', meetingParticipantFields),
});

export const participantEmailsField = textProperty('Participant Emails', 'participantEmails', {
	placeholder: 'e.g. robin@acme.com, kim@acme.com',
	description:
		'Email addresses of attendees, separated by commas or line breaks, or an expression that returns an array. At least one participant must be a user of an account or organization, to which the meeting then belongs.',
});

const participantIdField = textProperty('Participant ID', 'participantId', {
	required: true,
	placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
	description: "The ID of the participant, as 'Get' shows it in the list of participants",
});

/**
 * This operation is not idempotent: a repeated request may add the participant twice
 * (docs/internal/beyond.md, 11).
 */
export const addParticipant: OperationDefinition = {
	name: 'Add Participant',
	value: 'addParticipant',
	action: 'Add participant to meeting',
	description: 'Add a teammate, a user or an email address to a meeting',
	endpoints: [`POST ${meetingType.path}/:id/participants`],
	adds: { participant: 'object?' },
	fields: [requiredLocator(meetingType), ...meetingParticipantFields, optionsField([dryRunOption])],
	run: lockRecord(meetingType, async (item, selection) => {
		const participant = readParticipant(item);
		const meeting = await locateByVitallyId(item, meetingType, selection);
		const response = await item.send({
			method: 'POST',
			path: `${meeting.path}/participants`,
			body: await resolveBody(item, participant),
			explain: meeting.explain,
			target: { ...meeting, isShownIn: isMeeting },
		});

		return [meetingFrom(response, meeting.id)];
	}),
};

/**
 * Returns the meeting in the response to a new participant, or its ID, and beside it the participant that was added.
 * Whether the service returns the meeting or the participant is not published (docs/internal/beyond.md, 11).
 *
 * @throws VitallyError when the body is something else, for example the text of a proxy
 */
function meetingFrom(response: ServiceResponse, id: string): IDataObject {
	const returned = optionalRecordFrom(response, hasEntries);
	const sent = response.request.body as IDataObject;
	if (returned && isMeeting(returned)) return { ...returned, participant: sent };

	return { id, participant: returned ?? sent };
}

function isMeeting({ participants }: IDataObject): boolean {
	return Array.isArray(participants);
}

export const removeParticipant: OperationDefinition = {
	name: 'Remove Participant',
	value: 'removeParticipant',
	action: 'Remove participant from meeting',
	description: 'Remove a participant from a meeting',
	endpoints: [`DELETE ${meetingType.path}/:id/participants/:participantId`],
	adds: { removed: 'boolean', meetingId: 'string', participantId: 'string' },
	fields: [requiredLocator(meetingType), participantIdField, optionsField([dryRunOption])],
	run: lockRecord(meetingType, async (item, selection) => {
		const { name, displayName } = participantIdField;
		const participant = readRequiredId(item.param(name, ''), displayName);
		const { path, id } = await locateByVitallyId(item, meetingType, selection);
		const response = await item.send({
			method: 'DELETE',
			path: `${path}/participants/${pathSegment(participant, displayName)}`,
			explain: {
				404: {
					message: `The meeting "${id}" or its participant "${participant}" was not found`,
					description:
						"Check 'Meeting' and 'Participant ID', which 'Get' shows in the list of participants.",
					field: displayName,
				},
			},
			target: 'noRecord',
		});

		// The record is not used; this throws where the response is that of a proxy.
		optionalRecordFrom(response);

		return [{ removed: true, meetingId: id, participantId: participant }];
	}),
};

/**
 * Reads the participants of a new meeting: the rows of a form, and attendees by their email addresses. An address that a
 * row has is not added again.
 *
 * @returns the participants as the service accepts them; a teammate may have to be looked up
 * @throws VitallyError when there is none, or one is not valid
 */
export function readParticipants(item: ItemParameters): Array<PendingValue<JsonObject>> {
	const label = 'Participants';
	const rows = readRows(item, { parameter: 'participants', label }, 'participant');

	const inRows = rows.map((row) => readParticipant(replaceParam(item, paramIn(row))));
	const known = new Set(inRows.map(({ email }) => normalizeEmail(String(email))));
	const attendees = readAttendees(item).filter(
		({ email }) => !known.has(normalizeEmail(String(email))),
	);
	const participants = [...inRows, ...attendees];

	if (participants.length === 0) {
		throw new VitallyError(
			'The meeting has no participants',
			"Enter at least one user under 'Participant Emails' or 'Participants'. The meeting then belongs to the account or organization of this user.",
			{ field: participantEmailsField.displayName },
		);
	}

	return participants.map(
		(participant) => new PendingValue(async (context) => await resolveBody(context, participant)),
	);
}

/** Reads the email addresses of attendees, each once. */
function readAttendees(item: ItemParameters): BodyValues[] {
	const { name, displayName } = participantEmailsField;
	const entries = parseTextList(item.param(name, ''), displayName);
	const attendees = new Map<string, BodyValues>();

	for (const entry of entries) {
		const email = readEmail(entry, displayName);
		const key = normalizeEmail(email);

		if (!attendees.has(key)) attendees.set(key, { email, type: 'attendee' });
	}

	return [...attendees.values()];
}

/**
 * Reads one participant as the service accepts it; a teammate may have to be looked up, see `resolveBody`.
 *
 * @throws VitallyError when the ID is empty, or a choice is unknown
 */
function readParticipant(item: ItemParameters): BodyValues {
	const idKind = readChoice(item, idKindField);
	const type = readChoice(item, roleField);
	const hasResponse = !isEmpty(item.param(responseField.name));
	const responseStatus = hasResponse ? readChoice(item, responseField) : undefined;

	return { ...readParticipantId(item, idKind), type, responseStatus };
}

function readParticipantId(item: ItemParameters, idKind: string): BodyValues {
	if (idKind === 'email') {
		const label = 'Participant Email';

		return { email: readEmail(item.param('email'), label) };
	}

	if (idKind === 'userId') {
		return { userId: requiredId(item, 'userId', 'Participant External ID') };
	}

	const { name, displayName } = teammateField;

	return { [name]: readRecordId(item, adminType, name, displayName) };
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { textProperty } from '../../fields/properties';
import { readEnum, readObject } from '../../fields/readers';
import { requiredText } from '../../fields/text';
import { optionalLocator } from '../../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../../records/resolveId';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined, isPlainObject } from '../../values/plainObject';
import { adminType } from '../recordTypes';

const BY = ['email', 'vitallyUserId', 'userId'] as const;
const ROLES = ['organizer', 'attendee'] as const;
const STATUSES = ['accepted', 'declined', 'needsAction', 'tentative'] as const;

const teammate = optionalLocator(adminType, {
	name: 'vitallyUserId',
	displayName: 'Participant Teammate',
});

/** A participant has exactly one of three IDs (docs/internal/beyond.md, 11). Ordered by label, as the editor shows rows. */
export const meetingParticipantFields: INodeProperties[] = [
	{
		displayName: 'Participant By',
		name: 'participantBy',
		type: 'options',
		options: [
			{ name: 'Email', value: 'email' },
			{ name: 'Teammate', value: 'vitallyUserId' },
			{ name: 'User External ID', value: 'userId' },
		],
		default: 'email',
		description: 'How to name the participant',
	},
	textProperty('Participant Email', 'email', {
		placeholder: 'name@email.com',
		description: 'The email address of a user or a teammate',
		displayOptions: { show: { participantBy: ['email'] } },
	}),
	textProperty('Participant External ID', 'userId', {
		placeholder: 'e.g. user-7',
		description: 'Your ID for the user. A Vitally ID does not work here.',
		displayOptions: { show: { participantBy: ['userId'] } },
	}),
	{ ...teammate, displayOptions: { show: { participantBy: ['vitallyUserId'] } } },
	{
		displayName: 'Response',
		name: 'responseStatus',
		type: 'options',
		options: [
			{ name: 'Accepted', value: 'accepted' },
			{ name: 'Declined', value: 'declined' },
			{ name: 'No Answer Yet', value: 'needsAction' },
			{ name: 'Not Set', value: '' },
			{ name: 'Tentative', value: 'tentative' },
		],
		default: '',
		description: 'What the participant answered to the invitation',
	},
	{
		displayName: 'Role',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Attendee', value: 'attendee' },
			{ name: 'Organizer', value: 'organizer' },
		],
		default: 'attendee',
	},
];

export const participantsField: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	required: true,
	placeholder: 'Add Participant',
	default: {},
	description:
		'At least one of them has to be a user of an account or organization, to which the meeting belongs then',
	options: [{ displayName: 'Participant', name: 'participant', values: meetingParticipantFields }],
};

/**
 * One participant as the service accepts it; a teammate may have to be looked up.
 *
 * @throws VitallyError when the ID is empty, or a choice is unknown
 */
export function readParticipant(item: ItemParameters): PendingValue<IDataObject> {
	const by = readEnum(item, { parameter: 'participantBy', label: 'Participant By' }, BY, 'email');
	const type = readEnum(item, { parameter: 'type', label: 'Role' }, ROLES, 'attendee');
	const responseStatus = isEmpty(item.param('responseStatus'))
		? undefined
		: readEnum(item, { parameter: 'responseStatus', label: 'Response' }, STATUSES, 'needsAction');
	const id = {
		email: () => requiredText(item, 'email', 'Participant Email'),
		userId: () => requiredText(item, 'userId', 'Participant External ID'),
		vitallyUserId: () =>
			resolveId(
				item,
				adminType,
				readLocator(item, 'vitallyUserId', adminType),
				teammate.displayName,
			),
	}[by]();
	return new PendingValue(async (context) =>
		omitUndefined({ [by]: (await resolveValue(context, id)) as string, type, responseStatus }),
	);
}

/** @throws VitallyError when there is none, or one is not valid */
export function readParticipants(item: ItemParameters): PendingValue<IDataObject[]> {
	const label = 'Participants';
	const { participant } = readObject(item, { parameter: 'participants', label });
	const rows = [participant ?? []].flat().filter(isPlainObject);
	if (rows.length === 0) {
		throw new VitallyError(
			'The meeting has no participants',
			"Add at least one under 'Participants': a user of an account or organization, to which the meeting belongs then.",
			{ field: label },
		);
	}
	const participants = rows.map((row) =>
		readParticipant({
			timeZone: item.timeZone,
			appHost: item.appHost,
			param: (name, fallback) => row[name] ?? fallback,
		}),
	);
	return new PendingValue(
		async (context) =>
			await Promise.all(participants.map(async ({ resolve }) => await resolve(context))),
	);
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { ALL_MODES, locatorField, parseLocator } from '../../fields/locators';
import { PendingValue, resolveId } from '../../records/resolveId';
import { isRecord } from '../../transport/records';
import { adminType, userType } from '../recordTypes';

/** The kinds of participants, by the service's name for each (docs/service.md, Message). */
const TYPES = { admin: adminType, user: userType };
type Role = keyof typeof TYPES;

/** How the two fields of a participant are named. */
interface ParticipantFields {
	role: Pick<INodeProperties, 'name' | 'displayName'>;
	person: Pick<INodeProperties, 'name' | 'displayName'>;
	/** Of a new row. */
	defaultRole: Role;
	/** The method of the list, which contains the people of the role next to it. */
	search: string;
}

/** The fields for the role of a participant, and for the person. */
export function participantFields({
	role,
	person,
	defaultRole,
	search,
}: ParticipantFields): INodeProperties[] {
	return [
		{
			...role,
			type: 'options',
			options: [
				{ name: 'Teammate', value: 'admin', description: 'A member of your team' },
				{ name: 'User', value: 'user', description: 'A user at the customer' },
			],
			default: defaultRole,
		},
		locatorField({
			...person,
			record: 'user or teammate',
			search,
			hasEmail: true,
			hasExternalId: true,
			nameFields: userType.nameFields,
			hasPage: userType.hasPage,
			description:
				'Choose from the list, or enter the email address, the name, the Vitally ID or, for a user, your external ID',
		}),
	];
}

/** The field for the recipients of a message. */
export const recipientsField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Recipient',
	default: {},
	options: [
		{
			displayName: 'Recipient',
			name: 'recipient',
			values: participantFields({
				role: { displayName: 'Role', name: 'type' },
				person: { displayName: 'User or Teammate', name: 'id' },
				defaultRole: 'admin',
				search: 'searchRecipients',
			}),
		},
	],
};

/**
 * One of the people of a message as the service accepts it; the ID may have to be looked up.
 *
 * @param role as the row has it
 * @param person the locator of the row, or the text of an ID
 * @param label of the participant, for the error text: `Message 1: From`
 * @throws VitallyError when the role is unknown, or no person is named
 */
export function participant(
	role: unknown,
	person: unknown,
	label: string,
	{ appUrl }: ItemParameters,
): IDataObject {
	if (role !== 'admin' && role !== 'user') {
		throw new VitallyError(
			`The role ${JSON.stringify(role)} of '${label}' is unknown`,
			"Choose 'Teammate' or 'User', or let the expression return 'admin' or 'user'.",
			{ field: label },
		);
	}
	const type = TYPES[role];
	return { type: role, id: resolveId({ appUrl }, type, parseLocator(person, label, type), label) };
}

/** Whether a row names a person; for an empty field n8n stores an empty text. */
export function hasPerson(person: unknown): boolean {
	const { value = '' } = parseLocator(person, 'id', ALL_MODES);
	return value !== null && value !== '';
}

/** The value, with the ID looked up if it is a participant that needs it. */
export async function resolveParticipant<T>(item: ItemContext, value: T): Promise<T> {
	if (!isRecord(value) || !(value.id instanceof PendingValue)) return value;
	return { ...value, id: await value.id.resolve(item) };
}

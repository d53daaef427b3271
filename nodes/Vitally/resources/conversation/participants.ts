import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { ANY_WAY, locatorField, storedLocator } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../run/operation';
import { isRecord } from '../../transport/records';
import { adminType, userType } from '../recordTypes';
import { PendingValue, resolveId } from '../../records/resolveId';

/** The kinds of participants, by the service's word for each (docs/service.md, Message). */
const TYPES = { admin: adminType, user: userType };
type Role = keyof typeof TYPES;

/** How the two fields of a participant are named. */
interface ParticipantFields {
	role: Pick<INodeProperties, 'name' | 'displayName'>;
	person: Pick<INodeProperties, 'name' | 'displayName'>;
	/** Of a new row. */
	defaultRole: Role;
	/** The method behind the list, which shows the people of the role beside it. */
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

/** The field for those that a message went to. */
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
 * One of the people of a message, as the service takes it but for an ID that has to be looked up.
 *
 * @param role as the row has it
 * @param person the locator of the row, or the text of an ID
 * @param label of the participant, for the error text: `Message 1: From`
 * @throws VitallyError when the role is unknown, or nobody is named
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
	return { type: role, id: resolveId({ appUrl }, type, storedLocator(person, label, type), label) };
}

/** Whether a row names a person; for a field that nobody filled n8n stores an empty text. */
export function namesPerson(person: unknown): boolean {
	const { value = '' } = storedLocator(person, 'id', ANY_WAY);
	return value !== null && value !== '';
}

/** The value, with the ID looked up if it is a participant that needs it. */
export async function resolveParticipant<T>(item: ItemContext, value: T): Promise<T> {
	if (!isRecord(value) || !(value.id instanceof PendingValue)) return value;
	return { ...value, id: await value.id.resolve(item) };
}

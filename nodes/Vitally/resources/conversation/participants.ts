import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { ALL_MODES, locatorField, parseLocator } from '../../fields/locators';
import { PendingValue, resolveId } from '../../records/resolveId';
import { isPlainObject } from '../../values/json';
import { adminType, userType } from '../recordTypes';

/** docs/internal/service.md, Message */
const TYPES = { admin: adminType, user: userType };
type Role = keyof typeof TYPES;

interface ParticipantFields {
	role: Pick<INodeProperties, 'name' | 'displayName'>;
	person: Pick<INodeProperties, 'name' | 'displayName'>;
	defaultRole: Role;
	/** The list search method, which reads the role from the field next to it. */
	search: string;
}

function participantFields({
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
			externalIdLookup: 'path',
			nameFields: userType.nameFields,
			hasPage: userType.hasPage,
		}),
	];
}

export const senderFields = participantFields({
	role: { displayName: 'From: Role', name: 'fromType' },
	person: { displayName: 'From: User or Teammate', name: 'fromId' },
	defaultRole: 'user',
	search: 'searchSenders',
});

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
 * A sender or recipient as the service accepts it; the ID may have to be looked up.
 *
 * @param person a locator, or the text of an ID
 * @param label of the participant in errors, such as `Message 1: From`
 * @throws VitallyError when the role is unknown, or the person is empty
 */
export function parseParticipant(
	role: unknown,
	person: unknown,
	label: string,
	{ appHost }: ItemParameters,
): IDataObject {
	if (role !== 'admin' && role !== 'user') {
		throw new VitallyError(
			`The role ${JSON.stringify(role)} of '${label}' is unknown`,
			"Choose 'Teammate' or 'User', or let the expression return 'admin' or 'user'.",
			{ field: label },
		);
	}
	const type = TYPES[role];
	return { type: role, id: resolveId({ appHost }, type, parseLocator(person, label, type), label) };
}

/** Whether a row has a person; n8n stores an empty field as ''. */
export function hasPerson(person: unknown): boolean {
	const { value = '' } = parseLocator(person, 'id', ALL_MODES);
	return value !== null && value !== '';
}

/** Looks up the ID of a participant; any other value is returned as it is. */
export async function resolveParticipant<T>(item: ItemContext, value: T): Promise<T> {
	if (!isPlainObject(value) || !(value.id instanceof PendingValue)) return value;
	return { ...value, id: await value.id.resolve(item) };
}

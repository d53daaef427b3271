import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { locatorField, parseLocator } from '../../fields/locators';
import { formRow, rowsProperty } from '../../fields/properties';
import { readRows, unknownValueError } from '../../fields/readers';
import { resolveBody } from '../../operations/body/bodyDefinition';
import { enteredValue } from '../../operations/body/bodyField';
import { PendingValue, resolveId } from '../../records/resolveId';
import { isEmpty } from '../../values/emptyValues';
import type { JsonObject } from '../../values/json/json';
import { adminType, userType } from '../recordTypes';

const TYPES = { admin: adminType, user: userType };

type FieldName = Pick<INodeProperties, 'name' | 'displayName'>;

/**
 * Returns the fields for the role of a participant and for the person.
 *
 * @param search the list search method, which reads the role from the field next to it
 */
function participantFields(
	role: FieldName & { default: keyof typeof TYPES },
	person: FieldName,
	search: string,
): [role: INodeProperties, person: INodeProperties] {
	return [
		{
			...role,
			type: 'options',
			options: [
				{ name: 'Teammate', value: 'admin', description: 'A member of your team' },
				{ name: 'User', value: 'user', description: 'A user at the customer' },
			],
		},
		locatorField({
			...person,
			record: 'user or teammate',
			search,
			hasEmail: true,
			externalIds: {},
			nameFields: userType.nameFields,
			hasPage: userType.hasPage,
		}),
	];
}

export const fromFields = participantFields(
	{ displayName: 'From: Role', name: 'fromType', default: 'user' },
	{ displayName: 'From: User or Teammate', name: 'fromId' },
	'searchSenders',
);

export const recipientsField = rowsProperty('To', 'to', {
	placeholder: 'Add Recipient',
	options: formRow(
		'Recipient',
		'recipient',
		participantFields(
			{ displayName: 'Role', name: 'type', default: 'admin' },
			{ displayName: 'User or Teammate', name: 'id' },
			'searchRecipients',
		),
	),
});

/**
 * Reads the sender from the fields of an item or of a row.
 *
 * @param label names the participant in errors, such as `Message 1: From`
 * @returns the sender as the service accepts it; the ID may have to be looked up
 * @throws VitallyError when the role is unknown, or the person is empty
 */
export function readFrom(item: ItemParameters, label: string): PendingValue<JsonObject> {
	return parseParticipant(item.param('fromType', 'user'), item.param('fromId'), label, item);
}

/** Reads the sender as `readFrom`, or returns `undefined` where the person is empty. */
export function readOptionalFrom(
	item: ItemParameters,
	label: string,
): PendingValue<JsonObject> | undefined {
	const [, personField] = fromFields;
	const person = enteredValue(item, personField, personField.name);

	return isEmpty(person) ? undefined : readFrom(item, label);
}

/**
 * Reads the recipients from the rows of an item or of a row; there may be none.
 *
 * @param label names the recipients in errors, such as `Message 1: To`
 * @throws VitallyError when a role is unknown, or a person is empty
 */
export function readRecipients(
	item: ItemParameters,
	label: string,
): Array<PendingValue<JsonObject>> {
	const rows = readRows(item, { parameter: 'to', label }, 'recipient');

	return rows.map(({ type, id }) => parseParticipant(type, id, label, item));
}

/** @param person a locator, or the text of an ID */
function parseParticipant(
	role: unknown,
	person: unknown,
	label: string,
	{ appHost }: ItemParameters,
): PendingValue<JsonObject> {
	if (role !== 'admin' && role !== 'user') {
		throw unknownValueError(role, label, Object.keys(TYPES));
	}

	const type = TYPES[role];
	const id = resolveId({ appHost }, type, parseLocator(person, label, type), label);

	return new PendingValue(async (item) => await resolveBody(item, { type: role, id }));
}

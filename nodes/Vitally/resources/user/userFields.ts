import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { textProperty, DATE_TIME_HINT, switchProperty } from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	booleanField,
	dateTimeFieldNamed,
	emailField as emailFieldOf,
	textFieldNamed,
	notClearable,
	resolvedIdField,
	resolvedIdsField,
	type BodyField,
} from '../../operations/body/bodyField';
import type { RecordType } from '../../records/recordType';
import { PendingValue, resolveValue, type BodyValue } from '../../records/resolveId';
import type { JsonValue } from '../../values/json/json';
import { accountType, organizationType } from '../recordTypes';

const ID_LIST =
	'Vitally IDs or your External IDs, as a comma-separated list or an expression that returns an array';
const ONLY_ADDED =
	"An update adds accounts and removes none: to unlink a user from an account, use 'Unlink From Account' of the Vitally Analytics node";
const PARENT_IS_NEEDED = 'A new user needs an account or an organization';

const emailField = emailFieldOf(
	textProperty('Email', 'email', { placeholder: 'e.g. name@email.com' }),
);
const nameField = textFieldNamed('Name', 'name', { placeholder: 'e.g. Ann Smith' });

const accountField: BodyField = {
	...resolvedIdField(accountType, { description: PARENT_IS_NEEDED }),
	empty: 'none',
};

const plainFields: BodyField[] = [
	textFieldNamed('Avatar', 'avatar', {
		placeholder: 'e.g. https://example.com/picture.png',
		description: "The address of the user's picture",
	}),
	dateTimeFieldNamed('Join Date', 'joinDate', {
		description: `When the user joined. ${DATE_TIME_HINT}.`,
	}),
	notClearable(
		booleanField(
			switchProperty('Unsubscribed From Conversations', 'unsubscribedFromConversations', {
				description: 'Whether the user gets no conversations from Vitally',
			}),
		),
	),
];

export const newUser = {
	required: [emailField, nameField, accountField],
	optional: [
		...plainFields,
		idListField(accountType, 'More Account IDs', `${ID_LIST}. ${ONLY_ADDED}.`),
		idListField(organizationType, 'Organization IDs', `${ID_LIST}. ${PARENT_IS_NEEDED}.`),
	],
	hasTraits: true,
	addValues: (_item, { accountId, accountIds }) => ({
		accountId: undefined,
		accountIds: joinIds([accountId, accountIds]),
	}),
	assertNew: assertHasParent,
} satisfies BodyDefinition;

export const changedUser: BodyDefinition = {
	optional: [
		...plainFields,
		emailField,
		nameField,
		idListField(accountType, 'Account IDs', `${ID_LIST}. ${ONLY_ADDED}.`),
		idListField(
			organizationType,
			'Organization IDs',
			`${ID_LIST}. An update adds organizations and removes none.`,
		),
	],
	hasTraits: true,
};

function idListField(type: RecordType, displayName: string, description: string): BodyField {
	const property = textProperty(displayName, `${type.name}Ids`, {
		placeholder: `e.g. ${type.name}-7, ${type.name}-8`,
		description,
	});

	return resolvedIdsField(type, property);
}

/** Joins IDs and lists of IDs to one list without duplicates, once they are looked up. */
function joinIds(ids: readonly BodyValue[]): PendingValue<JsonValue[]> | undefined {
	const present = ids.filter((id) => id !== undefined);
	if (present.length === 0) return undefined;

	return new PendingValue(async (item) => {
		const resolved = await Promise.all(present.map(async (id) => await resolveValue(item, id)));
		const known = resolved.flat().filter((id) => id !== undefined);

		return [...new Set(known)];
	});
}

/** @throws VitallyError for a new user without account and organization, which the service rejects */
function assertHasParent({ accountIds, organizationIds }: IDataObject): void {
	if (accountIds !== undefined || organizationIds !== undefined) return;

	throw new VitallyError(
		'The user is not created, because it has neither an account nor an organization',
		"Choose an 'Account', or add 'Organization IDs' under 'Additional Fields'.",
		{ field: accountField.property.displayName },
	);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { textProperty, DATE_TIME_HINT, switchProperty } from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	booleanField,
	dateTimeFieldNamed,
	textFieldNamed,
	notClearable,
	resolvedIdField,
	resolvedIdsField,
	type BodyField,
} from '../../operations/body/bodyField';
import type { RecordType } from '../../records/recordType';
import { PendingValue, resolveValue } from '../../records/resolveId';
import { accountType, organizationType } from '../recordTypes';

const list =
	'Vitally IDs or your external IDs, as a comma-separated list or an expression that returns an array';
const onlyAdded =
	"An update adds accounts and removes none: to unlink a user from an account, use 'Unlink From Account' of the Vitally Analytics node";
const oneIsNeeded = 'A new user needs an account or an organization';

const idsOf = (type: RecordType, displayName: string, description: string): BodyField =>
	resolvedIdsField(
		type,
		textProperty(displayName, `${type.name}Ids`, {
			placeholder: `e.g. ${type.name}-7, ${type.name}-8`,
			description,
		}),
	);

const email = textFieldNamed('Email', 'email', { placeholder: 'e.g. name@email.com' });
const name = textFieldNamed('Name', 'name', { placeholder: 'e.g. Ann Smith' });

const account: BodyField = {
	...resolvedIdField(accountType, { description: oneIsNeeded }),
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
	required: [email, name, account],
	optional: [
		...plainFields,
		idsOf(accountType, 'More Account IDs', `${list}. ${onlyAdded}.`),
		idsOf(organizationType, 'Organization IDs', `${list}. ${oneIsNeeded}.`),
	],
	hasTraits: true,
	addValues: (_item, { accountId, accountIds }) => ({
		accountId: undefined,
		accountIds: joinedIds([accountId, accountIds]),
	}),
	assertNew: assertHasParent,
} satisfies BodyDefinition;

function joinedIds(ids: unknown[]): PendingValue<unknown[]> | undefined {
	if (ids.every((one) => one === undefined)) return undefined;

	return new PendingValue(async (item) => {
		const resolved = (await resolveValue(item, ids)) as unknown[];

		return [...new Set(resolved.flat().filter((one) => one !== undefined))];
	});
}

export const changedUser: BodyDefinition = {
	optional: [
		...plainFields,
		email,
		name,
		idsOf(accountType, 'Account IDs', `${list}. ${onlyAdded}.`),
		idsOf(
			organizationType,
			'Organization IDs',
			`${list}. An update adds organizations and removes none.`,
		),
	],
	hasTraits: true,
};

/** @throws VitallyError for a new user without account and organization, which the service rejects */
function assertHasParent({ accountIds, organizationIds }: IDataObject): void {
	if (accountIds !== undefined || organizationIds !== undefined) return;

	throw new VitallyError(
		'The user is not created, because it has neither an account nor an organization',
		"Choose an 'Account', or add 'Organization IDs' under 'Additional Fields'.",
		{ field: account.property.displayName },
	);
}

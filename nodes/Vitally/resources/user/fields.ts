import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { textProperty, timeProperty, DATE_TIME_HINT } from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	booleanField,
	dateTimeField,
	notClearable,
	resolvedIdsField,
	textField,
	type BodyField,
} from '../../operations/body/bodyField';
import { accountType, organizationType } from '../recordTypes';

const list =
	'Vitally IDs or your external IDs, as a comma-separated list or an expression that returns an array';
/** docs/internal/beyond.md, 3 */
const onlyAdded =
	"An update adds accounts and removes none: to unlink a user from an account, use 'Unlink From Account' of the Vitally Analytics node";
const oneIsNeeded = 'A new user needs an account or an organization';

const idsOfAccounts = (description: string): BodyField =>
	resolvedIdsField(
		accountType,
		textProperty('Account IDs', 'accountIds', {
			placeholder: 'e.g. customer-42, customer-43',
			description,
		}),
	);

const idsOfOrganizations = (description: string): BodyField =>
	resolvedIdsField(
		organizationType,
		textProperty('Organization IDs', 'organizationIds', {
			placeholder: 'e.g. group-7',
			description,
		}),
	);

const text = (displayName: string, name: string, more: Partial<INodeProperties> = {}): BodyField =>
	textField(textProperty(displayName, name, more));

const plainFields: BodyField[] = [
	text('Avatar', 'avatar', {
		placeholder: 'e.g. https://example.com/picture.png',
		description: "The address of the user's picture",
	}),
	text('Email', 'email', {
		placeholder: 'name@email.com',
		description: "The user's email address",
	}),
	dateTimeField(
		timeProperty('Join Date', 'joinDate', {
			description: `When the user joined. ${DATE_TIME_HINT}.`,
		}),
	),
	text('Name', 'name'),
	notClearable(
		booleanField({
			displayName: 'Unsubscribed From Conversations',
			name: 'unsubscribedFromConversations',
			type: 'boolean',
			default: false,
			description: 'Whether the user gets no conversations from Vitally',
		}),
	),
];

/** docs/internal/beyond.md, 3 (POST) */
export const newUser: BodyDefinition = {
	optional: [
		...plainFields,
		idsOfAccounts(`${list}. ${oneIsNeeded}. ${onlyAdded}.`),
		idsOfOrganizations(`${list}. ${oneIsNeeded}.`),
	],
	hasTraits: true,
	assertNew: assertHasParent,
};

/** docs/internal/beyond.md, 3 (PUT) */
export const changedUser: BodyDefinition = {
	optional: [
		...plainFields,
		idsOfAccounts(`${list}. ${onlyAdded}.`),
		idsOfOrganizations(`${list}. An update adds organizations and removes none.`),
	],
	hasTraits: true,
};

/** @throws VitallyError for a new user without account and organization, which the service rejects */
function assertHasParent({ accountIds, organizationIds }: IDataObject): void {
	if (accountIds !== undefined || organizationIds !== undefined) return;
	throw new VitallyError(
		'The user is not created, because it has neither an account nor an organization',
		"Add 'Account IDs' or 'Organization IDs' under 'Additional Fields'.",
		{ field: 'Account IDs' },
	);
}

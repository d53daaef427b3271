import type { IDataObject } from 'n8n-workflow';

import { labelOf } from '../Vitally/fields/fieldLabels';
import { DATE_TIME_HINT } from '../Vitally/fields/properties';
import {
	dateTimeFieldNamed,
	notClearable,
	type BodyField,
} from '../Vitally/operations/body/bodyField';
import type {
	OperationDefinition,
	Resource,
} from '../Vitally/operations/definition/operationDefinition';
import {
	avatarTrait,
	nameTrait,
	optionalId,
	optionalText,
	requiredId,
	requiredText,
	traitEmail,
} from './analyticsFields';
import { messageOperation, upsertOperation } from './analyticsOperation';
import type { MessageType } from './messageType';

const userId = ownId('User', 'userId', 'user-42');

/** See docs/internal/service.md, Analytics API: account message. */
const accountMessage: MessageType = {
	type: 'account',
	noun: 'account',
	fields: [ownId('Account', 'accountId', 'customer-42'), notClearable(nameTrait('account'))],
	additional: [
		avatarTrait('account', 'logo'),
		organizationId(
			'Your unique ID for the organization the account belongs to, if your workspace uses organizations',
		),
	],
	values: { kind: 'traits', isRequired: false },
	warningFor: ({ traits }) => {
		if (Object.hasOwn((traits ?? {}) as IDataObject, 'name')) return undefined;

		return "Enter a 'Name': Vitally asks for the name in every message about an account.";
	},
};

/** See docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15. */
const instanceMessage: MessageType = {
	type: 'customobjectinstance',
	noun: 'custom object instance',
	fields: [
		requiredId({
			displayName: 'Custom Object ID',
			name: 'customObjectId',
			description:
				"Vitally's ID of the custom object. In Vitally, open Settings, Custom Objects: the ID is at the end of the address.",
		}),
		requiredId({
			displayName: 'External ID',
			name: 'externalId',
			description: 'Your unique ID for the instance, by which Vitally finds it again',
			example: 'deal-42',
		}),
		optionalText({
			displayName: 'Name',
			name: 'name',
			description: 'The name of the instance',
		}),
		accountId(
			"Your unique ID for the account the instance belongs to. Needed unless 'Organization External ID' is set.",
		),
	],
	additional: [
		organizationId(
			"Your unique ID for the organization the instance belongs to. Needed unless 'Account External ID' is set.",
		),
	],
	anyOf: ['accountId', 'organizationId'],
	values: { kind: 'traits', isRequired: true },
};

const trackMessage: MessageType = {
	type: 'track',
	noun: 'event',
	fields: [
		requiredText({
			displayName: 'Event',
			name: 'event',
			description: 'The name of the event',
			example: 'Report Exported',
		}),
		optionalId({
			displayName: 'User External ID',
			name: 'userId',
			description:
				'Your unique ID for the user who did it. Leave it empty for an event of the account or organization.',
			example: 'user-42',
		}),
		accountId(
			"Your unique ID for the account. If it is empty, a user's event counts for the user's latest account.",
		),
	],
	additional: [organizationId('Your unique ID for the organization')],
	anyOf: ['userId', 'accountId', 'organizationId'],
	values: { kind: 'properties', isRequired: true },
};

const organizationMessage: MessageType = {
	type: 'organization',
	noun: 'organization',
	fields: [
		ownId('Organization', 'organizationId', 'group-7'),
		notClearable(nameTrait('organization')),
	],
	additional: [avatarTrait('organization', 'logo')],
	values: { kind: 'traits', isRequired: false },
};

const userMessage: MessageType = {
	type: 'user',
	noun: 'user',
	fields: [
		userId,
		accountId(
			"Your unique ID for an account of the user. Vitally creates an unknown one. Needed unless 'Organization External ID' is set.",
		),
		nameTrait('user'),
	],
	additional: [
		avatarTrait('user', 'picture'),
		traitEmail({
			displayName: 'Email',
			name: 'email',
			description: "Sent as the trait 'email'",
			example: 'name@email.com',
		}),
		{
			...dateTimeFieldNamed('Join Date', 'joinDate', {
				description: `When the user joined your product. ${DATE_TIME_HINT}. Sent as the trait 'createdAt'.`,
			}),
			trait: 'createdAt',
		},
		organizationId(
			"Your unique ID for an organization of the user. Needed unless 'Account External ID' is set.",
		),
	],
	anyOf: ['accountId', 'organizationId'],
	values: { kind: 'traits', isRequired: true },
};

const unlinkMessage: MessageType = {
	type: 'unlink',
	noun: 'unlink',
	fields: [
		userId,
		requiredId({
			displayName: 'Account External ID',
			name: 'accountId',
			description: 'Your unique ID for the account that the user leaves',
			example: 'customer-42',
		}),
	],
};

export const ANALYTICS_RESOURCES: readonly Resource[] = [
	analyticsResource('account', upsertOperation(accountMessage)),
	analyticsResource('customObjectInstance', upsertOperation(instanceMessage)),
	analyticsResource(
		'event',
		messageOperation(trackMessage, {
			name: 'Track',
			value: 'track',
			action: 'Track event',
			description: 'Record what a user, account or organization did in your product',
		}),
	),
	analyticsResource('organization', upsertOperation(organizationMessage)),
	analyticsResource(
		'user',
		upsertOperation(userMessage),
		messageOperation(unlinkMessage, {
			name: 'Unlink From Account',
			value: 'unlink',
			action: 'Unlink user from account',
			description: 'Remove a user from an account. Both stay in Vitally.',
			docsNote: "Vitally's APIs offer no other way. For organizations, they offer none.",
		}),
	),
];

/** A resource whose first operation is the default. */
function analyticsResource(name: string, ...operations: OperationDefinition[]): Resource {
	return { name, label: labelOf(name), defaultOperation: operations[0].value, operations };
}

/** The ID by which Vitally finds a record again. */
function ownId(label: string, name: string, example: string): BodyField {
	return requiredId({
		displayName: `${label} External ID`,
		name,
		description: `Your unique ID for the ${label.toLowerCase()}, which is its External ID in Vitally`,
		example,
	});
}

function accountId(description: string): BodyField {
	return optionalId({
		displayName: 'Account External ID',
		name: 'accountId',
		description,
		example: 'customer-42',
	});
}

function organizationId(description: string): BodyField {
	return optionalId({
		displayName: 'Organization External ID',
		name: 'organizationId',
		description,
		example: 'group-7',
	});
}

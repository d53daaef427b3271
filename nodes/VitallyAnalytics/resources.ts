import type { IDataObject } from 'n8n-workflow';

import { DATE_TIME_HINT } from '../Vitally/fields/properties';
import type { Resource } from '../Vitally/operations/definition/types';
import { optional, optionalTime, profileTraits, required } from './fields';
import type { MessageType } from './messageType';
import { messageOperation, upsertOperation } from './operation';

/** docs/internal/service.md, Analytics API: account message */
const accountMessage: MessageType = {
	type: 'account',
	noun: 'account',
	required: [
		required(
			'Account External ID',
			'accountId',
			'Your unique ID for the account, which is its External ID in Vitally',
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization External ID',
			'organizationId',
			'Your unique ID for the organization the account belongs to, if your workspace uses organizations',
			'group-7',
		),
	],
	values: { kind: 'traits', isRequired: false },
	reservedTraits: profileTraits('account', 'logo'),
	recordOf: ({ accountId }) => `account ${String(accountId)}`,
	warningFor: ({ traits }) =>
		Object.hasOwn((traits ?? {}) as IDataObject, 'name')
			? undefined
			: "The message has no name. Vitally asks for one in every account message: fill in 'Name'.",
};

const analyticsAccount: Resource = {
	name: 'account',
	label: 'Account',
	defaultOperation: 'upsert',
	operations: [upsertOperation(accountMessage)],
};

/** docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15 */
const instanceMessage: MessageType = {
	type: 'customobjectinstance',
	noun: 'custom object instance',
	required: [
		required(
			'Custom Object ID',
			'customObjectId',
			"Vitally's ID of the custom object. In Vitally, open Settings, Custom Objects: the ID is at the end of the address.",
		),
		required(
			'External ID',
			'externalId',
			'Your unique ID for the instance, by which Vitally finds it again',
			'deal-42',
		),
	],
	more: [
		optional('Name', 'name', 'The name of the instance'),
		optional(
			'Account External ID',
			'accountId',
			"Your unique ID for the account the instance belongs to. Needed unless 'Organization External ID' is set.",
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization External ID',
			'organizationId',
			"Your unique ID for the organization the instance belongs to. Needed unless 'Account External ID' is set.",
			'group-7',
		),
	],
	anyOf: {
		names: ['accountId', 'organizationId'],
		missing: 'The instance has neither an account nor an organization',
		remedy:
			"Fill in 'Account External ID', or add 'Organization External ID' under 'Additional Fields'.",
	},
	values: { kind: 'traits', isRequired: true },
	recordOf: ({ customObjectId, externalId }) =>
		`instance ${String(customObjectId)} ${String(externalId)}`,
};

const analyticsInstance: Resource = {
	name: 'customObjectInstance',
	label: 'Custom Object Instance',
	defaultOperation: 'upsert',
	operations: [upsertOperation(instanceMessage)],
};

/** docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15 */
const trackMessage: MessageType = {
	type: 'track',
	noun: 'event',
	required: [required('Event', 'event', 'The name of the event', 'Report Exported')],
	more: [
		optional(
			'User External ID',
			'userId',
			'Your unique ID for the user who did it. Leave it empty for an event of the account or organization.',
			'user-42',
		),
		optional(
			'Account External ID',
			'accountId',
			"Your unique ID for the account. If it is empty, a user's event counts for the user's latest account.",
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization External ID',
			'organizationId',
			'Your unique ID for the organization',
			'group-7',
		),
	],
	anyOf: {
		names: ['userId', 'accountId', 'organizationId'],
		missing: 'The event has no user, account or organization',
		remedy:
			"Fill in 'User External ID' or 'Account External ID', or add 'Organization External ID' under 'Additional Fields'.",
	},
	values: { kind: 'properties', isRequired: true },
	recordOf: ({ userId, accountId, organizationId }) => {
		if (userId !== undefined) return `user ${String(userId)}`;
		if (accountId !== undefined) return `account ${String(accountId)}`;
		return `organization ${String(organizationId)}`;
	},
};

const analyticsEvent: Resource = {
	name: 'event',
	label: 'Event',
	defaultOperation: 'track',
	operations: [
		messageOperation(trackMessage, {
			name: 'Track',
			value: 'track',
			action: 'Track event',
			description: 'Record what a user, account or organization did in your product',
		}),
	],
};

/** docs/internal/public-facts.md, 6 */
const organizationMessage: MessageType = {
	type: 'organization',
	noun: 'organization',
	required: [
		required(
			'Organization External ID',
			'organizationId',
			'Your unique ID for the organization, which is its External ID in Vitally',
			'group-7',
		),
	],
	values: { kind: 'traits', isRequired: false },
	reservedTraits: profileTraits('organization', 'logo'),
	recordOf: ({ organizationId }) => `organization ${String(organizationId)}`,
};

const analyticsOrganization: Resource = {
	name: 'organization',
	label: 'Organization',
	defaultOperation: 'upsert',
	operations: [upsertOperation(organizationMessage)],
};

const userIdField = required(
	'User External ID',
	'userId',
	'Your unique ID for the user, which is its External ID in Vitally',
	'user-42',
);

/** docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15 */
const userMessage: MessageType = {
	type: 'user',
	noun: 'user',
	required: [userIdField],
	more: [
		optional(
			'Account External ID',
			'accountId',
			"Your unique ID for an account of the user. Vitally creates an unknown one. Needed unless 'Organization External ID' is set.",
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization External ID',
			'organizationId',
			"Your unique ID for an organization of the user. Needed unless 'Account External ID' is set.",
			'group-7',
		),
	],
	anyOf: {
		names: ['accountId', 'organizationId'],
		missing: 'The user has neither an account nor an organization',
		remedy:
			"Fill in 'Account External ID', or add 'Organization External ID' under 'Additional Fields'.",
	},
	values: { kind: 'traits', isRequired: true },
	reservedTraits: [
		...profileTraits('user', 'picture'),
		{
			trait: 'email',
			field: optional('Email', 'email', "Sent as the trait 'email'", 'name@email.com'),
		},
		{
			trait: 'createdAt',
			field: optionalTime(
				'Join Date',
				'joinDate',
				`When the user joined your product. ${DATE_TIME_HINT}. Sent as the trait 'createdAt'.`,
			),
		},
	],
	recordOf: ({ userId }) => `user ${String(userId)}`,
};

/** docs/internal/beyond.md, 15 */
const unlinkMessage: MessageType = {
	type: 'unlink',
	noun: 'unlink',
	required: [
		userIdField,
		required(
			'Account External ID',
			'accountId',
			'Your unique ID for the account that the user leaves',
			'customer-42',
		),
	],
	recordOf: userMessage.recordOf,
};

const analyticsUser: Resource = {
	name: 'user',
	label: 'User',
	defaultOperation: 'upsert',
	operations: [
		upsertOperation(userMessage),
		messageOperation(unlinkMessage, {
			name: 'Unlink From Account',
			value: 'unlink',
			action: 'Unlink user from account',
			description: 'Remove a user from an account; both stay in Vitally',
			docsNote: 'The only way by an API; there is none for organizations.',
		}),
	],
};

/** The resources of the node, in the order of the editor. */
export const ANALYTICS_RESOURCES: readonly Resource[] = [
	analyticsAccount,
	analyticsInstance,
	analyticsEvent,
	analyticsOrganization,
	analyticsUser,
];

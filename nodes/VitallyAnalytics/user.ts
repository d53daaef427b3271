import { DATE_TIME_HINT } from '../Vitally/fields/properties';
import type { Resource } from '../Vitally/operations/definition/types';
import { optional, optionalTime, profileTraits, required } from './fields';
import type { MessageType } from './messageType';
import { messageOperation, upsertOperation } from './operation';

const userIdField = required(
	'User ID',
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
			'Account ID',
			'accountId',
			"Your unique ID for an account of the user. Vitally creates an unknown one. Needed unless 'Organization ID' is set.",
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization ID',
			'organizationId',
			"Your unique ID for an organization of the user. Needed unless 'Account ID' is set.",
			'group-7',
		),
	],
	anyOf: {
		names: ['accountId', 'organizationId'],
		missing: 'The user has neither an account nor an organization',
		remedy: "Fill in 'Account ID', or add 'Organization ID' under 'Additional Fields'.",
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
			'Account ID',
			'accountId',
			'Your unique ID for the account that the user leaves',
			'customer-42',
		),
	],
	recordOf: userMessage.recordOf,
};

export const analyticsUser: Resource = {
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

import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../Vitally/operations/definition/types';
import { avatarTraitField, nameTraitField, optional, required } from './fields';
import type { MessageType } from './messageType';
import { upsertOperation } from './operation';

/** docs/service.md, Analytics API: account message */
const accountMessage: MessageType = {
	type: 'account',
	noun: 'account message',
	required: [
		required(
			'Account ID',
			'accountId',
			'Your unique ID for the account, which is its External ID in Vitally',
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization ID',
			'organizationId',
			'Your unique ID for the organization the account belongs to, if your workspace uses organizations',
			'group-7',
		),
	],
	values: { kind: 'traits', isRequired: false },
	reservedTraits: [
		{
			trait: 'name',
			field: nameTraitField("The account's name, sent as the trait 'name'"),
			isAtTop: true,
		},
		{
			trait: 'avatar',
			field: avatarTraitField("The address of the account's logo, sent as the trait 'avatar'"),
		},
	],
	recordOf: ({ accountId }) => `account ${String(accountId)}`,
	warningFor: ({ traits }) =>
		Object.hasOwn((traits ?? {}) as IDataObject, 'name')
			? undefined
			: "The message has no name. Vitally asks for one in every account message: fill in 'Name'.",
};

export const analyticsAccount: Resource = {
	name: 'account',
	label: 'Account',
	defaultOperation: 'upsert',
	operations: [upsertOperation(accountMessage, 'account')],
};

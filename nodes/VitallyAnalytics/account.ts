import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../Vitally/operations/definition/types';
import { optional, profileTraits, required } from './fields';
import type { MessageType } from './messageType';
import { upsertOperation } from './operation';

/** docs/internal/service.md, Analytics API: account message */
const accountMessage: MessageType = {
	type: 'account',
	noun: 'account',
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
	reservedTraits: profileTraits('account', 'logo'),
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
	operations: [upsertOperation(accountMessage)],
};

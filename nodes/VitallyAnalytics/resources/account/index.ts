import type { INodeProperties } from 'n8n-workflow';

import { upsert } from './upsert';

const resource = ['account'];

export const accountOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [upsert],
	default: 'upsert',
	displayOptions: { show: { resource } },
};

export const accountFields: INodeProperties[] = [
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. customer-42',
		description: 'Your own ID of the account. Vitally calls it the external ID.',
		displayOptions: { show: { resource, operation: ['upsert'] } },
	},
	{
		displayName:
			"Every account message should hold the trait 'name', which sets the name of the account. The trait 'avatar' sets its avatar.",
		name: 'traitsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { resource, operation: ['upsert'] } },
	},
];

export const organizationIdField: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. group-7',
	description:
		'Your own ID of the organization that owns the account, if your tenant uses organizations',
};

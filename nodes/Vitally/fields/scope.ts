import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountLocator, organizationLocator } from './locators';

export const ALL = { name: 'All', value: 'all', description: 'Everything that the key may see' };
export const ACCOUNT = {
	name: 'Account',
	value: 'account',
	description: 'Only what belongs to one account',
};
export const ORGANIZATION = {
	name: 'Organization',
	value: 'organization',
	description: 'Only what belongs to one organization',
};

/**
 * Whose records a list returns.
 *
 * @param underOrganization resources that organizations have
 * @param underBoth resources that accounts and organizations have
 */
export function scopeFields(underOrganization: string[], underBoth: string[]): INodeProperties[] {
	const operation = ['getAll'];
	return [
		scopeField(underOrganization, [ALL, ORGANIZATION]),
		scopeField(underBoth, [ALL, ACCOUNT, ORGANIZATION]),
		accountLocator({ resource: underBoth, operation, scope: ['account'] }),
		organizationLocator({
			resource: [...underOrganization, ...underBoth],
			operation,
			scope: ['organization'],
		}),
	];
}

function scopeField(resource: string[], options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Scope',
		name: 'scope',
		type: 'options',
		options,
		default: 'all',
		description: 'Whose records to return',
		displayOptions: { show: { resource, operation: ['getAll'] } },
	};
}

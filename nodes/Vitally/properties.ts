import type { INodeProperties } from 'n8n-workflow';

import { writeOptions } from './fields/dryRun';
import { returnAllOrLimit, simplifyField } from './fields/list';
import { organizationLocator } from './fields/locators';
import { traitFields } from './fields/traits';
import { accountFields, accountOperations } from './resources/account';

const WITH_TRAITS = ['account'];
const WITH_LISTS = ['account'];

/**
 * What the editor shows, in its order: resource, operation, required fields, then what may be added.
 * n8n walks the whole list for every item, so fields that several resources have stand here once.
 */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'Account', value: 'account' }],
		default: 'account',
	},
	accountOperations,
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Everything that the key may see' },
			{
				name: 'Organization',
				value: 'organization',
				description: 'Only what belongs to one organization',
			},
		],
		default: 'all',
		description: 'Whose records to return',
		displayOptions: { show: { resource: WITH_LISTS, operation: ['getAll'] } },
	},
	organizationLocator({ resource: WITH_LISTS, operation: ['getAll'], scope: ['organization'] }),
	...returnAllOrLimit({ resource: WITH_LISTS, operation: ['getAll'] }),
	simplifyField({ resource: WITH_LISTS, operation: ['get', 'getAll'] }),
	...accountFields,
	...traitFields(
		{ resource: WITH_TRAITS, operation: ['create', 'upsert', 'update'] },
		{ resource: WITH_TRAITS, operation: ['upsert', 'update'] },
	),
	writeOptions({ resource: WITH_TRAITS, operation: ['create', 'upsert', 'update', 'delete'] }),
];

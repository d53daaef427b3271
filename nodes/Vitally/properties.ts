import type { INodeProperties } from 'n8n-workflow';

import { writeOptions } from './fields/dryRun';
import { returnAllOrLimit, simplifyField } from './fields/list';
import { scopeFields } from './fields/scope';
import { traitFields } from './fields/traits';
import { accountFields, accountOperations } from './resources/account';

const WITH_TRAITS = ['account'];

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

	...scopeFields(['account'], []),
	...returnAllOrLimit({ resource: ['account'], operation: ['getAll'] }),
	simplifyField({ resource: ['account'], operation: ['get', 'getAll'] }),

	...accountFields,

	...traitFields(
		{ resource: WITH_TRAITS, operation: ['create', 'upsert', 'update'] },
		{ resource: WITH_TRAITS, operation: ['upsert', 'update'] },
	),
	writeOptions({ resource: ['account'], operation: ['create', 'upsert', 'update', 'delete'] }),
];

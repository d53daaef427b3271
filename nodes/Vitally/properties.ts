import type { INodeProperties } from 'n8n-workflow';

import { writeOptions } from './fields/dryRun';
import { returnAllOrLimit, simplifyField } from './fields/list';
import { scopeFields } from './fields/scope';
import { traitFields } from './fields/traits';
import { accountFields, accountOperations } from './resources/account';
import { customObjectFields, customObjectOperations } from './resources/customObject';
import {
	customObjectInstanceFields,
	customObjectInstanceOperations,
} from './resources/customObjectInstance';
import { projectFields, projectOperations } from './resources/project';

const WITH_TRAITS = ['account', 'customObjectInstance', 'project'];

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
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Custom Object', value: 'customObject' },
			{ name: 'Custom Object Instance', value: 'customObjectInstance' },
			{ name: 'Project', value: 'project' },
		],
		default: 'account',
	},
	accountOperations,
	customObjectOperations,
	customObjectInstanceOperations,
	projectOperations,

	...scopeFields(['account'], ['project']),
	...returnAllOrLimit({
		resource: ['account', 'customObject', 'customObjectInstance', 'project'],
		operation: ['getAll'],
	}),
	simplifyField({
		resource: ['account', 'customObjectInstance', 'project'],
		operation: ['get', 'getAll', 'search'],
	}),

	...accountFields,
	...customObjectFields,
	...customObjectInstanceFields,
	...projectFields,

	...traitFields(
		{ resource: WITH_TRAITS, operation: ['create', 'upsert', 'update'] },
		{ resource: WITH_TRAITS, operation: ['upsert', 'update'] },
	),
	writeOptions({
		resource: ['account', 'customObjectInstance', 'project'],
		operation: ['create', 'upsert', 'update', 'move', 'delete'],
	}),
];

import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { accountLocator, organizationLocator } from '../../fields/locators';
import { create } from './create';
import { deleteFields, deleteOption } from './delete';
import { get } from './get';
import { getAll, getAllFields } from './getAll';
import { getHealthScores } from './getHealthScores';
import { update, updateFields } from './update';
import { upsert } from './upsert';

const resource = ['account'];

export const accountOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [create, upsert, deleteOption, get, getHealthScores, getAll, update],
	default: 'get',
	displayOptions: { show: { resource } },
};

/** Required fields first, then what narrows or adds. Traits, paging and options stand in `fields/`. */
export const accountFields: INodeProperties[] = [
	accountLocator({ resource, operation: ['delete', 'get', 'getHealthScores', 'update'] }),
	...deleteFields,
	additionalCollection({ resource, operation: ['create', 'upsert'] }, [
		{ ...organizationLocator(), description: 'The organization that owns the account' },
	]),
	...updateFields,
	...getAllFields,
];

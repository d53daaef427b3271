import type { INodeProperties } from 'n8n-workflow';

import { locatorField } from '../../fields/locators';
import { customObjectLocator } from '../customObject/customObject';
import { create, createFields } from './create';
import { deleteOption } from './delete';
import { getAll, getAllFields } from './getAll';
import { search, searchFields } from './search';
import { update, updateFields } from './update';

const resource = ['customObjectInstance'];

export const customObjectInstanceOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [create, deleteOption, getAll, search, update],
	default: 'getAll',
	displayOptions: { show: { resource } },
};

/** Required fields first, then what narrows or adds. Traits, paging and options stand in `fields/`. */
export const customObjectInstanceFields: INodeProperties[] = [
	customObjectLocator({ resource }),
	locatorField({
		name: 'customObjectInstanceId',
		displayName: 'Instance',
		record: 'instance',
		search: 'searchCustomObjectInstances',
		hasExternalId: true,
		description: 'The instance to use',
		show: { resource, operation: ['delete', 'update'] },
	}),
	...createFields,
	...updateFields,
	...searchFields,
	...getAllFields,
];

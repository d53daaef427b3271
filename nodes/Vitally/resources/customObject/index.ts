import type { INodeProperties } from 'n8n-workflow';

import { customObjectLocator } from './customObject';
import { get } from './get';
import { getAll, getAllFields } from './getAll';

const resource = ['customObject'];

export const customObjectOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [get, getAll],
	default: 'get',
	displayOptions: { show: { resource } },
};

export const customObjectFields: INodeProperties[] = [
	customObjectLocator({ resource, operation: ['get'] }),
	...getAllFields,
];

import type { INodeProperties } from 'n8n-workflow';

import { getAll } from './getAll';

export const noteCategoryOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [getAll],
	default: 'getAll',
	displayOptions: { show: { resource: ['noteCategory'] } },
};

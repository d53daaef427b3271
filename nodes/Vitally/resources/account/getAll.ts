import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { scopedPath } from '../../operations/parent';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { SIMPLE_FIELDS } from './account';

/** docs/service.md, Accounts and Pagination */
const getAccounts: Operation = async (item, service) => {
	// The list of an organization takes no status.
	const isWhole = item.getNodeParameter('scope', 'all') === 'all';
	const status = isWhole && item.getNodeParameter('filters.status', '');
	const accounts = await readList(item, service, {
		path: await scopedPath(item, service, 'accounts'),
		query: status ? { status } : {},
	});
	return accounts.map(simplifierOf(item, SIMPLE_FIELDS));
};

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many accounts',
	description: 'Retrieve a list of accounts',
	routing: route(getAccounts),
};

const show = { resource: ['account'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [
		createdAfterFilter,
		nameContainsFilter,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'active' },
				{ name: 'Active or Churned', value: 'activeOrChurned' },
				{ name: 'Churned', value: 'churned' },
			],
			default: 'active',
			description: 'Vitally leaves churned accounts out unless they are asked for',
			displayOptions: { show: { '/scope': ['all'] } },
		},
		updatedAfterFilter,
	]),
];

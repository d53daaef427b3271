import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { simplifierOf, sortByOption } from '../../fields/list';
import { createdAfterFilter, nameContainsFilter, updatedAfterFilter } from '../../fields/window';
import type { Operation, Service } from '../../service/item';
import { pathSegment } from '../../service/pathSegment';
import { organizationIdOf } from '../organizationId';
import { readList } from '../readList';
import { route } from '../route';
import { ACCOUNTS, SIMPLE_FIELDS } from './account';

/** service.md, Accounts and Pagination */
const getAccounts: Operation = async (item, service) => {
	const accounts = await readList(item, service, await listOf(item, service));
	return accounts.map(simplifierOf(item, SIMPLE_FIELDS));
};

async function listOf(
	item: IExecuteSingleFunctions,
	service: Service,
): Promise<{ path: string; query?: IDataObject }> {
	if (item.getNodeParameter('scope', 'all') === 'organization') {
		const id = pathSegment(await organizationIdOf(item, service), 'Organization');
		return { path: `/resources/organizations/${id}/accounts` };
	}
	// The list of an organization takes no status (service.md, Accounts).
	const status = item.getNodeParameter('filters.status', '');
	return { path: ACCOUNTS, query: status ? { status } : {} };
}

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many accounts',
	description: 'Retrieve a list of accounts',
	routing: route(getAccounts),
};

const show = { resource: ['account'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
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
		],
		displayOptions: { show },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [sortByOption],
		displayOptions: { show },
	},
];

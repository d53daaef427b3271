import type { INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../service/item';
import { readList } from '../readList';
import { route } from '../route';

/** service.md, Notes: this list takes no order. */
const getNoteCategories: Operation = async (item, service) =>
	await readList(item, service, { path: '/resources/noteCategories', isUnordered: true });

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many note categories',
	description: 'Retrieve a list of the categories that notes may have',
	routing: route(getNoteCategories),
};

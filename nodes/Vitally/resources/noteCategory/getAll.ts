import type { INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../transport/item';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';

/** docs/service.md, Notes: this list takes no order. */
const getNoteCategories: Operation = async (item, service) =>
	await readList(item, service, { path: '/resources/noteCategories', isUnordered: true });

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many note categories',
	description: 'Retrieve a list of the categories that notes may have',
	routing: route(getNoteCategories),
};

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import { createdAfterFilter, nameContainsFilter, updatedAfterFilter } from '../../fields/window';
import type { Operation } from '../../service/item';
import { readList } from '../readList';
import { route } from '../route';
import { instancesPath, SIMPLE_FIELDS } from './instance';

/** service.md, Custom objects; the query is in public-facts.md, 3. */
const getInstances: Operation = async (item, service) => {
	const instances = await readList(item, service, {
		path: instancesPath(item),
		query: setFields({ archived: archivedOf(item) }),
	});
	return instances.map(simplifierOf(item, SIMPLE_FIELDS));
};

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many custom object instances',
	description: 'Retrieve a list of instances of a custom object',
	routing: route(getInstances),
};

const show = { resource: ['customObjectInstance'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [
		archivedFilter,
		createdAfterFilter,
		nameContainsFilter,
		updatedAfterFilter,
	]),
];

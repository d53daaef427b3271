import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { instancesPath, SIMPLE_FIELDS } from './instance';

/** docs/service.md, Custom objects; the query is in docs/public-facts.md, 3. */
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

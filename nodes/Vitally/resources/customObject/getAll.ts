import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filterCollection } from '../../fields/collections';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { CUSTOM_OBJECTS } from './customObject';

/** The label is the name that people see. Source: docs/service.md, Custom objects; docs/public-facts.md, 4.12 */
const getCustomObjects: Operation = async (item, service) =>
	await readList(item, service, { path: CUSTOM_OBJECTS, textField: 'label' });

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many custom objects',
	description: 'Retrieve a list of the definitions of custom objects',
	routing: route(getCustomObjects),
};

const show = { resource: ['customObject'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [createdAfterFilter, nameContainsFilter, updatedAfterFilter]),
];

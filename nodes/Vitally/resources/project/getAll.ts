import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import { createdAfterFilter, nameContainsFilter } from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { scopedPath } from '../../operations/parent';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { SIMPLE_FIELDS } from './project';

/**
 * No filter on the last change: the fields of a project hold no `updatedAt`.
 * Source: docs/service.md, Projects and Project
 */
const getProjects: Operation = async (item, service) => {
	// Only the list of all projects is known to take it.
	const isWhole = item.getNodeParameter('scope', 'all') === 'all';
	const projects = await readList(item, service, {
		path: await scopedPath(item, service, 'projects'),
		query: setFields({ archived: isWhole ? archivedOf(item) : undefined }),
	});
	return projects.map(simplifierOf(item, SIMPLE_FIELDS));
};

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'Retrieve a list of projects',
	routing: route(getProjects),
};

const show = { resource: ['project'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [
		{ ...archivedFilter, displayOptions: { show: { '/scope': ['all'] } } },
		createdAfterFilter,
		nameContainsFilter,
	]),
];

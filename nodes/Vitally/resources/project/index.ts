import type { INodeProperties } from 'n8n-workflow';

import { locatorField } from '../../fields/locators';
import { create, createFields } from './create';
import { deleteOption } from './delete';
import { get } from './get';
import { getAll, getAllFields } from './getAll';
import { linkTask } from './linkTask';
import { move, moveFields } from './move';
import { taskLinkFields } from './taskLink';
import { unlinkTask } from './unlinkTask';
import { update, updateFields } from './update';

const resource = ['project'];

export const projectOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [create, deleteOption, get, getAll, linkTask, move, unlinkTask, update],
	default: 'get',
	displayOptions: { show: { resource } },
};

/** Required fields first, then what narrows or adds. Traits, paging and options stand in `fields/`. */
export const projectFields: INodeProperties[] = [
	locatorField({
		name: 'projectId',
		displayName: 'Project',
		record: 'project',
		search: 'searchProjects',
		description: 'The project to use',
		show: { resource, operation: ['delete', 'get', 'linkTask', 'move', 'unlinkTask', 'update'] },
	}),
	...moveFields,
	...taskLinkFields,
	...createFields,
	...updateFields,
	...getAllFields,
];

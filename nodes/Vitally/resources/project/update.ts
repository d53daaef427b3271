import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuseEmptyUpdate } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { writtenRecordOf } from '../../service/records';
import { route } from '../route';
import { idInPath, write } from '../write';
import { bodyFields, projectBody } from './body';
import { explainProject, projectPath } from './project';

/** service.md, Projects (update body) */
const updateProject = write({
	turn: projectPath,
	request: (item) => {
		const body = projectBody(item, 'updateFields');
		refuseEmptyUpdate(body);
		return { method: 'PUT', path: projectPath(item), body, explain: explainProject(item) };
	},
	result: (response, request) => ({
		id: idInPath(request),
		...writtenRecordOf(response, request),
	}),
});

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a project',
	description: 'Change fields and traits of a project',
	routing: route(updateProject),
};

export const updateFields: INodeProperties[] = [
	updateCollection({ resource: ['project'], operation: ['update'] }, bodyFields),
];

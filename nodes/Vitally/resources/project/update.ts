import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assertChanges } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { writtenRecordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import { bodyFields, projectBody } from './body';
import { explainProject, projectPath } from './project';

/** docs/service.md, Projects (update body) */
const updateProject = write({
	turn: projectPath,
	request: (item) => {
		const body = projectBody(item, 'updateFields');
		assertChanges(body);
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

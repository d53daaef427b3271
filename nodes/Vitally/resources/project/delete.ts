import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import { explainProject, projectPath } from './project';

/** docs/service.md, States and transitions: the project is archived, and listed only when asked for. */
const deleteProject = write({
	turn: projectPath,
	request: (item) => ({
		method: 'DELETE',
		path: projectPath(item),
		explain: explainProject(item),
	}),
	result: (_response, request) => ({ deleted: true, id: idInPath(request) }),
});

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a project',
	description: 'Delete a project; Vitally keeps it among the archived ones',
	routing: route(deleteProject),
};

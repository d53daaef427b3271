import type { INodePropertyOptions } from 'n8n-workflow';

import { simplifierOf } from '../../fields/list';
import type { Operation } from '../../transport/item';
import { recordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { explainProject, projectPath, SIMPLE_FIELDS } from './project';

/** docs/service.md, Projects */
const getProject: Operation = async (item, service) => {
	const request = {
		method: 'GET' as const,
		path: projectPath(item),
		explain: explainProject(item),
	};
	const project = recordOf(await service.send(request), request);
	return [simplifierOf(item, SIMPLE_FIELDS)(project)];
};

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a project',
	description: 'Retrieve a project by its ID',
	routing: route(getProject),
};

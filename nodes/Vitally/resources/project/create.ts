import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import {
	accountLocator,
	locatorField,
	organizationLocator,
	requiredId,
} from '../../fields/locators';
import { writtenRecordOf } from '../../transport/records';
import { parentKindOf, requiredParentId } from '../../operations/parent';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { bodyFields, projectBody } from './body';
import { PROJECTS } from './project';

/** docs/service.md, Projects (create body): from a template, for an account or an organization. */
const createProject = write({
	request: async (item, service) => {
		const kind = parentKindOf(item, 'projectFor', 'Project For');
		return {
			method: 'POST',
			path: PROJECTS,
			body: {
				templateId: requiredId(item, 'templateId', 'Template'),
				...projectBody(item, 'additionalFields'),
				[`${kind}Id`]: await requiredParentId(item, service, kind),
			},
		};
	},
	result: (response, request) => writtenRecordOf(response, request),
});

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a project',
	description: 'Create a project from a template',
	routing: route(createProject),
};

const show = { resource: ['project'], operation: ['create'] };

export const createFields: INodeProperties[] = [
	locatorField({
		name: 'templateId',
		displayName: 'Template',
		record: 'template',
		search: 'searchProjectTemplates',
		description: 'The template that gives the project its milestones, tasks and defaults',
		show,
	}),
	{
		displayName: 'Project For',
		name: 'projectFor',
		type: 'options',
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Organization', value: 'organization' },
		],
		default: 'account',
		description: 'What the project belongs to',
		displayOptions: { show },
	},
	accountLocator({ ...show, projectFor: ['account'] }),
	organizationLocator({ ...show, projectFor: ['organization'] }),
	additionalCollection(show, bodyFields),
];

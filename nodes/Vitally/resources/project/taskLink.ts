import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { dryRunOption } from '../../fields/dryRun';
import { locatorField, locatorOf } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { optionalText } from '../../fields/text';
import { pathSegment } from '../../transport/pathSegment';
import { pickedProject, projectPath } from './project';

/** The path of the link; the service takes both kinds of id of a task here. */
export function taskLinkPath(item: IExecuteSingleFunctions): string {
	return `${projectPath(item)}/tasks/${pathSegment(pickedTask(item), 'Task')}`;
}

function pickedTask(item: IExecuteSingleFunctions): unknown {
	return locatorOf(item, 'taskId').value;
}

/** The ids as the user gave them, for output items and texts. */
export function linked(item: IExecuteSingleFunctions): { projectId: string; taskId: string } {
	return { projectId: String(pickedProject(item)), taskId: String(pickedTask(item)) };
}

export function sourceQuery(item: IExecuteSingleFunctions): IDataObject {
	return setFields({ source: optionalText(item, 'options.source', 'Source') });
}

const show = { resource: ['project'], operation: ['linkTask', 'unlinkTask'] };

export const taskLinkFields: INodeProperties[] = [
	locatorField({
		name: 'taskId',
		displayName: 'Task',
		record: 'task',
		search: 'searchTasks',
		hasExternalId: true,
		description: "The task. With an external ID, say its integration in 'Source' under Options.",
		show,
	}),
	optionsField(show, [
		dryRunOption,
		{
			displayName: 'Milestone',
			name: 'milestone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Kick-off',
			description:
				'The exact name of a milestone of the project. A task that is linked already moves there; without it a new link takes the default milestone.',
			displayOptions: { show: { '/operation': ['linkTask'] } },
		},
		{
			displayName: 'Source',
			name: 'source',
			type: 'string',
			default: '',
			placeholder: 'e.g. asana',
			description: 'The integration that the task comes from, in upper or lower case',
		},
	]),
];

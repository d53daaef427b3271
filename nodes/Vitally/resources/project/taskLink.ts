import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { optionsField } from '../../fields/collections';
import { textProperty } from '../../fields/properties';
import { dryRunOption } from '../../fields/writeOptions';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { locateByEitherId, readSelection } from '../../records/locate';
import { recordListOf } from '../../records/recordList';
import { lockRecord } from '../../records/recordLocks';
import { requiredLocator } from '../../records/recordType';
import type { Selection } from '../../records/resolveId';
import type { WriteRequest } from '../../transport/client';
import { optionalRecordFrom } from '../../transport/responses';
import { isEmpty } from '../../values/emptyValues';
import { readText } from '../../values/text';
import { projectType, taskType } from '../recordTypes';
import { readSource, sourceQuery } from '../source';
import { pathBelow } from './pathBelow';

export interface TaskLink {
	path: string;
	/** The IDs for messages: as the user entered them, or of the record that a name led to. */
	projectId: string;
	taskId: string;
	/** The milestone that gets the task; without it Vitally uses the default milestone. */
	milestone?: string;
	query?: IDataObject;
	idempotent?: boolean;
}

export const taskLinkEndpoint = `${projectType.path}/:id/tasks/:id`;

export const taskSourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. asana',
	description: 'The integration that the task comes from (not case-sensitive)',
});

export const milestoneField = textProperty('Milestone', 'milestone', {
	placeholder: 'e.g. Kick-off',
	description: 'The exact name of a milestone of the project',
});

const milestoneOption: INodeProperties = {
	...milestoneField,
	description: `${milestoneField.description}. If the task is already linked, it moves to this milestone. Without a value, a new link takes the default milestone.`,
};

const taskLinkFields = [requiredLocator(projectType), requiredLocator(taskType)];

const addsLinked = { projectId: 'string', taskId: 'string' } as const;

export const linkTask: OperationDefinition = {
	name: 'Link Task',
	value: 'linkTask',
	action: 'Link task to project',
	description: 'Add a task to a project, or move it to another milestone',
	docsNote: "Enter the exact name of the 'Milestone'.",
	endpoints: [`POST ${taskLinkEndpoint}`],
	adds: { created: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, milestoneOption, taskSourceOption])],
	// A task stays on the milestone of the last item.
	run: lockRecord(taskType, async (item, selection) => {
		const entered = item.param('options.milestone');
		const milestone = isEmpty(entered) ? undefined : readText(entered, 'Milestone');
		const link = await locateLink(item, selection);
		const { isNew, body } = await sendTaskLink(item, { ...link, milestone });
		const { projectId, taskId } = link;

		return [{ ...body, created: isNew, projectId, taskId }];
	}),
};

/** The task itself stays. Source: docs/internal/service.md, Projects (Unlink) */
export const unlinkTask: OperationDefinition = {
	name: 'Unlink Task',
	value: 'unlinkTask',
	action: 'Unlink task from project',
	description: 'Remove a task from a project without deleting the task',
	endpoints: [`DELETE ${taskLinkEndpoint}`],
	adds: { unlinked: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, taskSourceOption])],
	run: lockRecord(taskType, async (item, selection) => {
		const { path, query, projectId, taskId } = await locateLink(item, selection);
		const response = await item.send({
			method: 'DELETE',
			path,
			query,
			explain: {
				404: {
					message: `The task "${taskId}" is not linked to the project "${projectId}"`,
					description:
						"It may be unlinked already. Otherwise check 'Project' and 'Task'; for an External ID, also 'Source' under Options.",
				},
			},
			target: 'noRecord',
		});

		// The record is not used; this throws where the response is that of a proxy.
		optionalRecordFrom(response);

		return [{ unlinked: true, projectId, taskId }];
	}),
};

/**
 * Links a task to a project, or moves it to another milestone. The status distinguishes a new link (201)
 * from an existing one (200); the body of a 200 is not documented.
 *
 * @throws VitallyError when project, task or milestone do not exist, or do not belong together
 * Source: docs/internal/service.md, Projects (Link a task)
 */
export async function sendTaskLink(
	item: ItemContext,
	link: TaskLink,
): Promise<{ isNew: boolean; body?: IDataObject }> {
	const response = await item.send(taskLinkRequest(link));

	return { isNew: response.status === 201, body: optionalRecordFrom(response) };
}

/** Returns the request that links a task to a project, or moves it to another milestone. */
export function taskLinkRequest(link: TaskLink): WriteRequest {
	const { path, query, milestone, idempotent } = link;

	return {
		method: 'POST',
		path,
		query,
		body: milestone === undefined ? undefined : { milestone },
		idempotent,
		explain: explainLink(link),
		target: 'noRecord',
	};
}

/** Locates the task of an item below its project. The path accepts either ID of both. */
async function locateLink(item: ItemContext, selection: Selection): Promise<TaskLink> {
	const query = sourceQuery(item);
	const project = await locateByEitherId(item, projectType, readSelection(projectType, item));
	const tasks = recordListOf(taskType, readSource(item));
	const task = await locateByEitherId(item, taskType, selection, tasks);

	return {
		path: project.path + pathBelow(task.path),
		projectId: String(project.id),
		taskId: String(task.id ?? task.externalId),
		query,
	};
}

function explainLink({ projectId, taskId, milestone = '' }: TaskLink) {
	const place = milestone && `, or the project has no milestone "${milestone}"`;

	return {
		400: {
			message: `Vitally did not link the task "${taskId}" to the project "${projectId}"`,
			description:
				'Task and project must belong to the same account or organization: choose another task, or move one of the two first.',
		},
		404: {
			message: `The project "${projectId}" or the task "${taskId}" was not found${place}`,
			description:
				"Check the values of 'Project' and 'Task'; for an External ID, also 'Source' under Options: it must be the integration that the task comes from. Enter a 'Milestone' exactly as it appears in the project, including upper and lower case.",
		},
	};
}

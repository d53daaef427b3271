import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import type { Locator } from '../../fields/locators';
import { textProperty } from '../../fields/properties';
import { readSearchText } from '../../fields/text';
import { idKey, selectedRecord } from '../../records/lock';
import { requiredLocator, type RecordType } from '../../records/recordType';
import { resolveId, resolveValue } from '../../records/resolveId';
import type { Explanation, ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { optionalRecordFrom } from '../../transport/records';
import { omitUndefined } from '../../values/plainObject';
import { projectType, taskType } from '../recordTypes';

/** @throws VitallyError for what is no ID */
export function taskLinkPathOf(projectId: unknown, taskId: unknown): string {
	const project = pathSegment(projectId, projectType.label);
	return `${projectType.path}/${project}/tasks/${pathSegment(taskId, taskType.label)}`;
}

/** A place of a task in a project. */
interface PickedLink {
	path: string;
	/** As the user entered them, for output items and texts. */
	ids: { projectId: string; taskId: string };
}

/**
 * Runs what writes the link that an item picks, while no other item of this process works on it. The
 * service accepts both kinds of ID of a task here; names are looked up.
 */
export async function lockTaskLink<T>(
	item: ItemContext,
	write: (link: PickedLink) => Promise<T>,
): Promise<T> {
	const project = selectedRecord(projectType, item);
	const task = selectedRecord(taskType, item);
	const key = taskLinkPathOf(idKey(project), idKey(task));
	return await item.lock(key, async () => {
		const projectId = await idOf(item, projectType, project);
		const taskId = await idOf(item, taskType, task);
		return await write({ path: taskLinkPathOf(projectId, taskId), ids: { projectId, taskId } });
	});
}

async function idOf(item: ItemContext, type: RecordType, picked: Locator): Promise<string> {
	if (picked.mode !== 'name') return String(picked.value);
	return String(await resolveValue(item, resolveId(item, type, picked, type.label)));
}

/** The IDs of a link in output items. */
export const addsLinked = { projectId: 'string', taskId: 'string' } as const;

export const taskLinkEndpoint = `${projectType.path}/:id/tasks/:id`;

export function readTaskSource(item: ItemParameters): string | undefined {
	return readSearchText(item, 'options.source', 'Source');
}

export function sourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({ source: readTaskSource(item) });
}

export const taskLinkFields = [requiredLocator(projectType), requiredLocator(taskType)];

export const taskSourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. asana',
	description: 'The integration that the task comes from (not case-sensitive)',
});

export const milestoneField = textProperty('Milestone', 'milestone', {
	placeholder: 'e.g. Kick-off',
	description: 'The exact name of a milestone of the project',
});

/** A place of a task in a project. */
interface TaskLink {
	path: string;
	/** The IDs as the user knows them, for texts. */
	projectId: string;
	taskId: string;
	/** The default one where none is named. */
	milestone?: string;
	query?: IDataObject;
	/** Whether it does not matter if the link was there before. */
	idempotent?: boolean;
}

/**
 * Links a task to a project, or moves it to another milestone. The status distinguishes a new link (201)
 * from an existing one (200); the body of a 200 is not documented.
 *
 * @throws VitallyError when project, task or milestone do not exist, or do not belong together
 * Source: docs/service.md, Projects (Link a task)
 */
export async function sendTaskLink(
	item: ItemContext,
	link: TaskLink,
): Promise<{ isNew: boolean; answer?: IDataObject }> {
	const { path, query, milestone, idempotent } = link;
	const request: ServiceRequest = {
		method: 'POST',
		path,
		query,
		body: milestone === undefined ? undefined : { milestone },
		idempotent,
		explain: explainLink(link),
	};
	const response = await item.send(request);
	return { isNew: response.status === 201, answer: optionalRecordFrom(response, request) };
}

function explainLink({
	projectId,
	taskId,
	milestone,
}: TaskLink): (status: number) => Explanation | undefined {
	const explanations: Record<number, Explanation> = {
		400: {
			message: `Vitally did not link the task "${taskId}" to the project "${projectId}"`,
			description:
				'Task and project must belong to the same account or organization: choose another task, or move one of the two first.',
		},
		404: {
			message:
				milestone === undefined
					? `The project "${projectId}" or the task "${taskId}" was not found`
					: `The project "${projectId}", the task "${taskId}" or the milestone "${milestone}" was not found`,
			description: `Check the values of 'Project' and 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from.${milestone === undefined ? '' : MILESTONE_HINT}`,
		},
	};
	return (status) => explanations[status];
}

const MILESTONE_HINT =
	" Enter the name under 'Milestone' exactly as it appears in the project, including upper and lower case, or leave it out to use the default milestone.";

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionalText } from '../../fields/text';
import { locateByPath } from '../../operations/locate';
import { kindOfId, pickedRecord, requiredLocator } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { projectType, taskType } from '../recordTypes';

/** The path of the link; the service takes both kinds of ID of a task here. */
export function taskLinkPath(item: ItemParameters): string {
	return taskLinkPathOf(pickedRecord(projectType, item).value, pickedRecord(taskType, item).value);
}

/** @throws VitallyError for what is no ID */
export function taskLinkPathOf(projectId: unknown, taskId: unknown): string {
	const project = pathSegment(projectId, projectType.label);
	return `${projectType.path}/${project}/tasks/${pathSegment(taskId, taskType.label)}`;
}

/** Runs a task while no other item of this process works on the link. */
export async function lockTaskLink<T>(item: ItemContext, task: () => Promise<T>): Promise<T> {
	const among = `${locateByPath(projectType)(item).path}/tasks`;
	const kind = kindOfId(pickedRecord(taskType, item));
	return await item.lock(taskLinkPath(item), task, { among, kind });
}

/** What `linked` adds. */
export const addsLinked = { projectId: 'string', taskId: 'string' } as const;

export const taskLinkEndpoint = `${projectType.path}/:id/tasks/:id`;

/** The IDs as the user gave them, for output items and texts. */
export function linked(item: ItemParameters): { projectId: string; taskId: string } {
	return {
		projectId: String(pickedRecord(projectType, item).value),
		taskId: String(pickedRecord(taskType, item).value),
	};
}

export function taskSourceOf(item: ItemParameters): string | undefined {
	return optionalText(item, 'options.source', 'Source');
}

export function sourceQuery(item: ItemParameters): IDataObject {
	return setFields({ source: taskSourceOf(item) });
}

export const taskLinkFields = [requiredLocator(projectType), requiredLocator(taskType)];

export const taskSourceOption: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. asana',
	description: 'The integration that the task comes from (not case-sensitive)',
};

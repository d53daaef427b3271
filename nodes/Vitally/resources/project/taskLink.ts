import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import type { ItemParameters } from '../../fields/itemParameters';
import { soughtText } from '../../fields/text';
import type { Locator } from '../../fields/locators';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { projectType, taskType } from '../recordTypes';
import { idKey, selectedRecord } from '../../records/lock';
import { type RecordType, requiredLocator } from '../../records/recordType';
import { resolveId, resolveValue } from '../../records/resolveId';

/** @throws VitallyError for what is no ID */
export function taskLinkPathOf(projectId: unknown, taskId: unknown): string {
	const project = pathSegment(projectId, projectType.label);
	return `${projectType.path}/${project}/tasks/${pathSegment(taskId, taskType.label)}`;
}

/** A place of a task in a project. */
interface PickedLink {
	path: string;
	/** As the user gave them, for output items and texts. */
	ids: { projectId: string; taskId: string };
}

/**
 * Runs what writes the link that an item picks, while no other item of this process works on it. The
 * service takes both kinds of ID of a task here; names are looked up.
 */
export async function lockTaskLink<T>(
	item: ItemContext,
	write: (link: PickedLink) => Promise<T>,
): Promise<T> {
	const project = selectedRecord(projectType, item);
	const task = selectedRecord(taskType, item);
	const key = taskLinkPathOf(idKey(project), idKey(task));
	const locked = async () => {
		const projectId = await idOf(item, projectType, project);
		const taskId = await idOf(item, taskType, task);
		return await write({ path: taskLinkPathOf(projectId, taskId), ids: { projectId, taskId } });
	};
	return await item.lock(key, locked);
}

async function idOf(item: ItemContext, type: RecordType, picked: Locator): Promise<string> {
	if (picked.mode !== 'name') return String(picked.value);
	return String(await resolveValue(item, resolveId(item, type, picked, type.label)));
}

/** The IDs of a link in output items. */
export const addsLinked = { projectId: 'string', taskId: 'string' } as const;

export const taskLinkEndpoint = `${projectType.path}/:id/tasks/:id`;

export function taskSourceOf(item: ItemParameters): string | undefined {
	return soughtText(item, 'options.source', 'Source');
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

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { newRecordBody, readBody } from '../../operations/body/bodyDefinition';
import { create } from '../../operations/create';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineUpsert } from '../../operations/upsert';
import { creationRequest } from '../../records/creation/createIdempotently';
import { createRecord } from '../../records/creation/createRecord';
import { recordListOf } from '../../records/recordList';
import { pathSegment } from '../../transport/pathSegment';
import { addsUnsupportedHtml, htmlPolicyOption, convertToHtml } from '../formattedText';
import {
	sendTaskLink,
	taskLinkEndpoint,
	taskLinkRequest,
	taskSourceOption,
	type TaskLink,
} from '../project/taskLink';
import { projectType, taskType } from '../recordTypes';
import { upsertKeepingTags } from '../taggedRecords';
import { newTask, taskText } from './taskFields';

/** The output of both operations beside the task. */
const addsToTask = { ...addsUnsupportedHtml, projectId: 'string?' } as const;

/** The link needs another request. */
const linkEndpoint = `POST ${taskLinkEndpoint}`;

export const createTask: OperationDefinition = {
	...create(taskType, {
		...newTask,
		adds: addsToTask,
		description: 'Add a task to an account or organization',
		docsNote: "With 'Project', the node links the task after it has created it.",
		options: [htmlPolicyOption],
	}),
	endpoints: [`POST ${taskType.path}`, linkEndpoint],
	run: async (item) => {
		const body = await readBody(item, newTask, 'additionalFields');

		const write = async (fields: IDataObject) => {
			const list = recordListOf(taskType);
			const request = creationRequest(list, newRecordBody(item, fields));

			// A POST of a known external ID would change that task, and perhaps its tags.
			return await createRecord(item, { type: taskType, list, request }, { looksFirst: true });
		};

		return [await writeAndLink(item, body, write)];
	},
};

const upsertOnly = defineUpsert(taskType, {
	adds: addsToTask,
	body: newTask,
	docsNote:
		"The node keeps the tags, unless the item has 'Tags'. With 'Project', the node then links the task.",
	options: [htmlPolicyOption, taskSourceOption],
	run: async (item, externalId, body) =>
		await writeAndLink(item, body, async (fields) => ({
			externalId,
			...(await upsertKeepingTags(item, taskType, externalId, fields)),
		})),
});

/** Updates or creates the task with an external ID, and links it to a project. */
export const upsertTask: OperationDefinition = {
	...upsertOnly,
	endpoints: [...upsertOnly.endpoints, linkEndpoint],
};

/** Writes the task of an item, and links it to the project that the item names. */
async function writeAndLink(
	item: ItemContext,
	body: IDataObject,
	write: (fields: IDataObject) => Promise<IDataObject>,
): Promise<IDataObject> {
	const { projectId, milestone, ...fields } = body as { projectId?: string; milestone?: string };

	await convertToHtml(item, fields, taskText, 'additionalFields');

	if (projectId === undefined) return await write(fields);

	const link = { projectId, milestone };

	// A dry run shows this request, although the task has no ID yet.
	item.announce(taskLinkRequest({ ...link, taskId: ':id', path: linkPath(projectId, ':id') }));
	const task = await write(fields);

	return await linkToProject(item, task, link);
}

/**
 * Links a task that was just written. Linking again changes nothing (docs/internal/service.md, Projects).
 *
 * @throws VitallyError that names the task, which exists even if the link fails
 */
async function linkToProject(
	item: ItemContext,
	task: IDataObject,
	{ projectId, milestone }: Pick<TaskLink, 'projectId' | 'milestone'>,
): Promise<IDataObject> {
	try {
		if (typeof task.id !== 'string') {
			throw new VitallyError('Vitally did not return its ID', "Look the task up with 'Get Many'.");
		}

		const path = linkPath(projectId, pathSegment(task.id, taskType.label));
		const link = { path, projectId, taskId: task.id, milestone, idempotent: true };

		await sendTaskLink(item, link);
	} catch (error) {
		throw error instanceof VitallyError ? unlinkedError(task, error) : error;
	}

	return { ...task, projectId };
}

function linkPath(projectId: string, task: string): string {
	return `${projectType.path}/${pathSegment(projectId, projectType.label)}/tasks/${task}`;
}

function unlinkedError({ id, externalId, created }: IDataObject, cause: VitallyError): Error {
	const done = created === false ? 'updated' : 'created';
	const name = id === undefined ? '' : ` with the ID "${String(id)}"`;
	const again = externalId
		? `run the item again with 'Create or Update' and the External ID "${String(externalId)}", which creates no second task`
		: 'do not run the item again, which would create a second task';

	return new VitallyError(
		`The task was ${done}${name}, but not linked to the project: ${cause.message}`,
		`${cause.description} To link this task, use the operation 'Link Task' of 'Project'; or ${again}.`,
		// The title says what was saved.
		{ ...cause.facts, isOutcomeUnknown: true },
	);
}

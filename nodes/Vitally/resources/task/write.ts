import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { additionalCollection } from '../../fields/collections';
import {
	bodyProperties,
	createOptions,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/types';
import { upsertRow } from '../../operations/upsert';
import { upsertKeepingTags } from '../../operations/upsertKeepingTags';
import { createRecord } from '../../records/createIdempotently';
import { findExisting } from '../../records/findExisting';
import { lockExternalId } from '../../records/locate';
import { recordIndexOf } from '../../records/recordIndex';
import { recordSourceOf } from '../../records/recordSource';
import { addsUnsupportedHtml, htmlPolicyOption, writeHtml } from '../formattedText';
import { taskSourceOption } from '../project/taskLink';
import { taskType } from '../recordTypes';
import { locationWithSource, readSource } from '../source';
import { newTask, newTaskWithExternalId, taskText } from './fields';
import { taskReads } from './locate';
import {
	addsProjectId,
	linkEndpoint,
	linkToProject,
	projectFields,
	readProjectChoice,
	resolveChoice,
} from './projectLink';

/** docs/internal/beyond.md, 4 */
export const createTask: OperationDefinition = {
	name: 'Create',
	value: 'create',
	action: 'Create task',
	description: 'Add a task to an account or organization',
	docsNote: "With 'Project', the task is linked once it is there.",
	endpoints: [`POST ${taskType.path}`, linkEndpoint],
	reads: taskReads,
	adds: { ...addsUnsupportedHtml, ...addsProjectId },
	columns: mapperColumns(newTaskWithExternalId),
	fields: [
		...bodyProperties(newTaskWithExternalId, (fields) =>
			additionalCollection([...fields, ...projectFields]),
		),
		createOptions(newTaskWithExternalId, [htmlPolicyOption(taskType)]),
	],
	run: async (item) => {
		const write = async (fields: IDataObject) => await createOne(item, newRecordBody(item, fields));
		return [await writeAndLink(item, newTaskWithExternalId, write)];
	},
};

const upsertOnly = upsertRow(taskType, {
	body: newTask,
	added: projectFields,
	reads: taskReads,
	docsNote: "Keeps the tags unless the item names some. With 'Project', the task is linked then.",
	adds: { ...addsUnsupportedHtml, ...addsProjectId },
	options: [htmlPolicyOption(taskType), taskSourceOption],
	run: async (item, externalId) =>
		await writeAndLink(item, newTask, async (fields) => ({
			externalId,
			...(await upsertKeepingTags(item, taskType, {
				externalId,
				integration: readSource(item),
				locationOf: (id) => locationWithSource(taskType, item, id),
				fields,
			})),
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
	definition: BodyDefinition,
	write: (fields: IDataObject) => Promise<IDataObject>,
): Promise<IDataObject> {
	const choice = readProjectChoice(item);
	const fields = await readBody(item, definition, 'additionalFields');
	writeHtml(item, fields, taskText, 'additionalFields');
	const project = await resolveChoice(item, choice);
	return await linkToProject(item, await write(fields), project);
}

/**
 * A POST of a known external ID would change the existing task, and perhaps its tags, so the task is looked
 * up first.
 */
async function createOne(item: ItemContext, body: IDataObject): Promise<IDataObject> {
	const source = recordSourceOf(taskType);
	const request = { method: 'POST' as const, path: taskType.path, body };
	const { externalId } = body;
	if (typeof externalId !== 'string') return await createRecord(item, request);
	return await lockExternalId(item, taskType, externalId, async () => {
		const existing = await findExisting(item, source, externalId);
		if (existing) throw takenError(externalId, existing.id);
		const task = await createRecord(item, request, source);
		(await recordIndexOf(item, source)).replace(externalId, task);
		return task;
	});
}

function takenError(externalId: string, id: string): VitallyError {
	return new VitallyError(
		`The external ID "${externalId}" belongs to another task already, with the ID "${id}"`,
		"Use the operation 'Create or Update' to change it, or enter another 'External ID'.",
		{ field: 'External ID' },
	);
}

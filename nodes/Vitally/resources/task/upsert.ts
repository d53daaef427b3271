import { additionalCollection } from '../../fields/collections';
import { bodyProperties, readBody } from '../../operations/body/bodyDefinition';
import { upsertRow } from '../../operations/upsert';
import { upsertKeepingTags } from '../../operations/upsertKeepingTags';
import { addsUnsupportedHtml, htmlPolicyOption, writeHtml } from '../formattedText';
import { taskSourceOption } from '../project/taskLink';
import { taskType } from '../recordTypes';
import { readSource } from '../source';
import { newTask, taskText } from './fields';
import { taskLocation, taskReads } from './locate';
import {
	addsProjectId,
	linkEndpoint,
	linkToProject,
	projectFields,
	readProjectChoice,
	resolveChoice,
} from './projectLink';

const row = upsertRow(taskType, {
	body: newTask,
	reads: taskReads,
	docsNote: "Keeps the tags unless the item names some. With 'Project', the task is linked then.",
	adds: { ...addsUnsupportedHtml, ...addsProjectId },
	fields: bodyProperties(newTask, (fields) => additionalCollection([...fields, ...projectFields])),
	options: [htmlPolicyOption(taskType), taskSourceOption],
	run: async (item, externalId) => {
		const choice = readProjectChoice(item);
		const fields = await readBody(item, newTask, 'additionalFields');
		writeHtml(item, fields, taskText, 'additionalFields');
		const project = await resolveChoice(item, choice);
		const task = await upsertKeepingTags(item, taskType, {
			externalId,
			integration: readSource(item),
			locationOf: (id) => taskLocation(item, id),
			fields,
		});
		return await linkToProject(item, { externalId, ...task }, project);
	},
});

/** Updates or creates the task with an external ID, and links it to a project. */
export const upsertTask = {
	...row,
	endpoints: [...row.endpoints, linkEndpoint] as typeof row.endpoints,
};

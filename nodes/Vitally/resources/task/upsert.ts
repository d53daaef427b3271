import { additionalCollection } from '../../fields/collections';
import { bodyProperties, readBody } from '../../operations/body/bodyDefinition';
import { upsertRow } from '../../operations/upsert';
import { upsertKeepingTags } from '../../operations/upsertWithTags';
import { writeHtml } from '../formattedText';
import { htmlPolicyOption, addsUnsupportedHtml } from '../html';
import { readTaskSource, taskSourceOption } from '../project/taskLink';
import { taskType } from '../recordTypes';
import { newTask, taskText } from './fields';
import { taskLocation, taskReads } from './locate';
import {
	addsProjectId,
	resolveChoice,
	linkEndpoint,
	linkToProject,
	projectChoice,
	projectFields,
} from './projectLink';

const row = upsertRow(taskType, {
	hasTraits: true,
	reads: taskReads,
	docsNote: "Keeps the tags unless the item names some. With 'Project', the task is linked then.",
	adds: { ...addsUnsupportedHtml, ...addsProjectId },
	fields: bodyProperties(newTask, (fields) => additionalCollection([...fields, ...projectFields])),
	options: [htmlPolicyOption(taskType), taskSourceOption],
	run: async (item, externalId) => {
		const named = projectChoice(item);
		const fields = await readBody(item, newTask, 'additionalFields');
		writeHtml(item, fields, taskText, 'additionalFields');
		const project = await resolveChoice(item, named);
		const task = await upsertKeepingTags(item, taskType, {
			externalId,
			integration: readTaskSource(item),
			locationOf: (id) => taskLocation(item, id),
			fields,
		});
		return await linkToProject(item, { externalId, ...task }, project);
	},
});

/** Changes the task with this External ID, or makes it, and links it to a project. */
export const upsertTask = {
	...row,
	endpoints: [...row.endpoints, linkEndpoint] as typeof row.endpoints,
};

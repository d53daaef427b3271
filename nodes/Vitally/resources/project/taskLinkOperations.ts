import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../../execution/dryRun';
import { optionsField } from '../../fields/collections';
import { optionalText } from '../../fields/text';
import type { OperationDefinition } from '../../operations/definition/types';
import { optionalRecordFrom } from '../../transport/records';
import { explainStatus } from '../explainStatus';
import { sourceQuery } from '../source';
import {
	addsLinked,
	lockTaskLink,
	milestoneField,
	sendTaskLink,
	taskLinkEndpoint,
	taskLinkFields,
	taskSourceOption,
} from './taskLink';

const milestoneOption: INodeProperties = {
	...milestoneField,
	description: `${milestoneField.description}. A task that is linked already moves there; without it a new link takes the default milestone.`,
};

/** docs/internal/service.md, Projects (Link a task) */
export const linkTask: OperationDefinition = {
	name: 'Link Task',
	value: 'linkTask',
	action: 'Link task to project',
	description: 'Add a task to a project, or move it to another milestone',
	docsNote: "'Milestone' is the exact name.",
	endpoints: [`POST ${taskLinkEndpoint}`],
	adds: { created: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, milestoneOption, taskSourceOption])],
	run: async (item) => {
		return await lockTaskLink(item, async ({ path, ids }) => {
			const { isNew, body } = await sendTaskLink(item, {
				...ids,
				path,
				milestone: optionalText(item, 'options.milestone', 'Milestone'),
				query: sourceQuery(item),
			});
			return [{ ...body, created: isNew, ...ids }];
		});
	},
};

/** docs/internal/service.md, Projects (Unlink): the task itself stays. */
export const unlinkTask: OperationDefinition = {
	name: 'Unlink Task',
	value: 'unlinkTask',
	action: 'Unlink task from project',
	description: 'Remove a task from a project without deleting the task',
	endpoints: [`DELETE ${taskLinkEndpoint}`],
	adds: { unlinked: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, taskSourceOption])],
	run: async (item) => {
		return await lockTaskLink(item, async ({ path, ids }) => {
			const query = sourceQuery(item);
			const request = { method: 'DELETE' as const, path, query, explain: explainUnlink(ids) };
			optionalRecordFrom(await item.send(request), request);
			return [{ unlinked: true, ...ids }];
		});
	},
};

function explainUnlink({ projectId, taskId }: Record<keyof typeof addsLinked, string>) {
	return explainStatus({
		404: {
			message: `The task "${taskId}" is not linked to the project "${projectId}"`,
			description:
				"It may be unlinked already. Otherwise check 'Project' and 'Task'; for an external ID, also 'Source' under Options.",
		},
	});
}

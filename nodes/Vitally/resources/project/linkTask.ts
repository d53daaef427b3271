import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../../run/dryRun';
import { optionsField } from '../../fields/options';
import { optionalText } from '../../fields/text';
import type { OperationDefinition } from '../../operations/definition/types';
import { milestoneField, sendTaskLink } from './sendTaskLink';
import {
	addsLinked,
	lockTaskLink,
	sourceQuery,
	taskLinkEndpoint,
	taskLinkFields,
	taskSourceOption,
} from './taskLink';

const milestoneOption: INodeProperties = {
	...milestoneField,
	description: `${milestoneField.description}. A task that is linked already moves there; without it a new link takes the default milestone.`,
};

/** docs/service.md, Projects (Link a task) */
export const linkTask: OperationDefinition = {
	name: 'Link Task',
	value: 'linkTask',
	action: 'Link task to project',
	description: 'Add a task to a project, or move it to another milestone',
	remark: "'Milestone' is the exact name.",
	endpoints: [`POST ${taskLinkEndpoint}`],
	adds: { created: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, milestoneOption, taskSourceOption])],
	run: async (item) => {
		return await lockTaskLink(item, async ({ path, ids }) => {
			const { isNew, answer } = await sendTaskLink(item, {
				...ids,
				path,
				milestone: optionalText(item, 'options.milestone', 'Milestone'),
				query: sourceQuery(item),
			});
			return [{ ...answer, created: isNew, ...ids }];
		});
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../../fields/dryRun';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionsField } from '../../fields/options';
import { optionalText } from '../../fields/text';
import { notFound } from '../../operations/locate';
import type { OperationRow } from '../../operations/resource';
import type { Explanation, ServiceRequest, ServiceResponse } from '../../transport/client';
import { errorText } from '../../transport/errors/errorBody';
import { answeredRecordOf } from '../../transport/records';
import { projectType } from '../recordTypes';
import {
	addsLinked,
	linked,
	lockTaskLink,
	sourceQuery,
	taskLinkEndpoint,
	taskLinkFields,
	taskLinkPath,
	taskSourceOption,
} from './taskLink';

const milestoneOption: INodeProperties = {
	displayName: 'Milestone',
	name: 'milestone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Kick-off',
	description:
		'The exact name of a milestone of the project. A task that is linked already moves there; without it a new link takes the default milestone.',
};

/**
 * The status tells a new link (201) from one that was there (200); the body of a 200 is not shown.
 * Source: docs/service.md, Projects (Link a task)
 */
export const linkTask: OperationRow = {
	name: 'Link Task',
	value: 'linkTask',
	action: 'Link task to project',
	description: 'Add a task to a project, or move it to another milestone',
	remark: "'Milestone' is the exact name.",
	endpoints: [`POST ${taskLinkEndpoint}`],
	adds: { created: 'boolean', ...addsLinked },
	fields: [...taskLinkFields, optionsField([dryRunOption, milestoneOption, taskSourceOption])],
	run: async (item) => {
		const path = taskLinkPath(item);
		return await lockTaskLink(item, async () => {
			const milestone = milestoneOf(item);
			const request: ServiceRequest = {
				method: 'POST',
				path,
				query: sourceQuery(item),
				body: milestone === undefined ? undefined : { milestone },
				handledStatuses: [400, 404],
			};
			const response = await item.send(request);
			if (response.status >= 400) {
				throw item.apiError(response, { ...request, explain: () => explainLink(response, item) });
			}
			const answer = answeredRecordOf(response, request);
			return [{ ...answer, created: response.status === 201, ...linked(item) }];
		});
	},
};

function milestoneOf(item: ItemParameters): string | undefined {
	return optionalText(item, 'options.milestone', 'Milestone');
}

function explainLink(response: ServiceResponse, item: ItemParameters): Explanation {
	const { projectId, taskId } = linked(item);
	if (response.status === 400) {
		return {
			message: `Vitally did not link the task "${taskId}" to the project "${projectId}"`,
			description:
				'Task and project must belong to the same account or organization: choose another task, or move one of the two first.',
		};
	}
	const milestone = milestoneOf(item);
	const missing: Record<string, Explanation> = {
		project: notFound(projectType, projectId),
		task: {
			message: `The task "${taskId}" was not found`,
			description:
				"Check the value of 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from.",
		},
	};
	if (milestone !== undefined) {
		missing.milestone = {
			message: `The project "${projectId}" has no milestone "${milestone}"`,
			description:
				"Enter the name under 'Milestone' exactly as it stands in the project, with upper and lower case, or leave it out to use the default milestone.",
		};
	}
	// The texts of the service are not documented: one that names none or several decides nothing.
	const said = errorText(response.body) ?? '';
	const named = Object.keys(missing).filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(said));
	if (named.length === 1) return missing[named[0]];
	return {
		message:
			milestone === undefined
				? 'The project or the task was not found'
				: 'The project, the task or the milestone was not found',
		description: Object.values(missing)
			.map(({ description }) => description)
			.join(' '),
	};
}

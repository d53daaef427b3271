import type { IExecuteSingleFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isDryRun, requestPreview } from '../../fields/dryRun';
import { optionalText } from '../../fields/text';
import type { Explanation, ServiceRequest, ServiceResponse } from '../../transport/client';
import type { Operation } from '../../transport/item';
import { isRecord } from '../../transport/records';
import { errorText } from '../../transport/errors/errorBody';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { route } from '../../operations/route';
import { projectNotFound } from './project';
import { linked, sourceQuery, taskLinkPath } from './taskLink';

/**
 * The status tells a new link (201) from one that was there (200); the body of a 200 is not shown.
 * Source: docs/service.md, Projects (Link a task)
 */
const linkTaskToProject: Operation = async (item, service) => {
	const path = taskLinkPath(item);
	return await runExclusive(path, async () => {
		const milestone = milestoneOf(item);
		const request: ServiceRequest = {
			method: 'POST',
			path,
			query: sourceQuery(item),
			body: milestone === undefined ? undefined : { milestone },
			handledStatuses: [400, 404],
		};
		if (isDryRun(item)) return [requestPreview(request, await service.baseUrl())];

		const response = await service.send(request);
		if (response.status >= 400) {
			const explain = () => explainLink(response, item);
			throw await service.refusal(response, { ...request, explain });
		}
		const answer = isRecord(response.body) ? response.body : {};
		return [{ ...answer, created: response.status === 201, ...linked(item) }];
	});
};

function milestoneOf(item: IExecuteSingleFunctions): string | undefined {
	return optionalText(item, 'options.milestone', 'Milestone');
}

function explainLink(response: ServiceResponse, item: IExecuteSingleFunctions): Explanation {
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
		project: projectNotFound(projectId),
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

export const linkTask: INodePropertyOptions = {
	name: 'Link Task',
	value: 'linkTask',
	action: 'Link a task to a project',
	description: 'Place a task in a project, or move it to another milestone of the project',
	routing: route(linkTaskToProject),
};

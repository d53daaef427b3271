import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../run/operation';
import type { Explanation, ServiceRequest, ServiceResponse } from '../../transport/client';
import { errorText } from '../../transport/errors/errorBody';
import { answeredRecordOf } from '../../transport/records';
import { projectType } from '../recordTypes';
import { notFound } from '../../records/locate';

export const milestoneField: INodeProperties = {
	displayName: 'Milestone',
	name: 'milestone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Kick-off',
	description: 'The exact name of a milestone of the project',
};

/** A place of a task in a project. */
interface TaskLink {
	path: string;
	/** The IDs as the user knows them, for texts. */
	projectId: string;
	taskId: string;
	/** The default one where none is named. */
	milestone?: string;
	query?: IDataObject;
	/** Whether it does not matter if the link was there before. */
	idempotent?: boolean;
}

/**
 * Links a task to a project, or moves it to another milestone. The status tells a new link (201) from one
 * that was there (200); the body of a 200 is not shown.
 *
 * @throws VitallyError that says which of project, task and milestone is not there
 * Source: docs/service.md, Projects (Link a task)
 */
export async function sendTaskLink(
	item: ItemContext,
	link: TaskLink,
): Promise<{ isNew: boolean; answer?: IDataObject }> {
	const { path, query, milestone, idempotent } = link;
	const request: ServiceRequest = {
		method: 'POST',
		path,
		query,
		body: milestone === undefined ? undefined : { milestone },
		idempotent,
		handledStatuses: [400, 404],
	};
	const response = await item.send(request);
	if (response.status >= 400) {
		throw item.apiError(response, { ...request, explain: () => explainLink(response, link) });
	}
	return { isNew: response.status === 201, answer: answeredRecordOf(response, request) };
}

function explainLink(
	{ status, body }: ServiceResponse,
	{ projectId, taskId, milestone }: TaskLink,
): Explanation {
	if (status === 400) {
		return {
			message: `Vitally did not link the task "${taskId}" to the project "${projectId}"`,
			description:
				'Task and project must belong to the same account or organization: choose another task, or move one of the two first.',
		};
	}
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
				"Enter the name under 'Milestone' exactly as it appears in the project, including upper and lower case, or leave it out to use the default milestone.",
		};
	}
	// The texts of the service are not documented: one that names none or several decides nothing.
	const said = errorText(body) ?? '';
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

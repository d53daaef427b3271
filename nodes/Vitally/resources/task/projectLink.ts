import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { optionalText } from '../../fields/text';
import { optionalLocator } from '../../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../../records/resolveId';
import { pathSegment } from '../../transport/pathSegment';
import { isEmpty } from '../../values/emptyValues';
import { milestoneField, sendTaskLink, taskLinkEndpoint } from '../project/taskLink';
import { projectType } from '../recordTypes';

/** The project to link a task to after the task is written. */
interface ProjectChoice {
	projectId: string;
	milestone?: string;
}

/** Sent in a separate request: a task has no such fields (docs/internal/beyond.md, 4). */
export const projectFields: INodeProperties[] = [
	{
		...milestoneField,
		description: `${milestoneField.description}; without it the task takes the default milestone`,
	},
	{
		...optionalLocator(projectType, {
			description:
				'Link the task to this project, which has to be of the same account or organization',
		}),
		hint: 'If it is empty, the task is not linked to a project',
	},
];

export const linkEndpoint = `POST ${taskLinkEndpoint}`;

/** What `linkToProject` adds. */
export const addsProjectId = { projectId: 'string' } as const;

/**
 * The project that an item selects; it is looked up before anything is written.
 *
 * @returns `undefined` for no project
 * @throws VitallyError for a milestone without a project
 */
export function readProjectChoice(item: ItemParameters): PendingValue<ProjectChoice> | undefined {
	const locator = readLocator(item, 'additionalFields.projectId', projectType);
	const milestone = optionalText(item, 'additionalFields.milestone', 'Milestone');
	if (isEmpty(locator.value)) {
		if (milestone === undefined) return undefined;
		throw new VitallyError(
			"There is a 'Milestone', but no 'Project'",
			"Add the 'Project' that has this milestone under 'Additional Fields', or remove 'Milestone'.",
			{ field: 'Milestone' },
		);
	}
	const id = resolveId(item, projectType, locator, projectType.label);
	return new PendingValue(async (context) => ({
		projectId: String(await resolveValue(context, id)),
		milestone,
	}));
}

/**
 * Links a task that was just written. Linking again changes nothing (docs/internal/service.md, Projects).
 *
 * @throws VitallyError that names the task, which exists even if the link fails
 */
export async function linkToProject(
	item: ItemContext,
	task: IDataObject,
	{ projectId, milestone }: ProjectChoice,
): Promise<IDataObject> {
	try {
		if (typeof task.id !== 'string') {
			throw new VitallyError('Vitally did not return its ID', "Look the task up with 'Get Many'.");
		}
		const project = pathSegment(projectId, projectType.label);
		const path = `${projectType.path}/${project}/tasks/${pathSegment(task.id, 'ID')}`;
		const link = { path, projectId, taskId: task.id, milestone, idempotent: true };
		await sendTaskLink(item, link);
	} catch (error) {
		throw error instanceof VitallyError ? unlinkedError(task, error) : error;
	}
	return { ...task, projectId };
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
		cause.facts,
	);
}

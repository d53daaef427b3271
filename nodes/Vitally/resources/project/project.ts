import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { locatorOf } from '../../fields/locators';
import type { Explanation } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';

export const PROJECTS = '/resources/projects';

/** The fields of a simplified project: whose it is, how it stands, who looks after it. */
export const SIMPLE_FIELDS = [
	'id',
	'name',
	'accountId',
	'organizationId',
	'projectStatusId',
	'ownedByVitallyUserId',
	'targetStartDate',
	'targetCompletionDate',
	'actualCompletionDate',
	'archivedAt',
] as const;

/** The path of the project that an item names; projects have no external id. */
export function projectPath(item: IExecuteSingleFunctions): string {
	return `${PROJECTS}/${projectSegment(item)}`;
}

export function projectSegment(item: IExecuteSingleFunctions): string {
	return pathSegment(pickedProject(item), 'Project');
}

export function pickedProject(item: IExecuteSingleFunctions): unknown {
	return locatorOf(item, 'projectId').value;
}

/** The text for a project that is not there. */
export function explainProject(
	item: IExecuteSingleFunctions,
): (status: number) => Explanation | undefined {
	return (status) => (status === 404 ? projectNotFound(pickedProject(item)) : undefined);
}

export function projectNotFound(id: unknown): Explanation {
	return {
		message: `The project "${String(id)}" was not found`,
		description:
			"Check the value of 'Project': it may be deleted, or belong to another tenant than the credential.",
	};
}

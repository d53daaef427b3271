import { found, HttpError } from '../httpError.cts';
import type { Milestone, Project } from './projects.cts';
import type { RequestParameters } from './resource.cts';
import type { ServiceState } from './serviceState.cts';
import { findOfSource } from './source.cts';
import type { Task } from './tasks.cts';

export function linkedTasks(state: ServiceState, projectId: string): Task[] {
	return [...state.tasks.all()].filter((task) =>
		task.links.some((link) => link.projectId === projectId),
	);
}

/**
 * Finds a task by its service id or external id; `source`, if given, must be the task's (docs/internal/service.md,
 * Projects).
 */
function findTask(state: ServiceState, { taskId: id, source }: RequestParameters): Task {
	return found(findOfSource(state.tasks, { id, source }), 'Task');
}

/**
 * Places a task in a project, on the named milestone or the default one.
 *
 * @param parameters `projectId`, `taskId` and perhaps `source`
 * @returns whether the link is new (201) or was there before (200)
 */
export function linkTask(
	state: ServiceState,
	parameters: RequestParameters,
	{ milestone }: { milestone?: string } = {},
): boolean {
	const project = found(state.projects.get(parameters.projectId), 'Project');
	const task = findTask(state, parameters);
	const place = findMilestone(project, milestone);

	if (!isAligned(task, project)) {
		throw new HttpError(
			400,
			'The task and the project belong to different accounts or organizations.',
		);
	}

	const known = task.links.find((link) => link.projectId === project.id);
	if (known && milestone === undefined) return false;

	const others = task.links.filter((link) => link !== known);
	const links = [...others, { projectId: project.id, milestoneId: place?.id ?? null }];

	state.tasks.change(task, { links, updatedAt: state.now() });

	return !known;
}

/**
 * Finds a milestone by its name; the default milestone without a name.
 *
 * @throws HttpError 404 if there is none of the name
 */
function findMilestone({ milestones }: Project, name: string | undefined): Milestone | undefined {
	if (name === undefined) return milestones[0];

	return found(
		milestones.find((milestone) => milestone.name === name),
		'Milestone',
	);
}

/**
 * Removes a task from a project; the task itself stays.
 *
 * @throws HttpError 404 if the task is not linked to the project
 */
export function unlinkTask(state: ServiceState, parameters: RequestParameters): void {
	const task = findTask(state, parameters);
	const links = task.links.filter((link) => link.projectId !== parameters.projectId);

	if (links.length === task.links.length) {
		throw new HttpError(404, 'The task is not linked to the project.');
	}

	state.tasks.change(task, { links, updatedAt: state.now() });
}

/** Returns whether both have the same account, or organization if the project has no account; team projects accept any. */
function isAligned(task: Task, project: Project): boolean {
	if (project.accountId !== null) return task.accountId === project.accountId;

	return project.organizationId === null || task.organizationId === project.organizationId;
}

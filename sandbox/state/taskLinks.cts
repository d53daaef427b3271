import { found, HttpError } from '../httpError.cts';
import type { Project } from './projects.cts';
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
 * By service id or external id; `source`, when given, must be the task's (docs/internal/service.md,
 * Projects).
 */
function taskToLink(state: ServiceState, { taskId: id, source }: RequestParameters): Task {
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
	const task = taskToLink(state, parameters);
	const place =
		milestone === undefined
			? project.milestones[0]
			: project.milestones.find((one) => one.name === milestone);
	if (milestone !== undefined) found(place, 'Milestone');

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

/** Removes a task from a project; the task itself stays. */
export function unlinkTask(state: ServiceState, parameters: RequestParameters): void {
	const task = taskToLink(state, parameters);
	const links = task.links.filter((link) => link.projectId !== parameters.projectId);

	if (links.length === task.links.length) {
		throw new HttpError(404, 'The task is not linked to the project.');
	}

	state.tasks.change(task, { links, updatedAt: state.now() });
}

/** Same account, or same organization where the project has no account; team projects accept any. */
function isAligned(task: Task, project: Project): boolean {
	if (project.accountId !== null) return task.accountId === project.accountId;

	return project.organizationId === null || task.organizationId === project.organizationId;
}

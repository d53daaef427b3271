import { found, HttpError } from '../httpError.cts';
import { accountView } from './accounts.cts';
import { isArchived } from './archive.cts';
import type { Archivable } from './archive.cts';
import type { Parents } from './parents.cts';
import { getProject } from './projects.cts';
import type { Project } from './projects.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';

/** A task's place in a project (service.md, Link a task). */
export interface TaskLink {
	projectId: string;
	milestoneId: string | null;
}

/** public-facts.md, 4.8. */
export interface Task extends Archivable, Parents {
	externalId: string | null;
	name: string;
	description: string | null;
	dueDate: string | null;
	completedAt: string | null;
	assignedToId: string | null;
	tags: string[];
	source: string | null;
	traits: Traits;
	links: TaskLink[];
}

export function taskView(state: ServiceState, task: Task) {
	const { links, ...fields } = task;
	const account = state.accounts.get(task.accountId ?? '');
	const projects = links.flatMap(({ projectId }) => state.projects.get(projectId) ?? []);
	return {
		...fields,
		account: account ? accountView(state, account) : null,
		projects: projects.map(({ id, name }) => ({ id, name })),
	};
}

export function listTasks(
	state: ServiceState,
	query: PageQuery & { archived: boolean; source?: string },
) {
	const page = state.tasks.page(
		query,
		(task) =>
			isArchived(task) === query.archived &&
			(query.source === undefined || query.source.toLowerCase() === task.source?.toLowerCase()),
	);
	return { ...page, results: page.results.map((task) => taskView(state, task)) };
}

export function linkedTasks(state: ServiceState, projectId: string): Task[] {
	return [...state.tasks.all()].filter((task) =>
		task.links.some((link) => link.projectId === projectId),
	);
}

/** @param id service id or external id; `source`, when given, must be the task's */
function taskById(state: ServiceState, id: string, source?: string): Task {
	const task = state.tasks.byEitherId(id);
	const fits = source === undefined || source.toLowerCase() === task?.source?.toLowerCase();
	return found(fits ? task : undefined, 'Task');
}

export interface LinkRequest {
	projectId: string;
	taskId: string;
	source?: string;
	milestone?: string;
}

/**
 * Places a task in a project, on the named milestone or the default one.
 *
 * @returns whether the link is new (201) or was there before (200)
 */
export function linkTask(
	state: ServiceState,
	{ projectId, taskId, source, milestone }: LinkRequest,
): boolean {
	const project = getProject(state, projectId);
	const task = taskById(state, taskId, source);
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
	const known = task.links.find((link) => link.projectId === projectId);
	if (known && milestone === undefined) return false;
	const others = task.links.filter((link) => link !== known);
	const links = [...others, { projectId, milestoneId: place?.id ?? null }];
	state.tasks.change(task, { links, updatedAt: state.now() });
	return !known;
}

/** Takes a task out of a project; the task itself stays. */
export function unlinkTask(state: ServiceState, { projectId, taskId, source }: LinkRequest): void {
	const task = taskById(state, taskId, source);
	const links = task.links.filter((link) => link.projectId !== projectId);
	if (links.length === task.links.length)
		throw new HttpError(404, 'The task is not linked to the project.');
	state.tasks.change(task, { links, updatedAt: state.now() });
}

/** Same account, or same organization where the project has no account; team projects take any. */
function isAligned(task: Task, project: Project): boolean {
	if (project.accountId !== null) return task.accountId === project.accountId;
	return project.organizationId === null || task.organizationId === project.organizationId;
}

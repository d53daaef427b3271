import { accountView } from './accounts.cts';
import { isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import type { Parents } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { isFrom } from './source.cts';
import type { Sourced } from './source.cts';

/** A task's place in a project (docs/service.md, Projects). */
export interface TaskLink {
	projectId: string;
	milestoneId: string | null;
}

/** docs/public-facts.md, 4.8. */
export interface Task extends Archivable, Parents, Sourced {
	externalId: string | null;
	name: string;
	description: string | null;
	dueDate: string | null;
	completedAt: string | null;
	assignedToId: string | null;
	tags: string[];
	traits: Traits;
	links: TaskLink[];
}

export function taskView(state: ServiceState, task: Task) {
	const { links, ...fields } = task;
	const account = state.accounts.get(task.accountId);
	const projects = links.flatMap(({ projectId }) => state.projects.get(projectId) ?? []);
	return {
		...fields,
		account: account ? accountView(state, account) : null,
		projects: projects.map(({ id, name }) => ({ id, name })),
	};
}

/** docs/public-facts.md, 4.8. */
export const tasks: Resource<Task> = {
	path: '/resources/tasks',
	label: 'Task',
	view: taskView,
	matches: (_, parameters) => (task) => isListed(task, parameters) && isFrom(task, parameters),
};

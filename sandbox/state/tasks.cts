import { HttpError } from '../httpError.cts';
import { embeddedAccount } from './accounts.cts';
import { assertAdmin, embeddedAdmin } from './admins.cts';
import { archive, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import { recordToUpdate } from './externalIds.cts';
import { strippedHtml } from './html.cts';
import { omit } from './omit.cts';
import { namesParent, parentsOf, within } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import { projectView } from './projects.cts';
import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { isFrom } from './source.cts';
import type { Sourced } from './source.cts';
import { mergeTraits } from './traits.cts';

/** A task's place in a project (docs/internal/service.md, Projects). */
export interface TaskLink {
	projectId: string;
	milestoneId: string | null;
}

/** docs/internal/beyond.md, 4 */
export interface Task extends Archivable, Parents, Sourced {
	externalId: string | null;
	name: string;
	description: string | null;
	dueDate: string | null;
	completedAt: string | null;
	completedById: string | null;
	assignedToId: string | null;
	categoryId: string | null;
	meetingId: string | null;
	tags: string[];
	traits: Traits;
	links: TaskLink[];
}

interface TaskBody extends Scope {
	externalId?: string;
	name?: string;
	description?: string;
	dueDate?: string;
	completedAt?: string;
	completedById?: string;
	assignedToId?: string;
	categoryId?: string;
	tags?: string[];
	traits?: Traits;
}

/** Returns a task that only its row describes yet. */
export function newTask(row: Row, name: string): Task {
	return {
		...row,
		accountId: null,
		organizationId: null,
		externalId: null,
		name,
		description: null,
		dueDate: null,
		completedAt: null,
		completedById: null,
		assignedToId: null,
		categoryId: null,
		meetingId: null,
		tags: [],
		source: null,
		traits: {},
		archivedAt: null,
		links: [],
	};
}

function taskView(state: ServiceState, task: Task) {
	const { links, ...fields } = task;
	const projects = links.flatMap(({ projectId }) => state.projects.get(projectId) ?? []);

	return {
		...fields,
		category: state.taskCategories.get(task.categoryId) ?? null,
		account: embeddedAccount(state, task.accountId),
		assignedTo: embeddedAdmin(state, task.assignedToId),
		completedBy: embeddedAdmin(state, task.completedById),
		projects: projects.map((project) => projectView(state, project)),
	};
}

/** Creates a task, or updates that with a known external id (docs/internal/beyond.md, 4). */
export function createTask(state: ServiceState, body: TaskBody & { name: string }): Task {
	const known = recordToUpdate(state.tasks, body.externalId, 'upsert', 'task');
	if (known) return updateTask(state, known, body);

	const task = { ...newTask(state.newRow(), body.name), ...parentsOf(state, body) };

	return state.tasks.insert({
		...task,
		...changedFields(state, task, body),
		externalId: body.externalId ?? null,
	});
}

function updateTask(state: ServiceState, task: Task, body: TaskBody): Task {
	const parents = namesParent(body) ? parentsOf(state, body) : task;

	return state.tasks.change(task, {
		...changedFields(state, task, body),
		accountId: parents.accountId,
		organizationId: parents.organizationId,
		updatedAt: state.now(),
	});
}

/** Returns what a body changes, except for parents and external id. */
function changedFields(state: ServiceState, task: Task, body: TaskBody): Partial<Task> {
	const fields = omit(body, 'accountId', 'organizationId', 'externalId', 'traits');

	assertAdmin(state, body.assignedToId, 'assignedToId');
	assertAdmin(state, body.completedById, 'completedById');

	if (body.categoryId !== undefined && !state.taskCategories.get(body.categoryId)) {
		throw new HttpError(400, 'categoryId is not the id of a task category.');
	}

	return {
		...fields,
		description: body.description === undefined ? task.description : strippedHtml(body.description),
		traits: mergeTraits(task.traits, body.traits),
	};
}

/** docs/internal/beyond.md, 4: an external id counts only together with the `source` of the task. */
export const tasks: Resource<Task> = {
	path: '/resources/tasks',
	label: 'Task',
	view: taskView,
	matches: (state, parameters) => {
		const isWithin = within(state, parameters);

		return (task) => isListed(task, parameters) && isFrom(task, parameters) && isWithin(task);
	},
	find: (state, { id, source }) => {
		const task = state.tasks.get(id);
		if (task) return isFrom(task, { source }) ? task : undefined;
		if (source === undefined) return undefined;

		return [...state.tasks.all()].find((row) => row.externalId === id && isFrom(row, { source }));
	},
	findToDelete: (state, { id }) => state.tasks.get(id),
	create: (state, body: TaskBody & { name: string }) => createTask(state, body),
	update: updateTask,
	remove: (state, task) => archive(state, state.tasks, task),
};

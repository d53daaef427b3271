import { found, HttpError } from '../httpError.cts';
import { parentsOf } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Project } from './projects.cts';
import type { RequestParameters } from './resource.cts';
import type { ServiceState } from './serviceState.cts';
import { linkedTasks } from './taskLinks.cts';
import type { Task } from './tasks.cts';

interface MoveBody extends Scope {
	reparentTasks: boolean;
	/** Alias of `accountId`. */
	customerId?: string;
}

/**
 * Moves a project to another parent (docs/internal/service.md, Projects). The contract rejects a missing or
 * non-boolean `reparentTasks`; the document's other errors are here.
 *
 * @param parameters of the path; a team project has no parent there, so it is never found
 */
export function moveProject(
	state: ServiceState,
	{ projectId, ...from }: RequestParameters,
	body: MoveBody,
): Project {
	const project = found(findProject(state, from, projectId), 'Project');
	const destination = destinationOf(state, body);

	if (isSameParent(project, destination)) {
		throw new HttpError(400, 'The project already belongs to the destination.');
	}

	const tasks = linkedTasks(state, project.id);

	for (const task of tasks) assertMayMove(state, task, project, destination);

	const updatedAt = state.now();

	if (body.reparentTasks) {
		for (const task of tasks) state.tasks.change(task, { ...destination, updatedAt });
	}

	return state.projects.change(project, { ...destination, updatedAt });
}

/** @throws HttpError 400 if the task is also linked to a project that stays with another parent */
function assertMayMove(
	state: ServiceState,
	task: Task,
	project: Project,
	destination: Parents,
): void {
	const otherLinks = task.links.filter((link) => link.projectId !== project.id);
	const otherProjects = otherLinks.flatMap((link) => state.projects.get(link.projectId) ?? []);

	if (otherProjects.some((other) => !isSameParent(other, destination))) {
		throw new HttpError(400, `Task ${task.id} is linked to a project of another parent.`);
	}
}

/** Returns `undefined` for a project of another parent than that in the path. */
function findProject(
	state: ServiceState,
	{ accountId, organizationId }: Scope,
	id: string | undefined,
) {
	const project = state.projects.get(id);
	if (!project) return undefined;

	const isOfParent =
		accountId === undefined
			? project.accountId === null && project.organizationId === organizationId
			: project.accountId === accountId;

	return isOfParent ? project : undefined;
}

/** @throws HttpError 400 for no destination or several, and 404 for an unknown one */
function destinationOf(
	state: ServiceState,
	{ accountId, customerId, organizationId }: MoveBody,
): Parents {
	const account = accountId ?? customerId;

	if (accountId !== undefined && customerId !== undefined && accountId !== customerId) {
		throw new HttpError(400, 'accountId and customerId name different accounts.');
	}

	if (account !== undefined && organizationId !== undefined) {
		throw new HttpError(400, 'Give an account or an organization as the destination, not both.');
	}

	if (account !== undefined) {
		found(state.accounts.get(account), 'Destination account');

		return parentsOf(state, { accountId: account });
	}

	if (organizationId === undefined) throw new HttpError(400, 'A destination is missing.');

	found(state.organizations.get(organizationId), 'Destination organization');

	return parentsOf(state, { organizationId });
}

/** Tells an account's project from one of its organization, which has another parent. */
function isSameParent(first: Parents, second: Parents): boolean {
	if (first.accountId !== second.accountId) return false;

	return first.accountId !== null || first.organizationId === second.organizationId;
}

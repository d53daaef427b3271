import { found, HttpError } from '../httpError.cts';
import { parentsOf } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Project } from './projects.cts';
import type { RequestParameters } from './resource.cts';
import type { ServiceState } from './serviceState.cts';
import { linkedTasks } from './taskLinks.cts';

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
	const project = found(projectOf(state, from, projectId), 'Project');
	const destination = destinationOf(state, body);

	if (isSameParent(project, destination)) {
		throw new HttpError(400, 'The project already belongs to the destination.');
	}

	const tasks = linkedTasks(state, project.id);

	for (const task of tasks) {
		const others = task.links.filter((link) => link.projectId !== project.id);
		const away = others.flatMap((link) => state.projects.get(link.projectId) ?? []);

		if (away.some((other) => !isSameParent(other, destination))) {
			throw new HttpError(400, `Task ${task.id} is linked to a project of another parent.`);
		}
	}

	const updatedAt = state.now();

	if (body.reparentTasks) {
		for (const task of tasks) state.tasks.change(task, { ...destination, updatedAt });
	}

	return state.projects.change(project, { ...destination, updatedAt });
}

function projectOf(
	state: ServiceState,
	{ accountId, organizationId }: Scope,
	id: string | undefined,
) {
	const project = state.projects.get(id);
	if (!project) return undefined;
	if (accountId !== undefined) return project.accountId === accountId ? project : undefined;

	const ownedByOrganization =
		project.accountId === null && project.organizationId === organizationId;

	return ownedByOrganization ? project : undefined;
}

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

/** An account's project and its organization's own project have different parents. */
function isSameParent(one: Parents, other: Parents): boolean {
	return (
		one.accountId === other.accountId &&
		(one.accountId !== null || one.organizationId === other.organizationId)
	);
}

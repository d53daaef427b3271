import { found, Refusal } from '../refusal.cts';
import { parentsOf } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Project } from './projects.cts';
import type { Store } from './store.cts';
import { linkedTasks } from './tasks.cts';

export interface MoveBody extends Scope {
	reparentTasks: boolean;
	/** Alias of `accountId`. */
	customerId?: string;
}

/**
 * Moves a project to another parent (service.md, Move body). The contract refuses a missing or
 * non-boolean `reparentTasks`; the document's other refusals are here.
 *
 * @param from the parent in the path; a team project has none, so it is never found
 */
export function moveProject(store: Store, from: Scope, projectId: string, body: MoveBody): Project {
	const project = found(projectOf(store, from, projectId), 'Project');
	const destination = destinationOf(store, body);
	if (isSameParent(project, destination)) {
		throw new Refusal(400, 'The project already belongs to the destination.');
	}
	const tasks = linkedTasks(store, project.id);
	for (const task of tasks) {
		const others = task.links.filter((link) => link.projectId !== project.id);
		const away = others.flatMap((link) => store.projects.get(link.projectId) ?? []);
		if (away.some((other) => !isSameParent(other, destination))) {
			throw new Refusal(400, `Task ${task.id} is linked to a project of another parent.`);
		}
	}
	const updatedAt = store.now();
	if (body.reparentTasks) {
		for (const task of tasks) store.tasks.change(task, { ...destination, updatedAt });
	}
	return store.projects.change(project, { ...destination, updatedAt });
}

function projectOf(store: Store, { accountId, organizationId }: Scope, id: string) {
	const project = store.projects.get(id);
	if (!project) return undefined;
	if (accountId !== undefined) return project.accountId === accountId ? project : undefined;
	const ownedByOrganization =
		project.accountId === null && project.organizationId === organizationId;
	return ownedByOrganization ? project : undefined;
}

function destinationOf(store: Store, { accountId, customerId, organizationId }: MoveBody): Parents {
	const account = accountId ?? customerId;
	if (accountId !== undefined && customerId !== undefined && accountId !== customerId) {
		throw new Refusal(400, 'accountId and customerId name different accounts.');
	}
	if (account !== undefined && organizationId !== undefined) {
		throw new Refusal(400, 'Give an account or an organization as the destination, not both.');
	}
	if (account !== undefined) {
		found(store.accounts.get(account), 'Destination account');
		return parentsOf(store, { accountId: account });
	}
	if (organizationId === undefined) throw new Refusal(400, 'A destination is missing.');
	found(store.organizations.get(organizationId), 'Destination organization');
	return parentsOf(store, { organizationId });
}

/** An account's project and its organization's own project have different parents. */
function isSameParent(one: Parents, other: Parents): boolean {
	return (
		one.accountId === other.accountId &&
		(one.accountId !== null || one.organizationId === other.organizationId)
	);
}

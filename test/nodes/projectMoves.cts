import type { Sandbox } from '../../sandbox/sandbox.cts';
import { addCustomers, addProject, addTask, byId } from './customerWorld.cts';

/** Project p-1 of acc-1, p-2 of org-2 itself, and p-3 of the team. */
export const world = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addProject(sandbox, 'p-1', { accountId: 'acc-1', organizationId: 'org-1' });
	addProject(sandbox, 'p-2', { organizationId: 'org-2' });
	addProject(sandbox, 'p-3');
};
export const linkedTask = (sandbox: Sandbox, ...projectIds: string[]) =>
	addTask(sandbox, 't-1', {
		accountId: 'acc-1',
		organizationId: 'org-1',
		links: projectIds.map((projectId) => ({ projectId, milestoneId: null })),
	});
export const refuseWith = (status: number, error?: string) => (sandbox: Sandbox) => {
	world(sandbox);
	const body = error === undefined ? undefined : { error };
	sandbox.faults.add({ kind: 'status', status, body, on: { method: 'POST' } });
};

export const move = {
	resource: 'project',
	operation: 'move',
	projectId: byId('p-1'),
	accountId: byId('acc-1'),
	destinationAccountId: byId('acc-2'),
};

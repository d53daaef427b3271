import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Parents } from '../../sandbox/state/parents.cts';
import type { Call } from './client.cts';

/** Two accounts of different organizations, and one without. */
export function customers(sandbox: Sandbox) {
	const accounts = [...sandbox.state.accounts.all()];
	const home = accounts.find((one) => one.organizationId !== null);
	const away = accounts.find(
		(one) => one.organizationId !== null && one.organizationId !== home?.organizationId,
	);
	const alone = accounts.find((one) => one.organizationId === null);
	if (!home?.organizationId || !away?.organizationId || !alone) throw new Error('Poor demo data.');
	return {
		home,
		away,
		alone,
		homeOrganization: home.organizationId,
		awayOrganization: away.organizationId,
	};
}

export const template = (sandbox: Sandbox) => [...sandbox.state.projectTemplates.all()][0];

export async function newProject(
	sandbox: Sandbox,
	call: Call,
	body: object = { accountId: customers(sandbox).home.id },
): Promise<string> {
	return (await call('POST', '/resources/projects', { templateId: template(sandbox).id, ...body }))
		.body.id;
}

export function newTask(sandbox: Sandbox, parents: Parents) {
	const [any] = sandbox.state.tasks.all();
	const row = { ...any, ...sandbox.state.newRow(), ...parents, externalId: 'task-new', links: [] };
	return sandbox.state.tasks.insert({ ...row, source: 'asana' });
}

export const homeTask = (sandbox: Sandbox) => {
	const { home, homeOrganization } = customers(sandbox);
	return newTask(sandbox, { accountId: home.id, organizationId: homeOrganization });
};

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { clientOfSuite } from './client.cts';

const [sandbox, call] = clientOfSuite();

/** Two accounts of different organizations, and one without. */
function customersOf({ state }: Sandbox) {
	const accounts = [...state.accounts.all()];
	const home = accounts.find((one) => one.organizationId !== null);
	const away = accounts.find(
		(one) => one.organizationId !== null && one.organizationId !== home?.organizationId,
	);
	const alone = accounts.find((one) => one.organizationId === null);
	if (!home || !away || !alone) throw new Error('Poor demo data.');
	return { home, away, alone, awayOrganization: away.organizationId };
}

/** A project of the first account. */
async function createProject(): Promise<string> {
	const [template] = sandbox().state.projectTemplates.all();
	const body = { templateId: template.id, accountId: customersOf(sandbox()).home.id };
	return (await call('POST', '/resources/projects', body)).body.id;
}

/** A task of the first account, of the integration "asana". */
function addTask() {
	const { state } = sandbox();
	const { id: accountId, organizationId } = customersOf(sandbox()).home;
	const [any] = state.tasks.all();
	const parents = { accountId, organizationId, source: 'asana', links: [] };
	return state.tasks.insert({ ...any, ...state.newRow(), ...parents, externalId: 'task-new' });
}

const move = async (parent: string, id: string, body: object) =>
	await call('POST', `/resources/${parent}/projects/${id}/move`, { reparentTasks: true, ...body });

it('the link of a task accepts its external id with the source', async () => {
	const path = `/resources/projects/${await createProject()}/tasks/task-new`;
	addTask();
	expect((await call('POST', `${path}?source=jira`)).status).toBe(404);
	expect((await call('POST', `${path}?source=Asana`)).status).toBe(201);
});

it('a move sets account and organization, and moves linked tasks along', async () => {
	const { home, away, alone, awayOrganization } = customersOf(sandbox());
	const id = await createProject();
	const task = addTask();
	await call('POST', `/resources/projects/${id}/tasks/${task.id}`);
	const atAway = { accountId: away.id, organizationId: awayOrganization };
	const steps: Array<[string, object, object]> = [
		[`accounts/${home.id}`, { accountId: away.id }, atAway],
		[
			`accounts/${away.id}`,
			{ customerId: alone.id },
			{ accountId: alone.id, organizationId: null },
		],
		[
			`accounts/${alone.id}`,
			{ organizationId: awayOrganization },
			{ accountId: null, organizationId: awayOrganization },
		],
		[`organizations/${awayOrganization}`, { accountId: away.id }, atAway],
	];
	for (const [parent, body, expected] of steps) {
		expect((await move(parent, id, body)).body).toMatchObject(expected);
		expect(task).toMatchObject(expected);
	}
});

it('a move is rejected with no destination, with two, and with one that is not there', async () => {
	const { home, away, alone, awayOrganization } = customersOf(sandbox());
	const id = await createProject();
	const statusOf = async (body: object) => (await move(`accounts/${home.id}`, id, body)).status;
	expect(await statusOf({})).toBe(400);
	expect(await statusOf({ accountId: away.id, organizationId: awayOrganization })).toBe(400);
	expect(await statusOf({ accountId: away.id, customerId: alone.id })).toBe(400);
	expect(await statusOf({ accountId: home.id })).toBe(400);
	expect(await statusOf({ accountId: 'unknown' })).toBe(404);
	expect(await statusOf({ organizationId: 'unknown' })).toBe(404);
});

it('a move is rejected while a linked task stays in a project of another parent', async () => {
	const { home, away } = customersOf(sandbox());
	const [id, other] = [await createProject(), await createProject()];
	const task = addTask();
	for (const project of [id, other]) {
		await call('POST', `/resources/projects/${project}/tasks/${task.id}`);
	}
	expect((await move(`accounts/${home.id}`, id, { accountId: away.id })).status).toBe(400);
});

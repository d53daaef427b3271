import type { Sandbox } from '../../sandbox/sandbox.cts';
import { standingClock, startClient } from './client.cts';
import type { Call } from './client.cts';

const clock = standingClock(Date.UTC(2026, 10, 20, 12));
let sandbox: Sandbox;
let call: Call;

beforeAll(async () => {
	[sandbox, call] = await startClient({ now: clock.now });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** Two accounts of different organizations, and one without. */
function customers() {
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

const template = () => [...sandbox.state.projectTemplates.all()][0];

async function newProject(body: object = { accountId: customers().home.id }): Promise<string> {
	return (await call('POST', '/resources/projects', { templateId: template().id, ...body })).body
		.id;
}

function newTask(parents: { accountId: string | null; organizationId: string | null }) {
	const [any] = sandbox.state.tasks.all();
	const row = { ...any, ...sandbox.state.newRow(), ...parents, externalId: 'task-new', links: [] };
	return sandbox.state.tasks.insert({ ...row, source: 'asana' });
}

const homeTask = () => {
	const { home, homeOrganization } = customers();
	return newTask({ accountId: home.id, organizationId: homeOrganization });
};

describe('projects', () => {
	it('take from the template what the request leaves out', async () => {
		const { body } = await call('POST', '/resources/projects', {
			templateId: template().id,
			accountId: customers().home.id,
			traits: { 'vitally.custom.size': 'L' },
		});
		expect(body).toMatchObject({
			name: template().projectName,
			targetStartDate: '2026-11-20',
			projectCategoryId: template().projectCategoryId,
			ownedByVitallyUserId: template().ownedByVitallyUserId,
			traits: { 'vitally.custom.size': 'L', ...template().traits },
			durationInDays: 0,
		});
		const { body: project } = await call('GET', `/resources/projects/${body.id}`);
		expect(project).toMatchObject({
			organizationId: customers().homeOrganization,
			targetCompletionDate: '2027-01-04',
		});
	});

	it('count their days from the start to today', async () => {
		const id = await newProject({ accountId: customers().home.id, targetStartDate: '2026-11-10' });
		expect((await call('GET', `/resources/projects/${id}`)).body.durationInDays).toBe(10);
	});

	it('refuse unknown references', async () => {
		const { home } = customers();
		const bodies = [
			{ templateId: 'unknown', accountId: home.id },
			{ templateId: template().id, accountId: 'unknown' },
			{ templateId: template().id, accountId: home.id, projectStatusId: 'unknown' },
			{
				templateId: template().id,
				accountId: home.id,
				organizationId: customers().awayOrganization,
			},
		];
		for (const body of bodies) {
			expect((await call('POST', '/resources/projects', body)).status).toBe(400);
		}
		expect(sandbox.contractRefusals()).toEqual([]);
	});

	it('are changed, listed by parent, archived and listed apart', async () => {
		const id = await newProject();
		const { home, homeOrganization } = customers();
		const change = { name: 'New name', targetCompletionDate: '2027-02-01' };
		expect((await call('PUT', `/resources/projects/${id}`, change)).body).toMatchObject(change);
		const first = async (path: string) => (await call('GET', path)).body.results[0].id;
		expect(await first(`/resources/accounts/${home.id}/projects`)).toBe(id);
		expect(await first(`/resources/organizations/${homeOrganization}/projects`)).toBe(id);
		expect((await call('DELETE', `/resources/projects/${id}`)).status).toBe(204);
		expect(await first('/resources/projects?archived=true')).toBe(id);
		expect(await first('/resources/projects')).not.toBe(id);
	});
});

describe('moving a project', () => {
	const move = async (parent: string, id: string, body: object) =>
		call('POST', `/resources/${parent}/projects/${id}/move`, { reparentTasks: true, ...body });

	it('sets account and organization, and takes linked tasks along', async () => {
		const { home, away, alone, awayOrganization } = customers();
		const id = await newProject();
		const task = homeTask();
		await call('POST', `/resources/projects/${id}/tasks/${task.id}`);
		const steps: [string, object, object][] = [
			[
				`accounts/${home.id}`,
				{ accountId: away.id },
				{ accountId: away.id, organizationId: awayOrganization },
			],
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
			[
				`organizations/${awayOrganization}`,
				{ accountId: away.id },
				{ accountId: away.id, organizationId: awayOrganization },
			],
		];
		for (const [parent, body, expected] of steps) {
			expect((await move(parent, id, body)).body).toMatchObject(expected);
			expect(task).toMatchObject(expected);
		}
	});

	it('leaves the tasks where they are when told so', async () => {
		const { home, away } = customers();
		const id = await newProject();
		const task = homeTask();
		await call('POST', `/resources/projects/${id}/tasks/${task.id}`);
		await move(`accounts/${home.id}`, id, { accountId: away.id, reparentTasks: false });
		expect(task.accountId).toBe(home.id);
	});

	it.each<[string, () => object, number]>([
		[
			'both destinations',
			() => ({ accountId: customers().away.id, organizationId: customers().awayOrganization }),
			400,
		],
		['no destination', () => ({}), 400],
		[
			'two different accounts',
			() => ({ accountId: customers().away.id, customerId: customers().alone.id }),
			400,
		],
		['the parent it has', () => ({ accountId: customers().home.id }), 400],
		[
			'reparentTasks that is no boolean',
			() => ({ accountId: customers().away.id, reparentTasks: 'yes' }),
			400,
		],
		['no reparentTasks', () => ({ accountId: customers().away.id, reparentTasks: undefined }), 400],
		['an unknown account', () => ({ accountId: 'unknown' }), 404],
		['an unknown organization', () => ({ organizationId: 'unknown' }), 404],
	])('is refused with %s', async (_, body, status) => {
		const id = await newProject();
		expect((await move(`accounts/${customers().home.id}`, id, body())).status).toBe(status);
	});

	it('is refused while a linked task stays in a project of another parent', async () => {
		const { home, away } = customers();
		const [id, other] = [await newProject(), await newProject()];
		const task = homeTask();
		for (const project of [id, other]) {
			await call('POST', `/resources/projects/${project}/tasks/${task.id}`);
		}
		expect((await move(`accounts/${home.id}`, id, { accountId: away.id })).status).toBe(400);
	});

	it('finds the project under its own parent only', async () => {
		const { home, away, homeOrganization } = customers();
		const id = await newProject();
		const body = { accountId: away.id };
		expect((await move(`accounts/${away.id}`, id, { accountId: home.id })).status).toBe(404);
		expect((await move(`organizations/${homeOrganization}`, id, body)).status).toBe(404);
		const team = [...sandbox.state.projects.all()].find(
			(one) => one.accountId === null && one.organizationId === null,
		);
		expect((await move(`accounts/${home.id}`, team?.id ?? '', body)).status).toBe(404);
	});
});

describe('linking a task', () => {
	it('creates the link on the default milestone, then moves it to the named one', async () => {
		const id = await newProject();
		const task = homeTask();
		const path = `/resources/projects/${id}/tasks/${task.id}`;
		const milestones = sandbox.state.projects.get(id)?.milestones ?? [];
		const first = await call('POST', path);
		expect([first.status, first.body]).toEqual([201, { created: true }]);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[0].id }]);
		const moved = await call('POST', path, { milestone: milestones[2].name });
		expect([moved.status, moved.body]).toEqual([200, { created: false }]);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
		expect((await call('POST', path)).status).toBe(200);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
	});

	it('takes the external id and the source of the task', async () => {
		const id = await newProject();
		homeTask();
		const path = `/resources/projects/${id}/tasks/task-new`;
		expect((await call('POST', `${path}?source=jira`)).status).toBe(404);
		expect((await call('POST', `${path}?source=Asana`)).status).toBe(201);
	});

	it('answers 404 for an unknown project, task or milestone', async () => {
		const id = await newProject();
		const task = homeTask();
		const link = async (project: string, name: string, body?: object) =>
			(await call('POST', `/resources/projects/${project}/tasks/${name}`, body)).status;
		expect(await link('unknown', task.id)).toBe(404);
		expect(await link(id, 'unknown')).toBe(404);
		expect(await link(id, task.id, { milestone: 'kick-off' })).toBe(404);
		expect(task.links).toEqual([]);
	});

	it('answers 400 when the parents do not align', async () => {
		const id = await newProject();
		const { away, awayOrganization } = customers();
		const task = newTask({ accountId: away.id, organizationId: awayOrganization });
		expect((await call('POST', `/resources/projects/${id}/tasks/${task.id}`)).status).toBe(400);
	});

	it('is undone with 204, and with 404 when there is none', async () => {
		const path = `/resources/projects/${await newProject()}/tasks/${homeTask().id}`;
		await call('POST', path);
		expect((await call('DELETE', path)).status).toBe(204);
		expect((await call('DELETE', path)).status).toBe(404);
	});
});

import { allRows, clientOfSuite } from './client.cts';
import { customers, homeTask, newProject } from './projectRecords.cts';

describe('tasks', () => {
	const PATH = '/resources/tasks';

	describe('tasks', () => {
		const [sandbox, call] = clientOfSuite();

		const create = (body: object = {}) =>
			call('POST', PATH, {
				name: 'Call back',
				externalId: 'x',
				accountId: customers(sandbox()).home.id,
				...body,
			});
		const ofSource = (source: string) => {
			const task = [...sandbox().state.tasks.all()].find((one) => one.source === source);
			if (!task) throw new Error(`The demo has no task of ${source}.`);
			return task;
		};

		it('are updated by a POST with a known external id', async () => {
			const first = await create({ tags: ['a'], traits: { one: 1 } });
			const again = await create({ name: 'Call again', traits: { two: 2 } });
			expect(again.body).toMatchObject({
				id: first.body.id,
				name: 'Call again',
				tags: ['a'],
				traits: { one: 1, two: 2 },
			});
		});

		it('are found by service id, by external id only with the source', async () => {
			const { id, externalId } = ofSource('asana');
			const status = async (path: string) => (await call('GET', `${PATH}/${path}`)).status;
			expect(await status(id)).toBe(200);
			expect(await status(`${externalId}`)).toBe(404);
			expect(await status(`${externalId}?source=Asana`)).toBe(200);
			expect(await status(`${externalId}?source=jira`)).toBe(404);
			const change = { name: 'New' };
			expect((await call('PUT', `${PATH}/${externalId}?source=asana`, change)).body.name).toBe(
				'New',
			);
			expect((await call('PUT', `${PATH}/${externalId}`, change)).status).toBe(404);
		});

		it('are archived by service id only, once, and then listed apart', async () => {
			const { id } = (await create()).body;
			expect((await call('DELETE', `${PATH}/x`)).status).toBe(404);
			expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(204);
			expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(404);
			const has = async (query: string) =>
				(await allRows(call, `${PATH}${query}`)).some((task) => task.id === id);
			expect([await has('?archived=true'), await has('')]).toEqual([true, false]);
			expect((await call('GET', `${PATH}/${id}`)).body.archivedAt).toEqual(expect.any(String));
		});
	});
});

describe('links', () => {
	const [sandbox, call] = clientOfSuite();

	describe('linking a task', () => {
		it('creates the link on the default milestone, then moves it to the named one', async () => {
			const id = await newProject(sandbox(), call);
			const task = homeTask(sandbox());
			const path = `/resources/projects/${id}/tasks/${task.id}`;
			const milestones = sandbox().state.projects.get(id)?.milestones ?? [];
			const first = await call('POST', path);
			expect([first.status, first.body]).toEqual([201, { created: true }]);
			expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[0].id }]);
			const moved = await call('POST', path, { milestone: milestones[2].name });
			expect([moved.status, moved.body]).toEqual([200, { created: false }]);
			expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
			expect((await call('POST', path)).status).toBe(200);
			expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
		});

		it('copies the external id and the source of the task', async () => {
			const id = await newProject(sandbox(), call);
			homeTask(sandbox());
			const path = `/resources/projects/${id}/tasks/task-new`;
			expect((await call('POST', `${path}?source=jira`)).status).toBe(404);
			expect((await call('POST', `${path}?source=Asana`)).status).toBe(201);
		});
	});
});

describe('moves', () => {
	const [sandbox, call] = clientOfSuite();

	describe('moving a project', () => {
		const move = async (parent: string, id: string, body: object) =>
			call('POST', `/resources/${parent}/projects/${id}/move`, { reparentTasks: true, ...body });

		it('sets account and organization, and moves linked tasks along', async () => {
			const { home, away, alone, awayOrganization } = customers(sandbox());
			const id = await newProject(sandbox(), call);
			const task = homeTask(sandbox());
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

		it.each<[string, () => object, number]>([
			[
				'both destinations',
				() => ({
					accountId: customers(sandbox()).away.id,
					organizationId: customers(sandbox()).awayOrganization,
				}),
				400,
			],
			['no destination', () => ({}), 400],
			[
				'two different accounts',
				() => ({
					accountId: customers(sandbox()).away.id,
					customerId: customers(sandbox()).alone.id,
				}),
				400,
			],
			['the parent it has', () => ({ accountId: customers(sandbox()).home.id }), 400],
			[
				'reparentTasks that is no boolean',
				() => ({ accountId: customers(sandbox()).away.id, reparentTasks: 'yes' }),
				400,
			],
			[
				'no reparentTasks',
				() => ({ accountId: customers(sandbox()).away.id, reparentTasks: undefined }),
				400,
			],
			['an unknown account', () => ({ accountId: 'unknown' }), 404],
			['an unknown organization', () => ({ organizationId: 'unknown' }), 404],
		])('is rejected with %s', async (_, body, status) => {
			const id = await newProject(sandbox(), call);
			expect((await move(`accounts/${customers(sandbox()).home.id}`, id, body())).status).toBe(
				status,
			);
		});

		it('is rejected while a linked task stays in a project of another parent', async () => {
			const { home, away } = customers(sandbox());
			const [id, other] = [await newProject(sandbox(), call), await newProject(sandbox(), call)];
			const task = homeTask(sandbox());
			for (const project of [id, other]) {
				await call('POST', `/resources/projects/${project}/tasks/${task.id}`);
			}
			expect((await move(`accounts/${home.id}`, id, { accountId: away.id })).status).toBe(400);
		});
	});
});

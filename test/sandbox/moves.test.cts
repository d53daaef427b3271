import { clientOfSuite } from './client.cts';
import { customers, homeTask, newProject } from './projectRecords.cts';

const [sandbox, call] = clientOfSuite();

describe('moving a project', () => {
	const move = async (parent: string, id: string, body: object) =>
		call('POST', `/resources/${parent}/projects/${id}/move`, { reparentTasks: true, ...body });

	it('sets account and organization, and takes linked tasks along', async () => {
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

	it('leaves the tasks where they are when told so', async () => {
		const { home, away } = customers(sandbox());
		const id = await newProject(sandbox(), call);
		const task = homeTask(sandbox());
		await call('POST', `/resources/projects/${id}/tasks/${task.id}`);
		await move(`accounts/${home.id}`, id, { accountId: away.id, reparentTasks: false });
		expect(task.accountId).toBe(home.id);
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
	])('is refused with %s', async (_, body, status) => {
		const id = await newProject(sandbox(), call);
		expect((await move(`accounts/${customers(sandbox()).home.id}`, id, body())).status).toBe(
			status,
		);
	});

	it('is refused while a linked task stays in a project of another parent', async () => {
		const { home, away } = customers(sandbox());
		const [id, other] = [await newProject(sandbox(), call), await newProject(sandbox(), call)];
		const task = homeTask(sandbox());
		for (const project of [id, other]) {
			await call('POST', `/resources/projects/${project}/tasks/${task.id}`);
		}
		expect((await move(`accounts/${home.id}`, id, { accountId: away.id })).status).toBe(400);
	});

	it('finds the project under its own parent only', async () => {
		const { home, away, homeOrganization } = customers(sandbox());
		const id = await newProject(sandbox(), call);
		const body = { accountId: away.id };
		expect((await move(`accounts/${away.id}`, id, { accountId: home.id })).status).toBe(404);
		expect((await move(`organizations/${homeOrganization}`, id, body)).status).toBe(404);
		const team = [...sandbox().state.projects.all()].find(
			(one) => one.accountId === null && one.organizationId === null,
		);
		expect((await move(`accounts/${home.id}`, team?.id ?? '', body)).status).toBe(404);
	});
});

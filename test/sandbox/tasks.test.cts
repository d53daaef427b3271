import { allRows, clientOfSuite } from './client.cts';
import { customers, newProject } from './projectRecords.cts';

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

	it('carry account, organization, category and people', async () => {
		const [admin, other] = sandbox().state.admins.all();
		const [category] = sandbox().state.taskCategories.all();
		const { body } = await create({
			description: '<h1>Ask</h1><p>twice</p>',
			dueDate: '2026-12-01',
			assignedToId: admin.id,
			completedById: other.id,
			completedAt: '2026-11-30T10:00:00Z',
			categoryId: category.id,
			tags: ['renewal'],
			traits: { 'vitally.custom.effort': 3 },
		});
		const { home, homeOrganization } = customers(sandbox());
		expect(body).toMatchObject({
			accountId: home.id,
			organizationId: homeOrganization,
			account: { id: home.id, traits: home.traits },
			description: 'Ask<p>twice</p>',
			dueDate: '2026-12-01',
			assignedTo: { id: admin.id, email: admin.email },
			completedBy: { id: other.id },
			category: { id: category.id, name: category.name },
			tags: ['renewal'],
			traits: { 'vitally.custom.effort': 3 },
			projects: [],
			source: null,
			archivedAt: null,
		});
	});

	it('belong to an account or to an organization alone', async () => {
		const { homeOrganization: organizationId } = customers(sandbox());
		const post = (body: object) => call('POST', PATH, { name: 'N', ...body });
		expect((await post({ organizationId })).body).toMatchObject({
			accountId: null,
			organizationId,
		});
		expect((await post({})).status).toBe(400);
		expect((await post({ accountId: 'unknown' })).status).toBe(400);
	});

	it.each(['assignedToId', 'completedById', 'categoryId'])(
		'refuse an unknown %s',
		async (field) => {
			expect((await create({ [field]: 'unknown' })).status).toBe(400);
			expect(sandbox().contractRefusals()).toEqual([]);
		},
	);

	it.each(['2026-12-01', '2026-12-01T10:00:00Z'])('take %s as due date', async (dueDate) => {
		expect((await create({ dueDate })).body.dueDate).toBe(dueDate);
	});

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
		expect((await call('PUT', `${PATH}/${externalId}?source=asana`, change)).body.name).toBe('New');
		expect((await call('PUT', `${PATH}/${externalId}`, change)).status).toBe(404);
	});

	it('are completed and moved by an update', async () => {
		const { id } = (await create()).body;
		const { alone } = customers(sandbox());
		const change = { completedAt: '2026-11-01T10:00:00Z', accountId: alone.id };
		expect((await call('PUT', `${PATH}/${id}`, change)).body).toMatchObject({
			...change,
			organizationId: null,
		});
	});

	it.each([
		['stay', ['a']],
		['go', []],
	] as const)('lose tags that an update leaves out only if told: %s', async (told, tags) => {
		sandbox().state.disputed.taskTagsLeftOut = told;
		const { id } = (await create({ tags: ['a'] })).body;
		expect((await call('PUT', `${PATH}/${id}`, { name: 'N' })).body.tags).toEqual(tags);
		expect((await call('PUT', `${PATH}/${id}`, { tags: ['b'] })).body.tags).toEqual(['b']);
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

	it('cannot be deleted where the sandbox is told so', async () => {
		sandbox().state.disputed.taskDeletion = 'none';
		const { id } = (await create()).body;
		expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(404);
		expect((await call('GET', `${PATH}/${id}`)).body.archivedAt).toBeNull();
	});

	it('are listed of an account, an organization, and a source in any case', async () => {
		const { id } = (await create()).body;
		const { home, homeOrganization } = customers(sandbox());
		const first = async (path: string) =>
			(await call('GET', `/resources${path}?limit=1`)).body.results[0].id;
		expect(await first(`/accounts/${home.id}/tasks`)).toBe(id);
		expect(await first(`/organizations/${homeOrganization}/tasks`)).toBe(id);
		const rows = await allRows(call, `${PATH}?source=ASANA`);
		expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['asana']));
	});

	it.each([
		[false, ['id', 'name']],
		[true, expect.arrayContaining(['id', 'name', 'projectStatusId', 'traits'])],
	])('show their projects; as a whole: %s', async (whole, keys) => {
		sandbox().state.views.tasksShowWholeProjects = whole;
		const project = await newProject(sandbox(), call);
		const { id } = (await create()).body;
		await call('POST', `/resources/projects/${project}/tasks/${id}`);
		const { projects } = (await call('GET', `${PATH}/${id}`)).body as { projects?: object[] };
		expect(Object.keys(projects?.[0] ?? {})).toEqual(keys);
	});

	it('have categories, which are listed', async () => {
		const rows = await allRows(call, '/resources/taskCategories');
		expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['Renewal']));
		expect((await call('GET', '/resources/taskCategories?sortBy=createdAt')).status).toBe(400);
	});
});

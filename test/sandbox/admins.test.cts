import { clientOfSuite } from './client.cts';

describe('admins', () => {
	const [sandbox, call] = clientOfSuite();

	const admin = () => [...sandbox().state.admins.all()][0];
	const search = (email: string) =>
		call('GET', `/resources/admins/search?email=${encodeURIComponent(email)}`);

	it('are searched by e-mail: one object, or 404', async () => {
		const { id, name, email, licenseStatus } = admin();
		expect((await search(email.toUpperCase())).body).toEqual({ id, name, email, licenseStatus });
		expect((await search('nobody@team.example')).status).toBe(404);
		expect((await call('GET', '/resources/admins/search')).status).toBe(400);
	});

	it('are searched by e-mail: a page, where the sandbox is told so', async () => {
		sandbox().state.disputed.adminSearch = 'page';
		expect((await search(admin().email)).body.results).toMatchObject([{ id: admin().id }]);
		expect((await search('nobody@team.example')).body.results).toEqual([]);
	});

	it('are listed, unless the sandbox is told that there is no list', async () => {
		expect((await call('GET', '/resources/admins')).body.results).toHaveLength(12);
		expect((await call('GET', '/resources/admins?sortBy=createdAt')).status).toBe(400);
		sandbox().state.disputed.adminsAreListed = false;
		expect((await call('GET', '/resources/admins')).status).toBe(404);
		expect((await search(admin().email)).status).toBe(200);
	});
});

describe('the definitions of traits', () => {
	const [sandbox, call] = clientOfSuite();

	const list = async (query = '') =>
		(await call('GET', `/resources/customFields${query}`)).body as unknown as {
			label: string;
			path: string;
		}[];
	const deals = () => [...sandbox().state.customObjects.all()].find(({ name }) => name === 'deals');

	it('are a bare list in the order of their labels', async () => {
		const all = await list();
		const labels = all.map(({ label }) => label);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		expect(all).toContainEqual(expect.objectContaining({ path: 'vitally.custom.stage' }));
	});

	it('are those of a model', async () => {
		expect(await list('?model=users')).toEqual([
			{
				id: expect.any(String),
				createdAt: expect.any(String),
				label: 'Role',
				path: 'role',
				type: 'string',
			},
			expect.objectContaining({ path: 'trained' }),
		]);
		expect(await list('?model=team')).toEqual([]);
		expect(await list('?model=accounts')).toContainEqual(
			expect.objectContaining({
				options: [expect.objectContaining({ value: 'Core' }), expect.anything()],
			}),
		);
	});

	it('of a custom object are those in its definition', async () => {
		const fields = await list(`?model=customObjects&customObjectId=${deals()?.id}`);
		const labels = (rows?: { label: string }[]) => rows?.map(({ label }) => label).sort();
		expect(labels(fields)).toEqual(labels(deals()?.customFields));
	});

	it.each([
		['?model=customObjects', 400],
		['?model=accounts&customObjectId=x', 400],
		['?customObjectId=x', 400],
		['?model=customObjects&customObjectId=unknown', 404],
		['?model=meetings', 400],
		['?limit=1', 400],
	])('refuse %s', async (query, status) => {
		expect((await call('GET', `/resources/customFields${query}`)).status).toBe(status);
	});
});

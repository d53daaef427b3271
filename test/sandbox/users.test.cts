import { allRows, clientOfSuite, standingClock } from './client.cts';

const PATH = '/resources/users';
const DAY = 86_400_000;

describe('users', () => {
	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ now: clock.now });

	const customers = () => {
		const [one, two] = sandbox().state.accounts.all();
		const [group] = sandbox().state.organizations.all();
		return { one, two, group };
	};
	const create = (body: object = { accountIds: [customers().one.id] }) =>
		call('POST', PATH, { externalId: 'u', email: 'a+b@acme.example', ...body });
	const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);

	it('belong to accounts, organizations, or both, which they show as a whole', async () => {
		const { one, two, group } = customers();
		const { body } = await create({ accountIds: [one.id, two.id], organizationIds: [group.id] });
		expect(body.accounts).toMatchObject([
			{ id: one.id, traits: one.traits, healthScore: one.healthScore },
			{ id: two.id },
		]);
		expect(body.organizations).toMatchObject([{ id: group.id, traits: group.traits }]);
		expect(body).not.toHaveProperty('accountIds');
		expect(body).not.toHaveProperty('deleteOn');
		const first = async (path: string) =>
			(await call('GET', `${path}/users?limit=1&sortBy=createdAt`)).body.results[0].id;
		expect(await first(`/resources/accounts/${one.id}`)).toBe(body.id);
		expect(await first(`/resources/accounts/${two.id}`)).toBe(body.id);
		expect(await first(`/resources/organizations/${group.id}`)).toBe(body.id);
		expect((await call('GET', `/resources/accounts/${one.externalId}/users`)).status).toBe(404);
	});

	it('are refused without a customer, and with one that is not there', async () => {
		expect((await create({})).status).toBe(400);
		expect(sandbox().contractRefusals()).toHaveLength(1);
		expect((await create({ accountIds: ['unknown'] })).status).toBe(400);
		expect((await create({ organizationIds: [customers().one.id] })).status).toBe(400);
		expect((await create({ accountIds: [customers().one.externalId] })).status).toBe(400);
		expect(sandbox().contractRefusals()).toHaveLength(1);
	});

	it('get ties by an update, and lose none', async () => {
		const { one, two, group } = customers();
		await create();
		const put = async (body: object) => (await call('PUT', `${PATH}/u`, body)).body;
		expect(idsOf((await put({ accountIds: [two.id] })).accounts)).toEqual([one.id, two.id]);
		expect(idsOf((await put({ accountIds: [] })).accounts)).toEqual([one.id, two.id]);
		expect(idsOf((await put({ organizationIds: [group.id] })).organizations)).toEqual([group.id]);
		const change = {
			name: 'N',
			avatar: 'https://a.example/i.png',
			joinDate: '2026-01-01T00:00:00Z',
		};
		expect(await put(change)).toMatchObject(change);
	});

	it('say since when they are unsubscribed', async () => {
		await create();
		const put = async (unsubscribedFromConversations: boolean) =>
			(await call('PUT', `${PATH}/u`, { unsubscribedFromConversations })).body
				.unsubscribedFromConversationsAt;
		expect(await put(true)).toBe(new Date(clock.now()).toISOString());
		expect(await put(false)).toBeNull();
	});

	it.each(['externalId=u', 'email=A%2Bb@acme.example', 'emailSubdomain=acme.example'])(
		'are searched by %s, without a cursor',
		async (query) => {
			const { id } = (await create()).body;
			const { body } = await call('GET', `${PATH}/search?${query}`);
			expect(idsOf(body.results)).toEqual([id]);
			expect(body).not.toHaveProperty('next');
		},
	);

	it('are not found by an e-mail whose plus sign is not encoded, or by what nobody has', async () => {
		await create();
		for (const query of ['email=a+b@acme.example', 'externalId=U', 'emailSubdomain=acme']) {
			expect((await call('GET', `${PATH}/search?${query}`)).body.results).toEqual([]);
		}
	});

	it.each(['', '?email=a&externalId=b', '?query=a', '?emailDomain=a', '?email='])(
		'refuse the search "%s"',
		async (query) => {
			expect((await call('GET', `${PATH}/search${query}`)).status).toBe(400);
		},
	);

	it('are deleted at once, with their NPS responses', async () => {
		const user = [...sandbox().state.users.all()].find((one) => one.npsLastScore !== null);
		expect((await call('DELETE', `${PATH}/${user?.id}`)).status).toBe(204);
		expect((await call('GET', `${PATH}/${user?.id}`)).status).toBe(404);
		const left = [...sandbox().state.npsResponses.all()].filter((one) => one.userId === user?.id);
		expect(left).toEqual([]);
	});

	it('are deleted on a day: until then nothing but updatedAt tells', async () => {
		const before = (await create()).body;
		clock.pass(1000);
		const day = new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10);
		expect((await call('DELETE', `${PATH}/u?deleteOn=${day}`)).status).toBe(204);
		const after = (await call('GET', `${PATH}/u`)).body;
		expect(after).toEqual({ ...before, updatedAt: new Date(clock.now()).toISOString() });
		clock.pass(2 * DAY);
		expect((await call('GET', `${PATH}/u`)).status).toBe(404);
		expect(idsOf(await allRows(call, PATH))).not.toContain(before.id);
		expect((await call('GET', `${PATH}/search?externalId=u`)).body.results).toEqual([]);
		expect((await create()).status).toBe(200);
	});

	it('stay after a deletion where the sandbox is told so', async () => {
		sandbox().state.disputed.userDeletion = 'later';
		await create();
		expect((await call('DELETE', `${PATH}/u`)).status).toBe(204);
		expect((await call('GET', `${PATH}/u`)).status).toBe(200);
	});

	it('go with their only account, and stay with another', async () => {
		const { one, two } = customers();
		await create();
		await call('POST', PATH, { externalId: 'v', accountIds: [one.id, two.id] });
		await call('DELETE', `/resources/accounts/${one.id}`);
		expect((await call('GET', `${PATH}/u`)).status).toBe(404);
		expect(idsOf((await call('GET', `${PATH}/v`)).body.accounts)).toEqual([two.id]);
	});
});

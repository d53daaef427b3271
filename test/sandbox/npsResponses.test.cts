import { allRows, clientOfSuite } from './client.cts';

const PATH = '/resources/npsResponses';

describe('NPS responses', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });
	let users: { id: string; account: string; organization: string }[];

	beforeEach(async () => {
		const post = async (kind: string, body: object) =>
			(await call('POST', `/resources/${kind}`, body)).body.id;
		const [account, organization] = [
			await post('accounts', { externalId: 'a', name: 'A' }),
			await post('organizations', { externalId: 'o', name: 'O' }),
		];
		const ties = [{ accountIds: [account] }, { organizationIds: [organization] }];
		users = [];
		for (const [index, tie] of ties.entries()) {
			const id = await post('users', { externalId: `u${index}`, ...tie });
			users.push({ id, account, organization });
		}
	});

	const response = (score: number, user = 0, body: object = {}) => ({
		userId: users[user].id,
		score,
		respondedAt: '2026-11-01T10:00:00Z',
		...body,
	});
	const create = async (...parameters: Parameters<typeof response>) =>
		(await call('POST', PATH, response(...parameters))).body;
	const idsOf = async (path: string) => (await allRows(call, path)).map(({ id }) => id);

	it('are created, read, and deleted', async () => {
		const body = await create(9, 0, { feedback: 'Fine' });
		expect(body).toMatchObject({ score: 9, feedback: 'Fine', externalId: null });
		expect((await call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
		expect((await call('DELETE', `${PATH}/${body.id}`)).status).toBe(204);
		expect((await call('GET', `${PATH}/${body.id}`)).status).toBe(404);
	});

	it('are updated by a POST with a known external id', async () => {
		const { id } = await create(9, 0, { externalId: 'n', feedback: 'Fine' });
		expect(await create(3, 0, { externalId: 'n' })).toMatchObject({
			id,
			score: 3,
			feedback: 'Fine',
		});
		expect(sandbox().state.npsResponses.size).toBe(1);
	});

	it.each(['userId', 'score', 'respondedAt'])('want %s in an update too', async (field) => {
		const { id } = await create(9);
		const whole: Record<string, unknown> = response(5);
		expect((await call('PUT', `${PATH}/${id}`, whole)).body.score).toBe(5);
		delete whole[field];
		expect((await call('PUT', `${PATH}/${id}`, whole)).status).toBe(400);
		expect((await call('POST', PATH, whole)).status).toBe(400);
	});

	it.each([-1, 11, 7.5, '7'])('refuse the score %j', async (score) => {
		expect((await call('POST', PATH, response(score as number))).status).toBe(400);
	});

	it('refuse an unknown user, and an external id for one', async () => {
		for (const userId of ['unknown', 'u0']) {
			expect((await call('POST', PATH, response(1, 0, { userId }))).status).toBe(400);
		}
	});

	it.each([['organization'], ['organizations']] as const)(
		'are listed by target, which is spelled %s',
		async (spelling) => {
			sandbox().state.disputed.npsTarget = spelling;
			const [one, two] = [(await create(9)).id, (await create(9, 1)).id];
			expect(await idsOf(PATH)).toEqual([one]);
			expect(await idsOf(`${PATH}?target=accounts`)).toEqual([one]);
			expect(await idsOf(`${PATH}?target=${spelling}`)).toEqual([two]);
			const other = spelling === 'organization' ? 'organizations' : 'organization';
			expect((await call('GET', `${PATH}?target=${other}`)).status).toBe(400);
			expect((await call('GET', `${PATH}?target=account`)).status).toBe(400);
		},
	);

	it('are listed of an account and of an organization, which take no target', async () => {
		const [one, two] = [(await create(9)).id, (await create(9, 1)).id];
		const [{ account, organization }] = users;
		expect(await idsOf(`/resources/accounts/${account}/npsResponses`)).toEqual([one]);
		expect(await idsOf(`/resources/organizations/${organization}/npsResponses`)).toEqual([two]);
		const path = `/resources/accounts/${account}/npsResponses?target=accounts`;
		expect((await call('GET', path)).status).toBe(400);
	});

	it('are counted: 0 to 6, 7 and 8, 9 and 10', async () => {
		for (const score of [0, 6, 7, 8, 9, 10, 10, 10]) await create(score);
		const { account } = users[0];
		expect((await call('GET', `/resources/accounts/${account}`)).body).toMatchObject({
			npsDetractorCount: 2,
			npsPassiveCount: 2,
			npsPromoterCount: 4,
			npsScore: 25,
		});
	});

	it('show on the user: the latest by the time of the response', async () => {
		const { id } = await create(9, 0, { feedback: 'New' });
		await create(1, 0, { respondedAt: '2026-10-01T10:00:00Z' });
		const last = async () => (await call('GET', `/resources/users/${users[0].id}`)).body;
		expect(await last()).toMatchObject({ npsLastScore: 9, npsLastFeedback: 'New' });
		await call('DELETE', `${PATH}/${id}`);
		expect(await last()).toMatchObject({ npsLastScore: 1, npsLastFeedback: null });
	});

	it('are updated by either id, and read by the service id', async () => {
		await create(9, 0, { externalId: 'n' });
		expect((await call('PUT', `${PATH}/n`, response(2))).body.score).toBe(2);
		expect((await call('GET', `${PATH}/n`)).status).toBe(404);
	});
});

import { allRows, clientOfSuite } from './client.cts';

const PATH = '/resources/meetings';

describe('meetings', () => {
	const [sandbox, call] = clientOfSuite();

	const people = () => {
		const [user] = sandbox().state.users.all();
		const [admin] = sandbox().state.admins.all();
		return { user, admin };
	};
	const guest = () => ({ userId: people().user.externalId, type: 'attendee' });
	const host = () => ({ vitallyUserId: people().admin.id, type: 'organizer' });
	const create = (body: object = {}) =>
		call('POST', PATH, {
			externalId: 'm',
			title: 'Review',
			participants: [host(), guest()],
			...body,
		});

	it('belong to the accounts and organizations of their participants', async () => {
		const { user, admin } = people();
		const { body } = await create({ startDateTime: '2026-11-20T10:00:00Z', keyPoints: ['One'] });
		expect(body).toMatchObject({
			title: 'Review',
			startDate: '2026-11-20',
			startTimeZone: 'utc',
			keyPoints: ['One'],
			accounts: user.accountIds.map((id) => ({ id })),
			organizations: user.organizationIds.map((id) => ({ id })),
			participants: [
				{ vitallyUserId: admin.id, type: 'organizer', responseStatus: 'needsAction' },
				{ userId: user.id, email: user.email },
			],
		});
		const first = async (path: string) =>
			(await call('GET', `${path}/meetings?sortBy=createdAt`)).body.results[0].id;
		expect(await first(`/resources/accounts/${user.accountIds[0]}`)).toBe(body.id);
		expect((await call('GET', `${PATH}/m`)).body).toEqual(body);
		expect((await create()).status).toBe(400);
	});

	it('find a user by e-mail', async () => {
		const { user } = people();
		const participants = [{ email: user.email, type: 'attendee' }];
		expect((await create({ participants })).body.participants).toMatchObject([{ userId: user.id }]);
	});

	it.each<[string, () => object[]]>([
		['nobody', () => []],
		['teammates only', () => [host()]],
		['strangers only', () => [{ email: 'stranger@else.example', type: 'attendee' }]],
		['one with two ids', () => [{ ...guest(), email: 'a@b.example' }]],
		['one without an id', () => [{ type: 'attendee' }]],
		['one without a type', () => [{ userId: people().user.externalId }]],
		['the service id of a user', () => [{ userId: people().user.id, type: 'attendee' }]],
		['an unknown teammate', () => [guest(), { vitallyUserId: 'unknown', type: 'organizer' }]],
	])('are refused with %s', async (_, participants) => {
		expect((await create({ participants: participants() })).status).toBe(400);
	});

	it('are changed, archived, and then neither changed nor listed', async () => {
		const { id } = (await create({ traits: { a: 1 } })).body;
		const change = { title: 'New', summary: 'Good', traits: { b: 2 } };
		expect((await call('PUT', `${PATH}/m`, change)).body).toMatchObject({
			...change,
			traits: { a: 1, b: 2 },
		});
		expect((await call('PUT', `${PATH}/m`, { participants: [] })).status).toBe(400);
		expect((await call('DELETE', `${PATH}/m`)).status).toBe(204);
		expect((await call('PUT', `${PATH}/m`, change)).status).toBe(400);
		expect((await call('GET', `${PATH}/m`)).body.archivedAt).toEqual(expect.any(String));
		const has = async (query: string) =>
			(await allRows(call, PATH + query)).some((row) => row.id === id);
		expect([await has(''), await has('?archived=true')]).toEqual([false, true]);
	});

	it('get participants and lose them, and with them the accounts', async () => {
		const { user } = people();
		const other = [...sandbox().state.users.all()].find(
			({ accountIds }) => !accountIds.includes(user.accountIds[0]),
		);
		await create();
		const added = { userId: other?.externalId, type: 'attendee', responseStatus: 'accepted' };
		const { participants, accounts } = (await call('POST', `${PATH}/m/participants`, added))
			.body as unknown as Record<string, { id: string }[]>;
		expect(participants[2]).toMatchObject({ userId: other?.id, responseStatus: 'accepted' });
		expect(accounts.map(({ id }) => id)).toContain(other?.accountIds[0]);
		const path = `${PATH}/m/participants/${participants[2].id}`;
		expect((await call('DELETE', path)).status).toBe(204);
		expect((await call('DELETE', path)).status).toBe(404);
		expect((await call('GET', `${PATH}/m`)).body.accounts).toHaveLength(user.accountIds.length);
	});

	it('have a transcript, or 404', async () => {
		const [transcript] = sandbox().state.transcripts.all();
		const path = `${PATH}/${transcript.meetingId}/transcript`;
		expect((await call('GET', path)).body).toEqual(transcript);
		await create();
		expect((await call('GET', `${PATH}/m/transcript`)).status).toBe(404);
	});

	it.each([false, true])('show their times: %s', async (shown) => {
		sandbox().state.views.meetingsShowTimes = shown;
		const { body } = await create();
		expect(['createdAt', 'updatedAt'].map((key) => key in body)).toEqual([shown, shown]);
	});

	it('take no update and no accounts where the sandbox is told so', async () => {
		Object.assign(sandbox().state.disputed, { meetingUpdate: 'none', meetingCustomers: 'none' });
		expect((await create()).body).toMatchObject({ accounts: [], organizations: [] });
		const answer = await call('PUT', `${PATH}/m`, { title: 'New' });
		expect([answer.status, answer.body.title]).toEqual([200, 'Review']);
	});
});

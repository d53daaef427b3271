import { allRows, clientOfSuite } from './client.cts';

describe('conversations', () => {
	const [sandbox, call] = clientOfSuite();

	const people = () => {
		const [user] = sandbox().state.users.all();
		const [admin] = sandbox().state.admins.all();
		return {
			user,
			fromUser: { type: 'user', id: user.id },
			fromAdmin: { type: 'admin', id: admin.id },
			admin,
		};
	};
	const create = (messages: object[] = []) =>
		call('POST', '/resources/conversations', { externalId: 'c1', subject: 'Export', messages });

	it('derive direction, accounts, users and admins from the messages', async () => {
		const { user, admin, fromUser, fromAdmin } = people();
		const { body } = await create([
			{ externalId: 'm1', message: '<p>Hi</p>', from: fromUser, to: [fromAdmin] },
			{ externalId: 'm2', message: '<p>Hello</p>', from: fromAdmin, to: [fromUser] },
		]);
		expect(body.messages).toMatchObject([
			{ type: 'inbound', conversationId: body.id, cc: [], bcc: [] },
			{ type: 'outbound' },
		]);
		const ids = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);
		expect(ids(body.accounts)).toEqual(user.accountIds);
		expect(ids(body.users)).toEqual([user.id]);
		expect(ids(body.admins)).toEqual([admin.id]);
	});

	it('merge messages by external id, and traits by key', async () => {
		const { fromUser, fromAdmin } = people();
		const { id } = (
			await create([{ externalId: 'm1', message: 'old', from: fromUser, to: [fromAdmin] }])
		).body;
		const { body } = await call('PUT', `/resources/conversations/${id}`, {
			traits: { dealArr: 5 },
			messages: [
				{ externalId: 'm1', message: 'new' },
				{ externalId: 'm2', message: 'next', from: fromAdmin, to: [fromUser] },
			],
		});
		expect(body.messages).toMatchObject([
			{ externalId: 'm1', message: 'new', type: 'inbound' },
			{ externalId: 'm2', message: 'next', type: 'outbound' },
		]);
		expect(body).toMatchObject({ subject: 'Export', traits: { dealArr: 5 } });
	});
});

describe('messages one by one', () => {
	const [sandbox, call] = clientOfSuite();

	const conversation = () => [...sandbox().state.conversations.all()][0];
	const body = () => {
		const [user] = sandbox().state.users.all();
		const [admin] = sandbox().state.admins.all();
		return {
			externalId: 'm',
			message: '<p>Hello</p>',
			from: { type: 'admin', id: admin.id },
			to: [{ type: 'user', id: user.id }],
		};
	};
	const create = (message: object = body()) =>
		call('POST', `/resources/conversations/${conversation().id}/messages`, message);

	it('need the service id of their conversation', async () => {
		for (const id of ['unknown', conversation().externalId]) {
			const path = `/resources/conversations/${id}/messages`;
			expect((await call('POST', path, body())).status).toBe(404);
		}
	});

	it('are found by their ID only', async () => {
		await create();
		expect((await call('GET', '/resources/messages/m')).status).toBe(404);
		expect((await call('DELETE', '/resources/messages/m')).status).toBe(404);
	});
});

describe('notes', () => {
	const [sandbox, call] = clientOfSuite();

	const owned = () => {
		for (const account of sandbox().state.accounts.all()) {
			const { id, organizationId } = account;
			if (organizationId !== null) return { account, id, organizationId };
		}
		throw new Error('The demo has no account with an organization.');
	};
	const create = (body: object = {}) =>
		call('POST', '/resources/notes', {
			accountId: owned().id,
			note: '<p>Hello</p>',
			noteDate: '2026-11-01T10:00:00Z',
			externalId: 'n1',
			...body,
		});

	it('lose all tags by an update that leaves them out', async () => {
		const { id } = (await create({ tags: ['risk', 'renewal'] })).body;
		const put = async (body: object) =>
			(await call('PUT', `/resources/notes/${id}`, body)).body.tags;
		expect(await put({ tags: ['risk'], subject: 'S' })).toEqual(['risk']);
		expect(await put({ subject: 'T' })).toEqual([]);
	});

	it.each([
		['<p onclick="x()">a</p>', '<p>a</p>'],
		['<h1>a</h1><table><tr><td>b</td></tr></table>', 'ab'],
		['<script>alert(1)</script><b>a</b>', '<b>a</b>'],
		[
			'<a href="https://a.example" rel="x" target="_blank">a</a>',
			'<a href="https://a.example" target="_blank">a</a>',
		],
		[
			'<img src="https://a.example/i.png" alt="i" style="x" width="1">',
			'<img src="https://a.example/i.png" alt="i" width="1" />',
		],
		[
			'<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
			'<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
		],
	])('keep of %s only what is allowed', async (sent, kept) => {
		const { body } = await create({ note: sent });
		expect(body.note).toBe(kept);
		const update = await call('PUT', `/resources/notes/${body.id}`, { note: `${sent}!` });
		expect(update.body.note).toBe(`${kept}!`);
	});

	it('are found by service id or external id, of the given source', async () => {
		const { id } = (await create()).body;
		expect((await call('GET', '/resources/notes/n1')).body.id).toBe(id);
		expect((await call('GET', '/resources/notes/n1?source=zoom')).status).toBe(404);
		const zoom = [...sandbox().state.notes.all()].find(({ source }) => source === 'zoom');
		const path = `/resources/notes/${zoom?.externalId}?source=ZOOM`;
		expect((await call('PUT', path, { tags: ['a'] })).body.id).toBe(zoom?.id);
	});

	it('are archived by service id only, once, and then listed apart', async () => {
		const { id } = (await create()).body;
		expect((await call('DELETE', '/resources/notes/n1')).status).toBe(404);
		expect((await call('DELETE', `/resources/notes/${id}`)).status).toBe(204);
		expect((await call('DELETE', `/resources/notes/${id}`)).status).toBe(404);
		const has = async (query: string) =>
			(await allRows(call, `/resources/notes?${query}`)).some((note) => note.id === id);
		expect(await has('archived=true')).toBe(true);
		expect(await has('archived=false')).toBe(false);
		expect((await call('GET', `/resources/notes/${id}`)).body.archivedAt).toEqual(
			expect.any(String),
		);
	});
});

describe('meetings', () => {
	const PATH = '/resources/meetings';

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

	it.each<[string, () => object[]]>([
		['nobody', () => []],
		['teammates only', () => [host()]],
		['strangers only', () => [{ email: 'stranger@else.example', type: 'attendee' }]],
		['one with two ids', () => [{ ...guest(), email: 'a@b.example' }]],
		['one without an id', () => [{ type: 'attendee' }]],
		['one without a type', () => [{ userId: people().user.externalId }]],
		['the service id of a user', () => [{ userId: people().user.id, type: 'attendee' }]],
		['an unknown teammate', () => [guest(), { vitallyUserId: 'unknown', type: 'organizer' }]],
	])('are rejected with %s', async (_, participants) => {
		expect((await create({ participants: participants() })).status).toBe(400);
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
});

describe('NPS responses', () => {
	const PATH = '/resources/npsResponses';

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

	it('are updated by a POST with a known external id', async () => {
		const { id } = await create(9, 0, { externalId: 'n', feedback: 'Fine' });
		expect(await create(3, 0, { externalId: 'n' })).toMatchObject({
			id,
			score: 3,
			feedback: 'Fine',
		});
		expect(sandbox().state.npsResponses.size).toBe(1);
	});

	it('appear on the user: the latest by the time of the response', async () => {
		const { id } = await create(9, 0, { feedback: 'New' });
		await create(1, 0, { respondedAt: '2026-10-01T10:00:00Z' });
		const last = async () => (await call('GET', `/resources/users/${users[0].id}`)).body;
		expect(await last()).toMatchObject({ npsLastScore: 9, npsLastFeedback: 'New' });
		await call('DELETE', `${PATH}/${id}`);
		expect(await last()).toMatchObject({ npsLastScore: 1, npsLastFeedback: null });
	});

	it('are updated by either ID, and read by their ID only', async () => {
		await create(9, 0, { externalId: 'n' });
		expect((await call('PUT', `${PATH}/n`, response(2))).body.score).toBe(2);
		expect((await call('GET', `${PATH}/n`)).status).toBe(404);
	});
});

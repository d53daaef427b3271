import { clientOfSuite } from './client.cts';

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
});

describe('NPS responses', () => {
	const [, call] = clientOfSuite({ seed: 'empty' });

	it('appear on the user: the latest by the time of the response', async () => {
		const post = async (kind: string, body: object) =>
			(await call('POST', `/resources/${kind}`, body)).body.id;
		const accountIds = [await post('accounts', { externalId: 'a', name: 'A' })];
		const userId = await post('users', { externalId: 'u', accountIds });
		const respond = async (score: number, respondedAt: string) =>
			await post('npsResponses', { userId, score, respondedAt });
		const last = async () => (await call('GET', `/resources/users/${userId}`)).body.npsLastScore;
		const id = await respond(9, '2026-11-01T10:00:00Z');
		await respond(1, '2026-10-01T10:00:00Z');
		expect(await last()).toBe(9);
		await call('DELETE', `/resources/npsResponses/${id}`);
		expect(await last()).toBe(1);
	});
});

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

	it('accept an empty list of messages', async () => {
		expect((await create()).body).toMatchObject({ subject: 'Export', messages: [], accounts: [] });
	});

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

	it('refuse a new message without sender', async () => {
		expect((await create([{ message: 'x' }])).status).toBe(400);
		expect(sandbox().state.conversations.byExternalId('c1')).toBeUndefined();
	});

	it('are listed without messages, for all, an account and an organization', async () => {
		const { user, fromUser, fromAdmin } = people();
		const { id } = (await create([{ message: 'x', from: fromUser, to: [fromAdmin] }])).body;
		const account = sandbox().state.accounts.get(user.accountIds[0]);
		const parents = [
			'',
			`/accounts/${account?.id}`,
			...user.organizationIds.map((organizationId) => `/organizations/${organizationId}`),
		];
		for (const parent of parents) {
			const { results } = (await call('GET', `/resources${parent}/conversations`)).body;
			const row = results.find((one) => one.id === id);
			expect(row).toMatchObject({ externalId: 'c1', externalUrl: null, subject: 'Export' });
			expect(row).not.toHaveProperty('messages');
		}
		const byExternalId = `/resources/accounts/${account?.externalId}/conversations`;
		expect((await call('GET', byExternalId)).status).toBe(404);
	});

	it('are destroyed, with or without the id in the body', async () => {
		for (const body of [undefined, { id: 'any' }]) {
			const { id } = (await create()).body;
			expect((await call('DELETE', `/resources/conversations/${id}`, body)).status).toBe(204);
			expect((await call('GET', `/resources/conversations/${id}`)).status).toBe(404);
		}
	});

	it('refuse a known external id', async () => {
		await create();
		expect((await create()).status).toBe(400);
	});
});

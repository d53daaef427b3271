import { clientOfSuite } from './client.cts';

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

	it('are added to a conversation, read and deleted', async () => {
		const before = conversation().messages.length;
		const { id, ...created } = (await create()).body;
		expect(created).toMatchObject({
			...body(),
			type: 'outbound',
			conversationId: conversation().id,
			cc: [],
			bcc: [],
		});
		expect(conversation().messages).toHaveLength(before + 1);
		expect((await call('GET', `/resources/messages/${id}`)).body).toEqual({ id, ...created });
		expect((await call('DELETE', `/resources/messages/${id}`)).status).toBe(204);
		expect((await call('DELETE', `/resources/messages/${id}`)).status).toBe(404);
		expect(conversation().messages).toHaveLength(before);
	});

	it.each(['externalId', 'message', 'from', 'to'])('want %s', async (field) => {
		const message: Record<string, unknown> = body();
		delete message[field];
		expect((await create(message)).status).toBe(400);
		expect(sandbox().contractRefusals()).toHaveLength(1);
	});

	it('need the service id of their conversation', async () => {
		for (const id of ['unknown', conversation().externalId]) {
			const path = `/resources/conversations/${id}/messages`;
			expect((await call('POST', path, body())).status).toBe(404);
		}
	});

	it('are neither read nor deleted by external id', async () => {
		await create();
		expect((await call('GET', '/resources/messages/m')).status).toBe(404);
		expect((await call('DELETE', '/resources/messages/m')).status).toBe(404);
	});

	it('have no list and no update', async () => {
		const path = `/resources/conversations/${conversation().id}/messages`;
		expect((await call('GET', path)).status).toBe(405);
		expect((await call('PUT', '/resources/messages/m', {})).status).toBe(405);
	});
});

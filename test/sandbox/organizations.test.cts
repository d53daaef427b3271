import { clientOfSuite, standingClock, startClient } from './client.cts';

const PATH = '/resources/organizations';

describe('organizations', () => {
	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ now: clock.now });

	const create = (body: object = {}) =>
		call('POST', PATH, { externalId: 'group', name: 'Group', ...body });

	it('are created, found by either id, and changed; traits merge', async () => {
		const created = await create({ traits: { mrr: 5, region: 'Asia' } });
		expect(created.body).toMatchObject({ externalId: 'group', mrr: 5, accountsCount: 0 });
		clock.pass(1000);
		const change = { name: 'Other', traits: { region: null, tier: 'A' } };
		const changed = await call('PUT', `${PATH}/group`, change);
		expect(changed.body).toMatchObject({
			id: created.body.id,
			name: 'Other',
			createdAt: created.body.createdAt,
			updatedAt: new Date(clock.now()).toISOString(),
		});
		expect(changed.body.traits).toEqual({ mrr: 5, tier: 'A' });
		expect((await call('GET', `${PATH}/${created.body.id}`)).body).toEqual(changed.body);
		expect((await call('GET', `${PATH}/unknown`)).status).toBe(404);
	});

	it('are destroyed with what belongs to them alone; their accounts stay, without them', async () => {
		const { state } = sandbox();
		const account = [...state.accounts.all()].find((one) => one.organizationId !== null);
		const id = String(account?.organizationId);
		const noteDate = '2026-11-01T10:00:00Z';
		const post = async (body: object) =>
			(await call('POST', '/resources/notes', { note: 'x', noteDate, ...body })).body.id;
		const [own, ofAccount] = [
			await post({ organizationId: id }),
			await post({ accountId: account?.id }),
		];
		const user = await call('POST', '/resources/users', {
			externalId: 'u',
			organizationIds: [id],
		});
		expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(204);
		expect((await call('GET', `${PATH}/${id}`)).status).toBe(404);
		expect((await call('GET', `/resources/notes/${own}`)).status).toBe(404);
		expect((await call('GET', `/resources/users/${user.body.id}`)).status).toBe(404);
		expect((await call('GET', `/resources/notes/${ofAccount}`)).body.organizationId).toBeNull();
		expect(
			(await call('GET', `/resources/accounts/${account?.id}`)).body.organizationId,
		).toBeNull();
		const left = [...state.users.all(), ...state.conversations.all()];
		expect(left.filter((row) => row.organizationIds.includes(id))).toEqual([]);
	});
});

describe('a POST with a known external id', () => {
	it.each([
		['organizations', {}, 'refuse', 400, 'First', 1],
		['organizations', {}, 'upsert', 200, 'Second', 1],
		['organizations', {}, 'create', 200, 'First', 2],
		['users', { accountIds: ['a'] }, 'refuse', 400, 'First', 1],
		['users', { accountIds: ['a'] }, 'upsert', 200, 'Second', 1],
		['users', { accountIds: ['a'] }, 'create', 200, 'First', 2],
	] as const)('%s %j: %s', async (kind, body, duplicateExternalId, status, name, count) => {
		const [sandbox, call] = await startClient({ seed: 'empty', duplicateExternalId });
		const account = await call('POST', '/resources/accounts', { externalId: 'a', name: 'A' });
		const ties = 'accountIds' in body ? { accountIds: [account.body.id] } : {};
		const post = (text: string) =>
			call('POST', `/resources/${kind}`, { externalId: 'x', name: text, ...ties });
		await post('First');
		expect((await post('Second')).status).toBe(status);
		expect((await call('GET', `/resources/${kind}/x`)).body.name).toBe(name);
		expect(sandbox.state[kind].size).toBe(count);
		await sandbox.close();
	});
});

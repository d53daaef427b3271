import { addDeal } from '../fixtures/customObjects.cts';
import { clientOfSuite } from './client.cts';

describe('Analytics account messages', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });

	const send = (body: object) =>
		call('POST', '/analytics/v1/account', { accountId: 'acme', ...body });
	const account = async () => (await call('GET', '/resources/accounts/acme')).body;

	it('create an account, then update it', async () => {
		const first = await send({ messageId: '1', traits: { name: 'Acme', plan: 'Growth' } });
		expect([first.status, first.body]).toEqual([200, { message: 'Success.' }]);
		expect(await account()).toMatchObject({ name: 'Acme', traits: { plan: 'Growth' } });
		await send({ messageId: '2', traits: { seats: 5 }, organizationId: 'org' });
		const [organization] = sandbox().state.organizations.all();
		expect(await account()).toMatchObject({
			name: 'Acme',
			traits: { plan: 'Growth', seats: 5 },
			organizationId: organization.id,
		});
	});

	it('count once per messageId, or per text when only the timestamp is sent', async () => {
		await send({ messageId: '1', traits: { seats: 1 } });
		await send({ messageId: '1', traits: { seats: 2 } });
		expect((await account()).traits).toEqual({ seats: 1 });
		const timestamp = '2026-11-20T00:00:00Z';
		await send({ timestamp, traits: { seats: 3 } });
		await call('PUT', '/resources/accounts/acme', { traits: { seats: 4 } });
		await send({ timestamp, traits: { seats: 3 } });
		expect((await account()).traits).toEqual({ seats: 4 });
	});

	it('are answered 400 while the type is blocked', async () => {
		sandbox().blockedMessages.add('account');
		expect((await send({ messageId: '1' })).status).toBe(400);
		expect(sandbox().state.accounts.size).toBe(0);
	});

	it('come in batches too', async () => {
		const batch = ['a', 'b'].map((accountId) => ({
			type: 'account',
			accountId,
			messageId: accountId,
		}));
		expect((await call('POST', '/analytics/v1/batch', batch)).status).toBe(200);
		expect(sandbox().state.accounts.size).toBe(2);
		expect(sandbox().requests[0].authorization).toBe('analytics');
	});
});

describe('Analytics messages of the other types', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });
	beforeEach(() => {
		addDeal(sandbox());
	});

	let sent = 0;
	const send = async (type: string, body: object) =>
		await call('POST', `/analytics/v1/${type}`, { messageId: `m${(sent += 1)}`, ...body });
	const user = () => sandbox().state.users.byExternalId('u');

	it('create an organization, then update it', async () => {
		await send('organization', { organizationId: 'g', traits: { name: 'Group', plan: 'Gold' } });
		await send('organization', { organizationId: 'g', traits: { plan: null, seats: 5 } });
		const organization = (await call('GET', '/resources/organizations/g')).body;
		expect(organization).toMatchObject({ name: 'Group', traits: { seats: 5 } });
		expect(organization.traits).not.toHaveProperty('plan');
	});

	it('create a user with its account, then tie it to another one and untie it', async () => {
		const traits = {
			name: 'Ann',
			email: 'ann@customer.example',
			createdAt: '2026-01-01',
			vip: true,
		};
		await send('user', { userId: 'u', accountId: 'new', traits });
		await send('user', { userId: 'u', accountId: 'A1', organizationId: 'O1', traits: {} });
		const created = sandbox().state.accounts.byExternalId('new');
		expect(user()).toMatchObject({
			name: 'Ann',
			email: 'ann@customer.example',
			joinDate: '2026-01-01',
			traits: { vip: true },
			accountIds: [created?.id, 'acc-1'],
			organizationIds: ['org-1'],
		});
		expect(sandbox().state.users.countOf('acc-1')).toBe(1);
		await send('unlink', { userId: 'u', accountId: 'A1' });
		await send('unlink', { userId: 'u', accountId: 'A2' });
		expect(user()).toMatchObject({ accountIds: [created?.id] });
		expect(sandbox().state.users.countOf('acc-1')).toBe(0);
	});

	it("count an event of a user alone for the user's latest account", async () => {
		for (const accountId of ['A1', 'A2'])
			await send('user', { userId: 'u', accountId, traits: {} });
		const timestamp = '2026-11-20T00:00:00.000Z';
		await send('track', { event: 'Login', properties: { a: { b: 1 } }, userId: 'u', timestamp });
		await send('track', { event: 'Invoice', properties: {}, accountId: 'A1' });
		await send('track', { event: 'Merger', properties: {}, organizationId: 'O1' });
		const nobody = { userId: null, accountId: null, organizationId: null };
		expect(sandbox().state.events).toMatchObject([
			{ ...nobody, event: 'Login', userId: user()?.id, accountId: 'acc-2', at: timestamp },
			{ ...nobody, event: 'Invoice', accountId: 'acc-1' },
			{ ...nobody, event: 'Merger', organizationId: 'org-1' },
		]);
	});

	it('create an instance of a custom object, then update it', async () => {
		const deal = { customObjectId: 'obj-1', externalId: 'D9', accountId: 'A1' };
		await send('customobjectinstance', { ...deal, name: 'Renewal', traits: { stage: 'open' } });
		await send('customobjectinstance', { ...deal, organizationId: 'O1', traits: { sum: 7 } });
		expect(sandbox().state.instances.size).toBe(2);
		expect(sandbox().state.instances.byExternalId('D9')).toMatchObject({
			name: 'Renewal',
			customObjectId: 'obj-1',
			customerId: 'acc-1',
			organizationId: 'org-1',
			traits: { stage: 'open', sum: 7 },
		});
	});

	it.each([
		['organization', { traits: {} }, /organizationId/],
		['user', { userId: 'u', traits: {} }, /accountId.*organizationId/],
		['user', { userId: 'u', accountId: 'A1' }, /traits/],
		['track', { event: 'Login', properties: {} }, /userId.*accountId.*organizationId/],
		['track', { event: 'Login', userId: 'u' }, /properties/],
		['track', { properties: {}, userId: 'u' }, /event/],
		['track', { event: 'Login', properties: {}, userId: 'u', traits: {} }, /traits/],
		['unlink', { userId: 'u' }, /accountId/],
		['unlink', { userId: 'u', accountId: 'A1', organizationId: 'O1' }, /organizationId/],
		[
			'customobjectinstance',
			{ customObjectId: 'obj-1', externalId: 'D9', traits: {} },
			/accountId/,
		],
		[
			'customobjectinstance',
			{ customObjectId: 'obj-9', externalId: 'D9', accountId: 'A1', traits: {} },
			/customObjectId/,
		],
		[
			'customobjectinstance',
			{ customObjectId: 'obj-1', externalId: 'D9', accountId: 'A9', traits: {} },
			/accountId/,
		],
	])('are refused with a reason: %s %j', async (type, body, reason) => {
		const { status, body: answer } = await send(type, body);
		expect([status, answer.error]).toEqual([400, expect.stringMatching(reason)]);
		const batch = await call('POST', '/analytics/v1/batch', [{ type, messageId: 'm', ...body }]);
		expect([batch.status, batch.body.error]).toEqual([400, expect.stringMatching(reason)]);
		expect(sandbox().state.users.size).toBe(0);
		expect(sandbox().state.instances.size).toBe(1);
	});

	it('come mixed in one batch, and are carried out in their order', async () => {
		const message = (type: string, body: object) => ({
			type,
			messageId: `m${(sent += 1)}`,
			...body,
		});
		const { status } = await call('POST', '/analytics/v1/batch', [
			message('organization', { organizationId: 'g' }),
			message('account', { accountId: 'a', organizationId: 'g' }),
			message('user', { userId: 'u', accountId: 'a', traits: {} }),
			message('user', { userId: 'u', accountId: 'A1', traits: {} }),
			message('unlink', { userId: 'u', accountId: 'A1' }),
			message('track', { event: 'Login', properties: {}, userId: 'u' }),
		]);
		expect(status).toBe(200);
		const account = sandbox().state.accounts.byExternalId('a');
		expect(sandbox().state.events).toMatchObject([{ accountId: account?.id }]);
		expect(user()?.accountIds).toEqual([account?.id]);
	});

	it('count once, also when the first of them came by itself', async () => {
		const event = { event: 'Login', properties: {}, userId: 'u', messageId: 'once' };
		await call('POST', '/analytics/v1/track', event);
		await call('POST', '/analytics/v1/batch', [{ type: 'track', ...event }]);
		const timed = {
			event: 'Login',
			properties: {},
			userId: 'u',
			timestamp: '2026-11-20T00:00:00Z',
		};
		await call('POST', '/analytics/v1/track', timed);
		await call('POST', '/analytics/v1/batch', [{ type: 'track', ...timed }]);
		expect(sandbox().state.events).toHaveLength(2);
	});

	it('are all answered 400 when one of them is of a blocked type', async () => {
		sandbox().blockedMessages.add('track');
		const batch = [
			{ type: 'account', accountId: 'a', messageId: '1' },
			{ type: 'track', event: 'Login', properties: {}, accountId: 'a', messageId: '2' },
		];
		const { status, body } = await call('POST', '/analytics/v1/batch', batch);
		expect([status, body.error]).toEqual([400, 'Track messages are blocked.']);
		expect(sandbox().state.accounts.byExternalId('a')).toBeUndefined();
		expect(sandbox().state.events).toEqual([]);
	});

	it('are at most 100 in a batch', async () => {
		const batch = Array.from({ length: 101 }, (_, n) => ({
			type: 'account',
			accountId: `a${n}`,
			messageId: `${n}`,
		}));
		expect((await call('POST', '/analytics/v1/batch', batch)).status).toBe(400);
		expect((await call('POST', '/analytics/v1/batch', batch.slice(1))).status).toBe(200);
	});
});

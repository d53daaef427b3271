import type { Sandbox } from '../../sandbox/sandbox.cts';
import { startClient } from './client.cts';
import type { Call } from './client.cts';

describe('Analytics messages of all types', () => {
	let sandbox: Sandbox;
	let call: Call;
	let messages = 0;

	beforeAll(async () => {
		[sandbox, call] = await startClient({ seed: 'empty' });
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const send = async (type: string, body: object) =>
		(
			await call('POST', `/analytics/v1/${type}`, {
				messageId: `message-${(messages += 1)}`,
				...body,
			})
		).status;
	const get = async (path: string) => (await call('GET', `/resources/${path}`)).body;

	it('organization: is created, then updated', async () => {
		expect(
			await send('organization', { organizationId: 'o', traits: { name: 'O', tier: 1 } }),
		).toBe(200);
		await send('organization', { organizationId: 'o', traits: { region: 'Asia' } });
		expect(await get('organizations/o')).toMatchObject({
			name: 'O',
			traits: { tier: 1, region: 'Asia' },
		});
	});

	it('user: is created with the account and organization that nobody knew', async () => {
		const traits = {
			name: 'U',
			email: 'u@a.example',
			avatar: 'https://a.example/u.png',
			createdAt: '2026-01-01T00:00:00Z',
			role: 'Buyer',
		};
		expect(await send('user', { userId: 'u', accountId: 'a', organizationId: 'o', traits })).toBe(
			200,
		);
		expect(await get('users/u')).toMatchObject({
			name: 'U',
			email: 'u@a.example',
			avatar: 'https://a.example/u.png',
			joinDate: '2026-01-01T00:00:00Z',
			traits: { role: 'Buyer' },
			accounts: [{ externalId: 'a' }],
			organizations: [{ externalId: 'o' }],
		});
		await send('user', { userId: 'u', accountId: 'b', traits: {} });
		expect((await get('users/u')).accounts).toHaveLength(2);
	});

	it('unlink: ends the tie to one account, and does nothing where there is none', async () => {
		await send('user', { userId: 'u', accountId: 'a', traits: {} });
		await send('user', { userId: 'u', accountId: 'b', traits: {} });
		expect(await send('unlink', { userId: 'u', accountId: 'a' })).toBe(200);
		expect((await get('users/u')).accounts).toMatchObject([{ externalId: 'b' }]);
		expect(await send('unlink', { userId: 'nobody', accountId: 'a' })).toBe(200);
	});

	it('track: is kept for the tests to see', async () => {
		const event = { userId: 'u', event: 'Exported', properties: { rows: 5 } };
		expect(await send('track', event)).toBe(200);
		expect(sandbox.state.events).toMatchObject([{ type: 'track', ...event }]);
	});

	it('custom object instance: is created, then updated, by ids of the caller', async () => {
		await call('POST', '/resources/accounts', { externalId: 'a', name: 'A' });
		const { id } = sandbox.state.customObjects.insert({
			...sandbox.state.newRow(),
			name: 'deals',
			label: 'Deals',
			syncActive: true,
			writeMode: 'writable',
			customFields: [],
		});
		const deal = { externalId: 'd', customObjectId: id, accountId: 'a' };
		await send('customobjectinstance', { ...deal, name: 'D', traits: { stage: 'Won' } });
		await send('customobjectinstance', { ...deal, traits: { amount: 5 } });
		const account = sandbox.state.accounts.byExternalId('a');
		expect([...sandbox.state.instances.all()]).toMatchObject([
			{ name: 'D', customerId: account?.id, traits: { stage: 'Won', amount: 5 } },
		]);
		const unknown = { ...deal, customObjectId: 'unknown', traits: {} };
		expect(await send('customobjectinstance', unknown)).toBe(400);
	});

	it.each([
		['organization', {}],
		['user', { userId: 'u', accountId: 'a' }],
		['user', { userId: 'u', traits: {} }],
		['track', { userId: 'u', event: 'E' }],
		['track', { event: 'E', properties: {} }],
		['unlink', { userId: 'u' }],
		['unlink', { userId: 'u', organizationId: 'o' }],
		['customobjectinstance', { externalId: 'd', customObjectId: 'c', traits: {} }],
		['user', { userId: 'u', accountId: 'a', traits: {}, messageId: undefined }],
		['organization', { organizationId: 'o', name: 'O' }],
	])('%s: refuses %j', async (type, body) => {
		expect(await send(type, body)).toBe(400);
		expect(sandbox.contractRefusals()).toHaveLength(1);
	});

	const batch = (...bodies: object[]) => call('POST', '/analytics/v1/batch', bodies);
	const typed = (type: string, body: object) => ({ type, messageId: `${type} 1`, ...body });

	it('come in one batch, in their order, and count once', async () => {
		const bodies = [
			typed('organization', { organizationId: 'o' }),
			typed('account', { accountId: 'a', organizationId: 'o' }),
			typed('user', { userId: 'u', accountId: 'a', traits: {} }),
			typed('track', { userId: 'u', event: 'E', properties: {} }),
			typed('unlink', { userId: 'u', accountId: 'a' }),
		];
		expect((await batch(...bodies)).status).toBe(200);
		expect((await batch(...bodies)).status).toBe(200);
		expect((await get('users/u')).accounts).toEqual([]);
		expect(sandbox.state.events).toHaveLength(1);
		expect(sandbox.state.counts()).toMatchObject({ organizations: 1, accounts: 1, users: 1 });
	});

	it('are all refused with one that is blocked or that the contract does not know', async () => {
		sandbox.blockedMessages.add('track');
		const good = typed('account', { accountId: 'a' });
		for (const bad of [
			typed('track', { userId: 'u', event: 'E', properties: {} }),
			typed('page', { userId: 'u' }),
			typed('user', { userId: 'u', traits: {} }),
		]) {
			expect((await batch(good, bad)).status).toBe(400);
		}
		expect(sandbox.state.accounts.size).toBe(0);
	});
});

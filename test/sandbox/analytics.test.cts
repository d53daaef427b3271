import type { Sandbox } from '../../sandbox/sandbox.cts';
import { startClient } from './client.cts';
import type { Call } from './client.cts';

describe('Analytics account messages', () => {
	let sandbox: Sandbox;
	let call: Call;

	beforeAll(async () => {
		[sandbox, call] = await startClient({ seed: 'empty' });
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const send = (body: object) =>
		call('POST', '/analytics/v1/account', { accountId: 'acme', ...body });
	const account = async () => (await call('GET', '/resources/accounts/acme')).body;

	it('create an account, then update it', async () => {
		const first = await send({ messageId: '1', traits: { name: 'Acme', plan: 'Growth' } });
		expect([first.status, first.body]).toEqual([200, { message: 'Success.' }]);
		expect(await account()).toMatchObject({ name: 'Acme', traits: { plan: 'Growth' } });
		await send({ messageId: '2', traits: { seats: 5 }, organizationId: 'org' });
		const [organization] = sandbox.state.organizations.all();
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
		sandbox.blockedMessages.add('account');
		expect((await send({ messageId: '1' })).status).toBe(400);
		expect(sandbox.state.accounts.size).toBe(0);
	});

	it('come in batches too', async () => {
		const batch = ['a', 'b'].map((accountId) => ({
			type: 'account',
			accountId,
			messageId: accountId,
		}));
		expect((await call('POST', '/analytics/v1/batch', batch)).status).toBe(200);
		expect(sandbox.state.accounts.size).toBe(2);
		expect(sandbox.requests[0].authorization).toBe('analytics');
	});
});

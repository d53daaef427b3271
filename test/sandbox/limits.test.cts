import type { LimitSettings } from '../../sandbox/limits.cts';
import { clientOfSuite, standingClock } from './client.cts';

describe('limits', () => {
	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ seed: 'empty', now: clock.now });

	const set = (limits: Partial<LimitSettings>) => Object.assign(sandbox().limits, limits);
	const get = async () => {
		const { status, headers } = await call('GET', '/resources/accounts');
		const [remaining, reset] = ['Remaining', 'Reset'].map((name) =>
			headers.get(`RateLimit-${name}`),
		);
		return [status, remaining, reset];
	};

	it('as a sliding window: a request counts until it leaves the window', async () => {
		set({ budget: 2 });
		expect(await get()).toEqual([200, '1', '60']);
		clock.pass(20_000);
		expect(await get()).toEqual([200, '0', '40']);
		expect(await get()).toEqual([429, '0', '40']);
		clock.pass(40_000);
		expect(await get()).toEqual([200, '0', '20']);
	});

	it('as a token bucket: units refill one by one', async () => {
		set({ mode: 'tokenBucket', budget: 6 });
		for (let left = 5; left >= 0; left -= 1) expect(await get()).toEqual([200, String(left), '10']);
		expect(await get()).toEqual([429, '0', '10']);
		clock.pass(4_000);
		expect(await get()).toEqual([429, '0', '6']);
		clock.pass(6_000);
		expect(await get()).toEqual([200, '0', '10']);
		clock.pass(600_000);
		expect(await get()).toEqual([200, '5', '10']);
	});

	it.each(['slidingWindow', 'tokenBucket'] as const)('charge writes more in a %s', async (mode) => {
		set({ mode, budget: 10, writeCost: 4 });
		const write = () => call('PUT', '/resources/accounts/unknown', {});
		expect((await write()).headers.get('RateLimit-Remaining')).toBe('6');
		expect((await write()).headers.get('RateLimit-Remaining')).toBe('2');
		expect((await write()).status).toBe(429);
		expect((await get())[0]).toBe(200);
	});

	it('return 429 without effect, and with Retry-After only when configured', async () => {
		set({ budget: 0 });
		const body = { externalId: 'a', name: 'A' };
		const rejected = await call('POST', '/resources/accounts', body);
		expect(rejected.status).toBe(429);
		expect(rejected.body).toEqual({ error: 'Too many requests.' });
		expect(rejected.headers.has('Retry-After')).toBe(false);
		expect(sandbox().state.accounts.size).toBe(0);
		expect(sandbox().requests[0]).toMatchObject({ status: 429, body });
		set({ budget: 1, retryAfter: true });
		await get();
		clock.pass(15_000);
		const { headers } = await call('GET', '/resources/accounts');
		expect(headers.get('Retry-After')).toBe('45');
	});

	it('count each key for itself', async () => {
		set({ budget: 1 });
		await get();
		const message = { accountId: 'a', messageId: '1' };
		expect((await call('POST', '/analytics/v1/account', message)).status).toBe(200);
		expect((await get())[0]).toBe(429);
	});
});

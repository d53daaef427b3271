import type { LimitSettings } from '../../sandbox/limits.cts';
import { clientOfSuite, standingClock } from './client.cts';

/** How either model counts shows in test/models/limiter. */
describe('limits', () => {
	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ seed: 'empty', now: clock.now });

	const set = (limits: Partial<LimitSettings>) => Object.assign(sandbox().limits, limits);
	const get = async () => await call('GET', '/resources/accounts');

	it('return 429 without effect, and with Retry-After only when configured', async () => {
		set({ budget: 0 });
		const body = { externalId: 'a', name: 'A' };
		const rejected = await call('POST', '/resources/accounts', body);

		expect(rejected.status).toBe(429);
		expect(rejected.body).toEqual({ error: 'Too many requests.' });
		expect({ hasRetryAfter: rejected.headers.has('Retry-After') }).toEqual({
			hasRetryAfter: false,
		});
		expect(sandbox().state.accounts.size).toBe(0);
		expect(sandbox().requests[0]).toMatchObject({ status: 429, body });

		set({ budget: 1, retryAfter: true });
		await get();
		clock.pass(15_000);

		expect((await get()).headers.get('Retry-After')).toBe('45');
	});

	it('count each key for itself', async () => {
		set({ budget: 1 });
		await get();
		const message = { accountId: 'a', messageId: '1' };

		expect((await call('POST', '/analytics/v1/account', message)).status).toBe(200);
		expect((await get()).status).toBe(429);
	});
});

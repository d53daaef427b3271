import type { LimitSettings } from '../../sandbox/limits.cts';
import { clientOfSuite, standingClock } from './client.cts';

/** How either model counts shows in test/models/limiter. */
describe('the rate limit of the sandbox', () => {
	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ seed: 'empty', now: clock.now });

	const set = (limits: Partial<LimitSettings>) => Object.assign(sandbox().limits, limits);
	const get = async () => await call('GET', '/resources/accounts');

	it('answers 429 without effect when the budget is used up', async () => {
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
	});

	it('sends Retry-After, the rest of the minute in seconds, when that is configured', async () => {
		set({ budget: 1, retryAfter: true });
		await get();
		clock.pass(15_000);

		const rejected = await get();

		expect(rejected.headers.get('Retry-After')).toBe('45');
	});

	it('counts the requests of each key by themselves', async () => {
		set({ budget: 1 });
		await get();

		const withAnotherKey = await call('POST', '/analytics/v1/account', {
			accountId: 'a',
			messageId: '1',
		});
		const withTheSameKey = await get();

		expect(withAnotherKey.status).toBe(200);
		expect(withTheSameKey.status).toBe(429);
	});
});

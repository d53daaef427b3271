import { RateLimiters } from '../../../nodes/Vitally/transport/limits/rateLimiter';

describe('the rate limiters of a process', () => {
	const clock = { now: 0 };
	const limiters = new RateLimiters(
		() => clock.now,
		() => 0,
	);

	it('are shared under one key and apart under two', () => {
		expect(limiters.of('a')).toBe(limiters.of('a'));
		expect(limiters.of('a')).not.toBe(limiters.of('b'));
	});

	it('go away when they are not used, and stay as long as somebody waits for them', () => {
		const [used, unused] = [limiters.of('a'), limiters.of('b')];
		clock.now += 599_000;
		used.waitMs('GET');
		clock.now += 2_000;
		expect(limiters.of('a')).toBe(used);
		expect(limiters.of('b')).not.toBe(unused);
	});
});

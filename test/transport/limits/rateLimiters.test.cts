import { RateLimiters } from '../../../nodes/Vitally/transport/limits/rateLimiters';

describe('the budgets of a process', () => {
	const clock = { now: 0 };
	const budgets = new RateLimiters(
		() => clock.now,
		() => 0,
	);

	it('are shared under one name and apart under two', () => {
		expect(budgets.of('a')).toBe(budgets.of('a'));
		expect(budgets.of('a')).not.toBe(budgets.of('b'));
	});

	it('go away when they are not used, and stay as long as somebody waits in them', () => {
		const [used, unused] = [budgets.of('a'), budgets.of('b')];
		clock.now += 599_000;
		used.waitMs('GET');
		clock.now += 2_000;
		expect(budgets.of('a')).toBe(used);
		expect(budgets.of('b')).not.toBe(unused);
	});
});

import fc from 'fast-check';

import { RateLimiter } from '../../../nodes/Vitally/transport/limits/rateLimiter';

type Charge = ReturnType<RateLimiter['reserve']>;

const WINDOW_MS = 6_000;
const LIMIT_OF_TEN = { 'ratelimit-limit': '10, 10;window=6' };

/** A budget on a clock that stands still until it is set. */
function budgetAt(start: number) {
	const clock = { now: start };
	return {
		clock,
		budget: new RateLimiter(
			() => clock.now,
			() => 0,
		),
	};
}

function headers(remaining: number, resetS: number): Record<string, string> {
	return {
		'ratelimit-limit': '1000, 1000;window=6',
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(resetS),
	};
}

/** Charges as many requests as may leave at once. */
function leave(budget: RateLimiter, method: string): Charge[] {
	const charges: Charge[] = [];
	while (charges.length < 2000 && budget.waitMs(method) === 0) charges.push(budget.reserve(method));
	return charges;
}

/** Moves the clock on until a request may leave, and says when that was. */
function waitFor(budget: RateLimiter, clock: { now: number }, method = 'POST'): number {
	const late = clock.now + 3_600_000;
	for (let wait = budget.waitMs(method); wait > 0; wait = budget.waitMs(method)) {
		clock.now += wait;
		if (clock.now > late) throw new Error('It waits for ever');
	}
	return clock.now;
}

describe('a budget', () => {
	it('holds nothing back before the service has named a limit, or when it names none', () => {
		const { clock, budget } = budgetAt(0);
		expect(leave(budget, 'POST')).toHaveLength(2000);
		budget.confirm(budget.reserve('POST'), 200, { 'content-type': 'application/json' });
		budget.confirm(budget.reserve('POST'), 429, {});
		clock.now = 1;
		expect(leave(budget, 'POST')).toHaveLength(2000);
	});

	it('counts what is under way, and keeps a hundredth for other processes', () => {
		const { budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(100, 5.9));
		expect(leave(budget, 'GET')).toHaveLength(90);
	});

	it('trusts the lower of two answers that overtook each other', () => {
		const { budget } = budgetAt(0);
		const [early, late] = [budget.reserve('GET'), budget.reserve('GET')];
		budget.confirm(late, 200, headers(50, 5.9));
		budget.confirm(early, 200, headers(51, 5.9));
		expect(leave(budget, 'GET')).toHaveLength(40);
	});

	it('gives back what never left', () => {
		const { budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(100, 5.9));
		const charges = leave(budget, 'GET');
		for (const charge of charges) budget.cancel(charge);
		expect(leave(budget, 'GET')).toHaveLength(charges.length);
	});

	it('counts what got no answer until a request that was sent later is answered', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(50, 5.9));
		const overlapping = budget.reserve('GET');
		budget.expire(budget.reserve('GET'));
		clock.now = 1;
		budget.confirm(overlapping, 200, headers(49, 5.9));
		const later = budget.reserve('GET');
		expect(leave(budget, 'GET').map((charge) => budget.cancel(charge))).toHaveLength(37);
		clock.now = 2;
		budget.confirm(later, 200, headers(47, 5.9));
		expect(leave(budget, 'GET')).toHaveLength(37);
	});

	it('forgets a request that nobody ended when its window is over', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(999, 5.9));
		leave(budget, 'GET');
		expect(budget.waitMs('GET')).toBe(250);
		clock.now = WINDOW_MS;
		expect(budget.waitMs('GET')).toBe(0);
	});

	it('expects units to return steadily to a token bucket', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(0, 0.006));
		// 11 units at 1000 in 6 seconds: one to spend, ten to keep.
		expect(waitFor(budget, clock, 'GET')).toBe(66);
		expect(leave(budget, 'GET')).toHaveLength(1);
	});

	it('expects a unit to leave a sliding window a window after its own request', () => {
		const { clock, budget } = budgetAt(0);
		const charges = leave(budget, 'GET').slice(0, 1000);
		charges.forEach((charge, index) => {
			clock.now = index;
			budget.confirm(charge, 200, headers(999 - index, (WINDOW_MS - index) / 1000));
		});
		// Half of the 2000 charged at the start was never sent; the window outlasts them.
		clock.now = 1_000;
		expect(waitFor(budget, clock, 'GET')).toBe(WINDOW_MS + 10);
	});

	it('does not expect what others spent to leave before its own request that came first', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, { ...headers(0, 5.9), ...LIMIT_OF_TEN });
		expect(waitFor(budget, clock, 'GET')).toBe(WINDOW_MS);
	});

	it('lets no more leave than there is after a window without news', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, { ...headers(0, 5.9), ...LIMIT_OF_TEN });
		clock.now = WINDOW_MS;
		expect(leave(budget, 'GET')).toHaveLength(9);
	});

	it('holds every request back after a 429 for as long as the service asks', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(500, 0.006));
		budget.confirm(budget.reserve('POST'), 429, { ...headers(500, 0.006), 'retry-after': '3' });
		expect(budget.waitMs('GET')).toBe(250);
		expect(budget.blockedMs()).toBe(3_000);
		expect(waitFor(budget, clock, 'GET')).toBe(3_000);
		expect(budget.blockedMs()).toBe(0);
	});

	it('lets a request try again after ten minutes, whatever the service asked for', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 429, { 'retry-after': '86400' });
		expect(waitFor(budget, clock)).toBe(600_000);
	});

	it('keeps more free after a 429', () => {
		const { clock, budget } = budgetAt(0);
		budget.confirm(budget.reserve('GET'), 200, headers(100, 0.006));
		budget.confirm(budget.reserve('GET'), 429, headers(100, 0.006));
		clock.now += budget.blockedMs();
		expect(leave(budget, 'GET')).toHaveLength(90);
	});

	it('never waits a negative time or for ever', () => {
		const seconds = fc.oneof(
			fc.nat(120).map(String),
			fc.double({ min: 0, max: 120, noNaN: true }).map(String),
		);
		const header = fc.record(
			{
				'RateLimit-Limit': fc
					.tuple(fc.nat(2000), fc.integer({ min: 1, max: 120 }))
					.map(([limit, window]) => `${limit}, ${limit};window=${window}`),
				'RateLimit-Remaining': fc.nat(2000).map(String),
				'RateLimit-Reset': seconds,
				'Retry-After': seconds,
			},
			{ requiredKeys: [] },
		);
		const step = fc.record({
			passedMs: fc.nat(5_000),
			method: fc.constantFrom('GET', 'POST'),
			happens: fc.constantFrom('charge', 'charge', 'settle', 'settle', 'refund', 'unanswered'),
			which: fc.nat(),
			status: fc.constantFrom(200, 200, 404, 429),
			header,
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
				const { clock, budget } = budgetAt(0);
				const underWay: Charge[] = [];
				for (const { passedMs, method, happens, which, status, header: told } of steps) {
					clock.now += passedMs;
					const wait = budget.waitMs(method);
					expect(wait >= 0 && wait <= 250).toBe(true);
					if (happens === 'charge') underWay.push(budget.reserve(method));
					const [charge] = underWay.splice(
						which % (underWay.length || 1),
						happens === 'charge' ? 0 : 1,
					);
					if (charge && happens === 'settle') budget.confirm(charge, status, told);
					if (charge && happens === 'refund') budget.cancel(charge);
					if (charge && happens === 'unanswered') budget.expire(charge);
				}
				const from = clock.now;
				// Two minutes are the longest window and the longest pause above; jitter is off.
				expect(waitFor(budget, clock) - from).toBeLessThanOrEqual(120_000);
			}),
		);
	});
});

import fc from 'fast-check';

import { RateLimiter } from '../../../nodes/Vitally/transport/limits/rateLimiter';

type Reservation = ReturnType<RateLimiter['reserve']>;

const WINDOW_MS = 6_000;
const LIMIT_OF_TEN = { 'ratelimit-limit': '10, 10;window=6' };

/** A rate limiter on a clock that stands still until it is set. */
function limiterAt(start: number) {
	const clock = { now: start };
	return {
		clock,
		limiter: new RateLimiter(
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

/** Reserves as many requests as may leave at once. */
function leave(
	limiter: RateLimiter,
	method: string,
	waitMs = () => limiter.waitMs(method),
): Reservation[] {
	const reservations: Reservation[] = [];
	while (reservations.length < 2000 && waitMs() === 0) {
		reservations.push(limiter.reserve(method));
	}
	return reservations;
}

/** Moves the clock on until a request may leave, and says when that was. */
function waitFor(limiter: RateLimiter, clock: { now: number }, method = 'POST'): number {
	const late = clock.now + 3_600_000;
	for (let wait = limiter.waitMs(method); wait > 0; wait = limiter.waitMs(method)) {
		// As the queue does, because nobody may be able to tell how long it takes.
		clock.now += Math.min(wait, 250);
		if (clock.now > late) throw new Error('It waits for ever');
	}
	return clock.now;
}

describe('a rate limiter', () => {
	it('delays nothing before the service has named a limit, or when it names none', () => {
		const { clock, limiter } = limiterAt(0);
		expect(leave(limiter, 'POST')).toHaveLength(2000);
		limiter.confirm(limiter.reserve('POST'), 200, { 'content-type': 'application/json' });
		limiter.confirm(limiter.reserve('POST'), 429, {});
		clock.now = 1;
		expect(leave(limiter, 'POST')).toHaveLength(2000);
	});

	it('counts what is under way, and keeps a hundredth for other processes', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(100, 0.006));
		expect(leave(limiter, 'GET')).toHaveLength(90);
	});

	it('takes less than is left when others spend more than it does', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(999, 0.006));
		clock.now = 60;
		limiter.confirm(limiter.reserve('GET'), 200, headers(500, 0.006));
		const taken = leave(limiter, 'GET').length;
		expect(taken).toBeGreaterThan(0);
		expect(taken).toBeLessThan(20);
	});

	it('is at once as fast as ever after a minute in which nobody told it of others', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(999, 0.006));
		clock.now = 60;
		limiter.confirm(limiter.reserve('GET'), 200, headers(500, 0.006));
		clock.now += WINDOW_MS;
		expect(leave(limiter, 'GET')).toHaveLength(990);
		expect(limiter.mostInFlight).toBe(2);
	});

	it('trusts the lower of two answers that overtook each other', () => {
		const { limiter } = limiterAt(0);
		const [early, late] = [limiter.reserve('GET'), limiter.reserve('GET')];
		limiter.confirm(late, 200, headers(50, 0.006));
		limiter.confirm(early, 200, headers(51, 0.006));
		expect(leave(limiter, 'GET')).toHaveLength(40);
	});

	it('frees what never left', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(100, 5.9));
		const reservations = leave(limiter, 'GET');
		for (const reservation of reservations) limiter.cancel(reservation);
		expect(leave(limiter, 'GET')).toHaveLength(reservations.length);
	});

	it('counts what got no answer until a request that was sent later is answered', () => {
		const { clock, limiter } = limiterAt(0);
		const left = () => {
			const reservations = leave(limiter, 'GET', () => limiter.leastWaitMs('GET'));
			for (const reservation of reservations) limiter.cancel(reservation);
			return reservations.length;
		};
		limiter.confirm(limiter.reserve('GET'), 200, headers(50, 0.006));
		const overlapping = limiter.reserve('GET');
		limiter.expire(limiter.reserve('GET'));
		clock.now = 1;
		limiter.confirm(overlapping, 200, headers(49, 0.006));
		const later = limiter.reserve('GET');
		expect(left()).toBe(47);
		clock.now = 2;
		limiter.confirm(later, 200, headers(47, 0.006));
		expect(left()).toBe(47);
	});

	it('forgets a request that nobody ended when its window is over', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(999, 5.9));
		leave(limiter, 'GET');
		expect(limiter.waitMs('GET')).toBeGreaterThan(0);
		clock.now = WINDOW_MS;
		expect(limiter.waitMs('GET')).toBe(0);
	});

	it('expects units to return steadily to a token bucket', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(0, 0.006));
		// 11 units at 1000 in 6 seconds: one to spend, ten to keep.
		expect(waitFor(limiter, clock, 'GET')).toBe(66);
		expect(leave(limiter, 'GET')).toHaveLength(1);
	});

	it('expects a unit to leave a sliding window a window after its own request', () => {
		const { clock, limiter } = limiterAt(0);
		const reservations = leave(limiter, 'GET').slice(0, 1000);
		reservations.forEach((reservation, index) => {
			clock.now = index;
			limiter.confirm(reservation, 200, headers(999 - index, (WINDOW_MS - index) / 1000));
		});
		// Half of the 2000 reserved at the start was never sent; the window outlasts them.
		clock.now = 1_000;
		expect(waitFor(limiter, clock, 'GET')).toBe(WINDOW_MS + 10);
	});

	it('does not expect what others spent to leave before its own request that came first', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, { ...headers(0, 5.9), ...LIMIT_OF_TEN });
		expect(waitFor(limiter, clock, 'GET')).toBe(WINDOW_MS);
	});

	it('lets no more leave than there is after a window without news', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, { ...headers(0, 5.9), ...LIMIT_OF_TEN });
		clock.now = WINDOW_MS;
		expect(leave(limiter, 'GET')).toHaveLength(9);
	});

	it('blocks every request after a 429 for as long as the service asks', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(500, 0.006));
		limiter.confirm(limiter.reserve('POST'), 429, { ...headers(500, 0.006), 'retry-after': '3' });
		expect(limiter.waitMs('GET')).toBe(3_000);
		expect(limiter.leastWaitMs('GET')).toBe(3_000);
		expect(waitFor(limiter, clock, 'GET')).toBe(3_000);
		expect(limiter.leastWaitMs('GET')).toBe(0);
	});

	it('lets a request try again after ten minutes, whatever the service asked for', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 429, { 'retry-after': '86400' });
		expect(waitFor(limiter, clock)).toBe(600_000);
	});

	it('keeps more headroom after a 429', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(limiter.reserve('GET'), 200, headers(100, 0.006));
		limiter.confirm(limiter.reserve('GET'), 429, headers(100, 0.006));
		clock.now += limiter.leastWaitMs('GET');
		expect(leave(limiter, 'GET')).toHaveLength(90);
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
			happens: fc.constantFrom('reserve', 'reserve', 'confirm', 'confirm', 'cancel', 'expire'),
			which: fc.nat(),
			status: fc.constantFrom(200, 200, 404, 429),
			header,
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
				const { clock, limiter } = limiterAt(0);
				const underWay: Reservation[] = [];
				for (const { passedMs, method, happens, which, status, header: some } of steps) {
					clock.now += passedMs;
					const wait = limiter.waitMs(method);
					expect(wait).toBeGreaterThanOrEqual(limiter.leastWaitMs(method));
					if (happens === 'reserve') underWay.push(limiter.reserve(method));
					const [reservation] = underWay.splice(
						which % (underWay.length || 1),
						happens === 'reserve' ? 0 : 1,
					);
					if (reservation && happens === 'confirm') limiter.confirm(reservation, status, some);
					if (reservation && happens === 'cancel') limiter.cancel(reservation);
					if (reservation && happens === 'expire') limiter.expire(reservation);
				}
				const from = clock.now;
				// Two minutes are the longest window and the longest pause above; jitter is off.
				expect(waitFor(limiter, clock) - from).toBeLessThanOrEqual(120_000);
			}),
		);
	});
});

import fc from 'fast-check';

import { RateLimiter, readRateLimit } from '../../../nodes/Vitally/transport/limits/rateLimiter';

const WINDOW_MS = 6_000;

/** A rate limiter on a clock that is set by hand. */
function limiterAt(start: number) {
	const clock = { now: start };
	return { clock, limiter: new RateLimiter(() => clock.now) };
}

function headers(remaining: number, resetS: number): Record<string, string> {
	return {
		'ratelimit-limit': '1000, 1000;window=6',
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(resetS),
	};
}

describe('a rate limiter', () => {
	it('delays nothing before the service has named a limit, or when it names none', () => {
		const { limiter } = limiterAt(0);
		expect(limiter.waitMs(10)).toBe(0);
		limiter.confirm(0, 200, { 'content-type': 'application/json' });
		expect(limiter.waitMs(10)).toBe(0);
	});

	it('counts what is in flight', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(12, 5.9));
		expect(limiter.waitMs(3)).toBe(0);
		expect(limiter.waitMs(4)).toBeGreaterThan(0);
	});

	it('trusts the lower of two answers that overtook each other', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(2, 0.006));
		limiter.confirm(0, 200, headers(50, 0.006));
		expect(limiter.waitMs(0)).toBeGreaterThan(0);
	});

	it('expects units to return steadily to a token bucket', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(0, 0.006));
		expect(limiter.waitMs(0)).toBe(18);
	});

	it('expects a unit to leave a sliding window a window after its own request', () => {
		const { clock, limiter } = limiterAt(0);
		for (clock.now = 0; clock.now < 1000; clock.now += 100) {
			const resetS = (WINDOW_MS - clock.now) / 1000;
			limiter.confirm(clock.now, 200, headers(9 - clock.now / 100, resetS));
		}
		clock.now = 1_000;
		expect(limiter.waitMs(1)).toBe(WINDOW_MS + 500 - 1_000);
	});

	it('sends a single request when units of others may have left a sliding window', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(0, 4));
		expect(limiter.waitMs(0)).toBe(4_018);
		expect(limiter.waitMs(1)).toBe(WINDOW_MS);
	});

	it('expects everything to be back after a window without an answer', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(0, 5.9));
		clock.now = WINDOW_MS;
		expect(limiter.waitMs(9)).toBe(0);
	});

	it('blocks every request after a 429 for as long as the service asks', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(0, 429, { ...headers(500, 0.006), 'retry-after': '3' });
		expect(limiter.waitMs(0)).toBe(3_000);
		clock.now = 3_000;
		expect(limiter.waitMs(0)).toBe(0);
	});

	it('sends again after ten minutes, whatever the service asked for', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 429, { 'retry-after': '86400' });
		expect(limiter.waitMs(0)).toBe(600_000);
	});

	it('leaves more to others after a 429, for a while', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(0, 429, { ...headers(4, 0.006), 'retry-after': '0.001' });
		clock.now = 1;
		expect(limiter.waitMs(0)).toBeGreaterThan(0);
		clock.now = WINDOW_MS;
		limiter.confirm(clock.now, 200, headers(4, 0.006));
		expect(limiter.waitMs(0)).toBe(0);
	});

	it('never waits a negative or an infinite time', () => {
		const seconds = fc.oneof(
			fc.nat(120).map(String),
			fc.double({ min: 0, max: 120, noNaN: true }).map(String),
		);
		const header = fc.record(
			{
				'ratelimit-limit': fc
					.tuple(fc.nat(2000), fc.integer({ min: 1, max: 120 }))
					.map(([limit, window]) => `${limit}, ${limit};window=${window}`),
				'ratelimit-remaining': fc.nat(2000).map(String),
				'ratelimit-reset': seconds,
				'retry-after': seconds,
			},
			{ requiredKeys: [] },
		);
		const step = fc.record({
			passedMs: fc.nat(5_000),
			durationMs: fc.nat(2_000),
			inFlight: fc.nat(9),
			status: fc.constantFrom(200, 200, 404, 429),
			header,
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
				const { clock, limiter } = limiterAt(0);
				for (const { passedMs, durationMs, inFlight, status, header: some } of steps) {
					clock.now += passedMs;
					limiter.confirm(clock.now - durationMs, status, some);
					// Two minutes are the longest window and the longest pause above.
					const waitMs = limiter.waitMs(inFlight);
					expect(waitMs).toBeGreaterThanOrEqual(0);
					expect(waitMs).toBeLessThanOrEqual(120_000);
					clock.now += waitMs;
					expect(limiter.waitMs(inFlight)).toBe(0);
				}
			}),
		);
	});
});

const NAMES = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

describe('readRateLimit', () => {
	it('reads what the service sends with every answer, and Retry-After', () => {
		const headers = {
			'ratelimit-limit': '1000, 1000;window=60',
			'ratelimit-remaining': '999',
			'ratelimit-reset': '59',
			'retry-after': '0.5',
		};
		expect(readRateLimit(headers)).toEqual({
			limit: 1000,
			windowMs: 60_000,
			remaining: 999,
			resetMs: 59_000,
			retryAfterMs: 500,
		});
	});

	it.each([
		['1000, 1000;window=60, 50000;window=86400', 1000, 60_000],
		['1000, 50000;window=86400, 1000;window=60', 1000, 60_000],
		['50, 1000;w=3600, 50;w=10;burst=5', 50, 10_000],
		['50;w=10', 50, 10_000],
		['1000, 500;window=60', 1000, undefined],
	])('reads the window of the policy that the limit is of: %s', (header, limit, windowMs) => {
		expect(readRateLimit({ 'ratelimit-limit': header })).toEqual({ limit, windowMs });
	});

	it('reads a limit without a window', () => {
		expect(readRateLimit({ 'ratelimit-limit': '1000' })).toEqual({ limit: 1000 });
	});

	it.each(['', 'many', '-5', 'NaN', 'Sun, 22 Nov 2026 12:00:30 GMT'])(
		'finds nothing in %p',
		(text) => {
			expect(readRateLimit(Object.fromEntries(NAMES.map((name) => [name, text])))).toEqual({});
		},
	);

	it('returns finite numbers from 0 up, or nothing, whatever the headers contain', () => {
		const value = fc.oneof(
			fc.string(),
			fc.double(),
			fc.array(fc.string()),
			fc.constantFrom(undefined, null, {}, true),
			fc.tuple(fc.nat(), fc.string(), fc.nat()).map(([limit, between, window]) => {
				return `${limit},${between};window=${window}`;
			}),
		);
		const headers = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
		fc.assert(
			fc.property(headers, (some) => {
				for (const number of Object.values(readRateLimit(some))) {
					if (number !== undefined) expect(Number.isFinite(number) && number >= 0).toBe(true);
				}
			}),
		);
	});
});

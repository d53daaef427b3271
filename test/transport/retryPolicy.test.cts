import fc from 'fast-check';

import type { NetworkErrorKind } from '../../nodes/Vitally/transport/errors/networkErrorKind';
import {
	decide,
	isIdempotentMethod,
	NO_ATTEMPTS,
	type Outcome,
} from '../../nodes/Vitally/transport/retryPolicy';

const NETWORK_ERRORS: NetworkErrorKind[] = [
	'cancelled',
	'notSent',
	'timeout',
	'connectionLost',
	'other',
];
const middle = { maxWaitMs: 300_000, now: 0, random: () => 0.5 };
const first = (method: string, outcome: Outcome) =>
	decide(outcome, {
		...middle,
		isIdempotent: isIdempotentMethod(method),
		attempts: NO_ATTEMPTS,
	});

/** Gives the same outcome again and again until the policy has enough of it. */
function exhaust(
	method: string,
	outcome: Outcome,
	maxWaitMs = middle.maxWaitMs,
	random = middle.random,
) {
	const delays: number[] = [];
	const isIdempotent = isIdempotentMethod(method);
	let attempts = NO_ATTEMPTS;
	for (;;) {
		const decision = decide(outcome, { ...middle, random, maxWaitMs, isIdempotent, attempts });
		if (decision.action !== 'retry') return { delays, last: decision };
		delays.push(decision.delayMs);
		attempts = decision.attempts;
	}
}

describe('isIdempotentMethod', () => {
	it.each(['GET', 'PUT', 'DELETE', 'get'])('is true of %s', (method) => {
		expect(isIdempotentMethod(method)).toBe(true);
	});

	it.each(['POST', 'PATCH'])('is false of %s', (method) => {
		expect(isIdempotentMethod(method)).toBe(false);
	});
});

describe('decide', () => {
	it.each([200, 201, 204, 400, 401, 404, 409, 500, 501])('hands on an answer with %i', (status) => {
		expect(first('GET', { status, headers: {} })).toEqual({ action: 'return' });
	});

	describe.each(['GET', 'PUT', 'DELETE'])('%s', (method) => {
		const outcomes: Outcome[] = [
			{ networkError: 'notSent' },
			{ networkError: 'timeout' },
			{ networkError: 'connectionLost' },
			{ status: 502, headers: {} },
			{ status: 503, headers: {} },
			{ status: 504, headers: {} },
		];
		it.each(outcomes)('is tried three times on %j, with growing pauses', (outcome) => {
			const { delays, last } = exhaust(method, outcome);
			expect(delays).toEqual([375, 750]);
			expect(last).toMatchObject({ action: 'giveUp', attempts: { failed: 3 } });
		});

		it.each<NetworkErrorKind>(['cancelled', 'other'])(
			'is not sent again after %s',
			(networkError) => {
				expect(first(method, { networkError })).toMatchObject({
					action: 'giveUp',
					cause: networkError,
				});
			},
		);
	});

	describe('POST', () => {
		it('is tried three times while no connection comes about', () => {
			expect(exhaust('POST', { networkError: 'notSent' }).delays).toHaveLength(2);
		});

		it.each<Outcome>([
			{ networkError: 'timeout' },
			{ networkError: 'connectionLost' },
			{ networkError: 'cancelled' },
			{ networkError: 'other' },
			{ status: 502, headers: {} },
			{ status: 503, headers: { 'retry-after': '1' } },
			{ status: 504, headers: {} },
		])('is not sent again on %j', (outcome) => {
			expect(first('POST', outcome).action).toBe('giveUp');
		});
	});

	it('waits as long as a 503 asks for, if that is allowed', () => {
		const outcome = { status: 503, headers: { 'retry-after': '20' } };
		expect(first('GET', outcome)).toMatchObject({
			delayMs: 20_375,
			attempts: { waitedMs: 20_000 },
		});
		expect(exhaust('GET', outcome, 30_000)).toMatchObject({
			delays: [20_375],
			last: { action: 'giveUp', cause: 'unavailable', retryAfterMs: 20_000 },
		});
	});

	describe.each(['GET', 'PUT', 'DELETE', 'POST'])('%s after 429', (method) => {
		const limited = (headers: Record<string, string>): Outcome => ({ status: 429, headers });

		it('waits Retry-After before RateLimit-Reset before a pause of its own', () => {
			const reset = { 'RateLimit-Reset': '3' };
			const delay = (headers: Record<string, string>) => first(method, limited(headers));
			expect(delay({ ...reset, 'Retry-After': '7' })).toMatchObject({ delayMs: 7_187.5 });
			expect(delay(reset)).toMatchObject({ delayMs: 3_187.5 });
			expect(delay({})).toMatchObject({ delayMs: 750 });
			expect(delay({ 'RateLimit-Reset': '0' })).toMatchObject({ delayMs: 750 });
		});

		it('goes on until the waits together reach the bound, and says what was asked for', () => {
			const { delays, last } = exhaust(method, limited({ 'retry-after': '40' }), 100_000);
			expect(delays).toEqual([40_187.5, 40_375]);
			expect(last).toMatchObject({
				action: 'giveUp',
				cause: 'rate-limited',
				retryAfterMs: 40_000,
				attempts: { rateLimited: 3, waitedMs: 80_562.5 },
			});
		});

		it('never waits when waiting is switched off', () => {
			const { delays, last } = exhaust(method, limited({ 'retry-after': '40' }), 0);
			expect(delays).toEqual([]);
			expect(last).toMatchObject({ action: 'giveUp', retryAfterMs: 40_000 });
		});
	});

	it('counts failures apart from 429s', () => {
		const attempts = { failed: 0, rateLimited: 50, waitedMs: 1000 };
		const decision = decide(
			{ networkError: 'connectionLost' },
			{
				...middle,
				isIdempotent: true,
				attempts,
			},
		);
		expect(decision).toMatchObject({ action: 'retry', attempts: { ...attempts, failed: 1 } });
	});

	it('comes to an end, never waits a negative time, and keeps waits for 429 within the bound', () => {
		const header = fc.option(fc.double({ min: 0, max: 1000, noNaN: true }).map(String));
		const outcome = fc.oneof(
			fc.constantFrom(...NETWORK_ERRORS).map((networkError) => ({ networkError })),
			fc.record({
				status: fc.constantFrom(200, 429, 502, 503, 504),
				headers: fc.record({ 'retry-after': header, 'ratelimit-reset': header }),
			}),
		);
		const method = fc.constantFrom('GET', 'PUT', 'DELETE', 'POST');
		const chance = fc.double({ min: 0, max: 0.999, noNaN: true });
		fc.assert(
			fc.property(method, outcome, fc.nat(600_000), chance, (name, same, maxWaitMs, random) => {
				const { delays } = exhaust(name, same, maxWaitMs, () => random);
				expect(Math.min(0, ...delays)).toBe(0);
				const waitedMs = delays.reduce((sum, delay) => sum + delay, 0);
				if ('status' in same && same.status === 429)
					expect(waitedMs).toBeLessThanOrEqual(maxWaitMs + 1e-6);
			}),
		);
	});
});

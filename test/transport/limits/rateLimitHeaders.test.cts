import fc from 'fast-check';

import { readRateLimit } from '../../../nodes/Vitally/transport/limits/rateLimiter';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('readRateLimit', () => {
	it('reads what the service sends with every answer', () => {
		const headers = {
			'ratelimit-limit': '1000, 1000;window=60',
			'ratelimit-remaining': '999',
			'ratelimit-reset': '59',
		};
		expect(readRateLimit(headers, NOW)).toEqual({
			limit: 1000,
			windowMs: 60_000,
			remaining: 999,
			resetMs: 59_000,
			retryAfterMs: undefined,
		});
	});

	it.each([
		['1000', 1000, 60_000],
		['100, 100;window=6', 100, 6_000],
		['100;w=10', 100, 10_000],
		['1000, 50;window=1, 1000; window = 60', 1000, 60_000],
		['1000, 5000;window=3600', 1000, 3_600_000],
		['1000, 1000;window=0', 1000, 60_000],
		['1000, 1000;window=soon', 1000, 60_000],
	])('reads the limit %s', (text, limit, windowMs) => {
		expect(readRateLimit({ 'ratelimit-limit': text }, NOW)).toMatchObject({ limit, windowMs });
	});

	it.each(['', 'many', '0', '-5', '1e3', 'NaN', ';window=60', ', 1000;window=60'])(
		'finds no limit in %p',
		(text) => {
			const { limit, windowMs } = readRateLimit({ 'ratelimit-limit': text }, NOW);
			expect({ limit, windowMs }).toEqual({});
		},
	);

	it('accepts numbers, the first of a list, and fractions', () => {
		const headers = { 'ratelimit-remaining': 7, 'ratelimit-reset': [' 0.06 ', '9'] };
		expect(readRateLimit(headers, NOW)).toMatchObject({ remaining: 7, resetMs: 60 });
	});

	it('does not take a point in Unix time for seconds to wait', () => {
		const headers = { 'ratelimit-reset': String(NOW / 1000) };
		expect(readRateLimit(headers, NOW).resetMs).toBeUndefined();
	});

	it.each([
		['7', 7_000],
		['0.5', 500],
		['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 09:59:00 GMT', 0],
	])('reads Retry-After %s', (text, retryAfterMs) => {
		expect(readRateLimit({ 'retry-after': text }, NOW).retryAfterMs).toBe(retryAfterMs);
	});

	it('measures a Retry-After date on the clock of the service', () => {
		const headers = {
			'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT',
			date: 'Fri, 20 Nov 2026 12:00:00 GMT',
		};
		expect(readRateLimit(headers, NOW).retryAfterMs).toBe(30_000);
	});

	it.each(['soon', '5 minutes', '-5', 'Friday', '2026'.repeat(9)])(
		'finds no Retry-After in %p',
		(text) => {
			expect(readRateLimit({ 'retry-after': text }, NOW).retryAfterMs).toBeUndefined();
		},
	);

	it('returns finite numbers from 0 up, or nothing, whatever the headers contain', () => {
		const value = fc.oneof(
			fc.string(),
			fc.double(),
			fc.array(fc.string()),
			fc.constantFrom(undefined, null, {}, true),
			fc
				.tuple(fc.nat(), fc.string(), fc.nat())
				.map(([quota, between, window]) => `${quota}${between}window=${window}`),
		);
		const names = [
			'ratelimit-limit',
			'ratelimit-remaining',
			'ratelimit-reset',
			'retry-after',
			'date',
		];
		const headers = fc.record(Object.fromEntries(names.map((name) => [name, value])));
		fc.assert(
			fc.property(headers, (some) => {
				for (const number of Object.values(readRateLimit(some, NOW))) {
					if (number !== undefined) expect(Number.isFinite(number) && number >= 0).toBe(true);
				}
			}),
		);
	});
});

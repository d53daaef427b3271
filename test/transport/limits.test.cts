import { readCredential } from '../../nodes/Vitally/transport/auth';
import { RateLimiter, readRateLimit } from '../../nodes/Vitally/transport/limits/rateLimiter';
import { RequestQueues } from '../../nodes/Vitally/transport/limits/requestQueue';

const WINDOW_MS = 6_000;

/** A rate limiter on a clock that is set by hand. */
function limiterAt(start: number) {
	const clock = { now: start };
	return { clock, limiter: new RateLimiter(() => clock.now) };
}

function headers(remaining: number, resetS: number, limit = '1000, 1000;window=6') {
	return {
		'ratelimit-limit': limit,
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

	it.each([
		['the lower of two answers that overtook each other', [2, 0], [50, 0], 6],
		['the lower one also where it comes last', [50, 0], [2, 0], 6],
		['the answer to a request that was sent later', [2, 0], [50, 5], 0],
	])('trusts %s', (_, ...answers) => {
		const waitMs = answers.pop();
		const { clock, limiter } = limiterAt(0);
		for (const [remaining, sentAt] of answers as number[][]) {
			clock.now = sentAt;
			limiter.confirm(sentAt, 200, headers(remaining, 0.006));
		}
		expect(limiter.waitMs(0)).toBe(waitMs);
	});

	it.each([
		['1000, 1000;window=6', 0.006, 18],
		['500, 500;window=6', 0.012, 36],
		['5, 5;window=60', 12, 36_000],
		// 1000 in a minute, as documented.
		['', 0.06, 180],
	])('expects units to return steadily to a token bucket: %s', (limit, resetS, waitMs) => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(0, resetS, limit));
		expect(limiter.waitMs(0)).toBe(waitMs);
	});

	it('waits for no more units than there are, and keeps a limit that is not named again', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(2, 3, '2, 2;window=6'));
		expect(limiter.waitMs(0)).toBe(0);
		limiter.confirm(0, 200, { 'ratelimit-remaining': '1', 'ratelimit-reset': '3' });
		expect(limiter.waitMs(0)).toBe(3_000);
	});

	it('counts in a sliding window what was not rejected', () => {
		const { clock, limiter } = limiterAt(0);
		limiter.confirm(0, 200, headers(5, 6));
		clock.now = 100;
		limiter.confirm(100, 429, { ...headers(4, 5.9), 'retry-after': '0.001' });
		clock.now = 3_200;
		limiter.confirm(3_200, 200, headers(4, 2.8));
		expect(limiter.waitMs(1)).toBe(WINDOW_MS);
	});

	it('expects a unit to leave a sliding window a window after its own request', () => {
		const { clock, limiter } = limiterAt(0);
		for (clock.now = 0; clock.now < 1000; clock.now += 100) {
			const resetS = (WINDOW_MS - clock.now) / 1000;
			limiter.confirm(clock.now, 200, headers(9 - clock.now / 100, resetS));
		}
		clock.now = 1_000;
		expect(limiter.waitMs(1)).toBe(WINDOW_MS + 500 - 1_000);
		clock.now = WINDOW_MS + 950;
		limiter.confirm(clock.now, 200, headers(0, 6));
		expect(limiter.waitMs(1)).toBe(WINDOW_MS);
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
		for (const seconds of ['3', '1']) {
			limiter.confirm(0, 429, { ...headers(500, 0.006), 'retry-after': seconds });
		}
		expect(limiter.waitMs(0)).toBe(3_000);
		clock.now = 3_000;
		expect(limiter.waitMs(0)).toBe(0);
	});

	it('sends again after ten minutes, whatever the service asked for', () => {
		const { limiter } = limiterAt(0);
		limiter.confirm(0, 429, { 'retry-after': '86400' });
		expect(limiter.waitMs(0)).toBe(600_000);
	});

	it('leaves more to others after each 429, for a while', () => {
		const { clock, limiter } = limiterAt(WINDOW_MS);
		for (const remaining of [4, 8]) {
			limiter.confirm(clock.now, 429, { ...headers(remaining, 0.006), 'retry-after': '0.001' });
			clock.now++;
			expect(limiter.waitMs(0)).toBeGreaterThan(0);
		}
		clock.now = 3 * WINDOW_MS;
		limiter.confirm(clock.now, 200, headers(4, 0.006));
		expect(limiter.waitMs(0)).toBe(0);
		// However many there were.
		for (let more = 0; more < 20; more++) limiter.confirm(clock.now, 429, headers(4, 0.006));
		clock.now += 3.5 * WINDOW_MS;
		limiter.confirm(clock.now, 200, headers(4, 0.006));
		expect(limiter.waitMs(0)).toBe(0);
	});

	it.each([
		[headers(1000, 0), 500],
		[headers(1000, 0, '1000, 1000;window=1'), 100],
		[{}, 1000],
	])('waits for a moment after a 429 without a time: %j', (some, waitMs) => {
		const { limiter } = limiterAt(0);
		for (const status of [200, 429]) limiter.confirm(0, status, some);
		expect(limiter.waitMs(0)).toBe(waitMs);
	});
});

const NAMES = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

describe('readRateLimit', () => {
	it('reads what the service sends with every answer, and Retry-After', () => {
		const headers = {
			'ratelimit-limit': '1000, 1000;window=60',
			'ratelimit-remaining': '999',
			'ratelimit-reset': '59',
			'retry-after': '0.25',
		};
		expect(readRateLimit(headers)).toEqual({
			limit: 1000,
			windowMs: 60_000,
			remaining: 999,
			resetMs: 59_000,
			retryAfterMs: 250,
		});
	});

	it.each([
		['1000, 1000;window=60, 50000;window=86400', 1000, 60_000],
		['1000, 50000;window=86400, 1000;window=60', 1000, 60_000],
		['50, 1000;w=3600, 50;w=10;burst=5', 50, 10_000],
		['50;w=10', 50, 10_000],
		['1000, 500;window=60', 1000, undefined],
		['1000', 1000, undefined],
	])('reads the window of the policy that the limit is of: %s', (header, limit, windowMs) => {
		expect(readRateLimit({ 'ratelimit-limit': header })).toEqual({ limit, windowMs });
	});

	it.each(['', 'many', '-5', 'NaN', '0.5 seconds', 'Sun, 22 Nov 2026 12:00:30 GMT'])(
		'finds nothing in %p',
		(text) => {
			expect(readRateLimit(Object.fromEntries(NAMES.map((name) => [name, text])))).toEqual({});
		},
	);
});

const MINUTES = 60_000;
const REQUEST = { method: 'GET', path: '/resources/accounts' } as const;

/** Queues on a clock that is set by hand; no sleep in them ends, and each is noted. */
function queuesAt(start: number) {
	const clock = { time: start };
	const sleeps: number[] = [];
	const sleep = async (ms: number) => {
		sleeps.push(ms);
		await new Promise<void>(() => {});
	};
	const queues = new RequestQueues({ now: () => clock.time, sleep });
	return { clock, queues, sleeps };
}

describe('the queues of a process', () => {
	it('are shared under one key and separate under two', () => {
		const { queues } = queuesAt(0);
		expect(queues.of('a')).toBe(queues.of('a'));
		expect(queues.of('a')).not.toBe(queues.of('b'));
	});

	it('are deleted when they are not used for ten minutes', () => {
		const { clock, queues } = queuesAt(0);
		const [used, other, unused] = [queues.of('a'), queues.of('c'), queues.of('b')];
		clock.time = 9 * MINUTES;
		expect(queues.of('a')).toBe(used);
		expect(queues.of('c')).toBe(other);
		clock.time = 11 * MINUTES;
		expect(queues.of('a')).toBe(used);
		expect(queues.of('b')).not.toBe(unused);
	});

	it('stay as long as requests wait, with one sleep of a second: no long timer remains after a cancellation', async () => {
		const { clock, queues, sleeps } = queuesAt(0);
		const queue = queues.of('a');
		const headers = { 'retry-after': '60' };
		const result = { response: { request: REQUEST, status: 429, headers, body: {} } };
		const request = { maxWaitMs: 90_000, limited: {} };
		await queue.send(request, async () => result);
		for (let more = 0; more < 2; more++) void queue.send(request, async () => result);
		clock.time = 60 * MINUTES;
		queues.of('b');
		expect(queues.of('a')).toBe(queue);
		expect(sleeps).toEqual([1000]);
	});

	it('stay as long as a request is in flight', async () => {
		const { clock, queues } = queuesAt(0);
		const queue = queues.of('a');
		let end!: () => void;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const sent = queue.send({ maxWaitMs: 0, limited: {} }, async () => {
			await ended;
			return { response: { request: REQUEST, status: 200, headers: {}, body: {} } };
		});
		clock.time = 60 * MINUTES;
		queues.of('b');
		expect(queues.of('a')).toBe(queue);
		end();
		await sent;
	});
});

describe('the key of a queue', () => {
	const keyOf = (apiKey: string, subdomain = 'acme', type = 'vitallyApi') =>
		readCredential(type, { apiKey, subdomain, dataCenter: 'us' }).workspaceKey;
	const key = keyOf('sk_live_secret');

	it('does not show the key of the credential, and is the same for its header', () => {
		expect(key).toMatch(/^[\da-f]{64}$/);
		expect(keyOf(`Basic ${btoa('sk_live_secret:')}`)).toBe(key);
	});

	it('differs by key, host and API', () => {
		const keys = [
			key,
			keyOf('sk_live_other'),
			keyOf('sk_live_secret', 'other'),
			keyOf('sk_live_secret', 'acme', 'vitallyAnalyticsApi'),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});
});

import type { IDataObject } from 'n8n-workflow';

import { readCredential, workspaceKeyOf } from '../../nodes/Vitally/transport/auth';
import { RateLimiter, readRateLimit } from '../../nodes/Vitally/transport/limits/rateLimiter';
import { RequestQueues } from '../../nodes/Vitally/transport/limits/requestQueue';

/** An answer that comes as soon as its request is sent. */
type Answer = [at: number, status: number, headers: IDataObject];

const headers = (remaining: number, resetS: number, limit = '1000, 1000;window=6') => ({
	'ratelimit-limit': limit,
	'ratelimit-remaining': String(remaining),
	'ratelimit-reset': String(resetS),
});

type Limits = Parameters<typeof headers>;
const ok = (at: number, ...limits: Limits): Answer => [at, 200, headers(...limits)];

const tooMany = (at: number, retryAfter: string, remaining = 500): Answer => {
	return [at, 429, { ...headers(remaining, 0.006), 'retry-after': retryAfter }];
};

const withoutTime = (...limits: Limits): Answer[] => [
	ok(0, ...limits),
	[0, 429, headers(...limits)],
];

/** One each 100 ms, in a sliding window of 6 seconds. */
const TEN = Array.from({ length: 10 }, (_, index) => ok(100 * index, 9 - index, 6 - index / 10));
const OVERTAKING = [ok(0, 2, 0.006), ok(0, 50, 0.006)];
const WITH_REJECTED = [ok(0, 5, 6), tooMany(100, '0.001', 4), ok(3_200, 4, 2.8)];
const TWO_REJECTED = [tooMany(6_000, '0.001', 4), tooMany(6_001, '0.001', 8)];
const MANY_REJECTED = Array.from({ length: 20 }, () => tooMany(18_000, '0.006', 4));

describe('how long a rate limiter lets a request wait', () => {
	it.each<[string, at: number, inFlight: number, waitMs: number, after: Answer[]]>([
		['nothing is known yet', 0, 10, 0, []],
		['the service names no limit', 0, 10, 0, [[0, 200, { 'content-type': 'text/html' }]]],
		['enough is left beside those in flight', 0, 3, 0, [ok(0, 12, 5.9)]],
		['too little is left beside those in flight', 0, 4, 6_000, [ok(0, 12, 5.9)]],
		['the lower of two overlapping answers counts', 0, 0, 6, OVERTAKING],
		['the lower one counts where it comes last, too', 0, 0, 6, OVERTAKING.toReversed()],
		['the answer to a later request counts', 5, 0, 0, [ok(0, 2, 0.006), ok(5, 50, 0.006)]],
		['a token bucket returns units steadily', 0, 0, 18, [ok(0, 0, 0.006)]],
		['a bucket of 500', 0, 0, 36, [ok(0, 0, 0.012, '500, 500;window=6')]],
		['a bucket of 5 in a minute', 0, 0, 36_000, [ok(0, 0, 12, '5, 5;window=60')]],
		['a bucket that is not named: 1000 in a minute', 0, 0, 180, [ok(0, 0, 0.06, '')]],
		['no more is needed than there is', 0, 0, 0, [ok(0, 2, 3, '2, 2;window=6')]],
		['a limit stays', 0, 0, 3_000, [ok(0, 2, 3, '2, 2;window=6'), ok(0, 1, 3, '')]],
		['a 429 does not count in a sliding window', 3_200, 1, 6_000, WITH_REJECTED],
		['a request leaves a sliding window after a window', 1_000, 1, 5_500, TEN],
		['what has left a sliding window is forgotten', 6_950, 1, 6_000, [...TEN, ok(6_950, 0, 6)]],
		['units of others may leave it: one request asks', 0, 0, 4_018, [ok(0, 0, 4)]],
		['units of others may leave it: the next one waits', 0, 1, 6_000, [ok(0, 0, 4)]],
		['a sliding window of 5 in a minute', 0, 0, 60_000, [ok(0, 0, 50, '5, 5;window=60')]],
		['all is back after a window without an answer', 6_000, 9, 0, [ok(0, 0, 5.9)]],
		['a 429 asks for longer than the next one', 0, 0, 3_000, [tooMany(0, '3'), tooMany(0, '1')]],
		['what a 429 asks for is over', 3_000, 0, 0, [tooMany(0, '3'), tooMany(0, '1')]],
		['a 429 asks for a day: ten minutes', 0, 0, 600_000, [tooMany(0, '86400')]],
		['a 429 leaves more to others', 6_001, 0, 11, TWO_REJECTED.slice(0, 1)],
		['each 429 leaves more to others', 6_002, 0, 23, TWO_REJECTED],
		['429s count for a while', 18_000, 0, 0, [...TWO_REJECTED, ok(18_000, 4, 0.006)]],
		['many 429s count no longer', 39_000, 0, 0, [...MANY_REJECTED, ok(39_000, 4, 0.006)]],
		['a 429 names no time', 0, 0, 500, withoutTime(1000, 0)],
		['a 429 names no time, in a short window', 0, 0, 100, withoutTime(5, 0, '5, 5;window=1')],
		['a 429 names nothing', 0, 0, 1000, [[0, 429, {}]]],
	])('%s: at %i ms with %i in flight, %i ms', (_promise, at, inFlight, waitMs, after) => {
		let now = 0;
		const limiter = new RateLimiter(() => now);

		for (const [sentAt, status, given] of after) {
			now = sentAt;
			limiter.confirm(sentAt, status, given);
		}

		now = at;

		expect(limiter.waitMs(inFlight)).toBe(waitMs);
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

		expect(queues.queueOf('a')).toBe(queues.queueOf('a'));
		expect(queues.queueOf('a')).not.toBe(queues.queueOf('b'));
	});

	it('are deleted when they are not used for ten minutes', () => {
		const { clock, queues } = queuesAt(0);
		const [used, other, unused] = [queues.queueOf('a'), queues.queueOf('c'), queues.queueOf('b')];

		clock.time = 9 * MINUTES;

		expect(queues.queueOf('a')).toBe(used);
		expect(queues.queueOf('c')).toBe(other);

		clock.time = 11 * MINUTES;

		expect(queues.queueOf('a')).toBe(used);
		expect(queues.queueOf('b')).not.toBe(unused);
	});

	it('stay as long as requests wait, with one sleep of a second: no long timer remains after a cancellation', async () => {
		const { clock, queues, sleeps } = queuesAt(0);
		const queue = queues.queueOf('a');
		const headers = { 'retry-after': '60' };
		const result = { response: { request: REQUEST, status: 429, headers, body: {} } };
		const request = { maxWaitMs: 90_000, limited: {} };

		await queue.send(request, async () => result);
		for (let more = 0; more < 2; more++) void queue.send(request, async () => result);
		clock.time = 60 * MINUTES;
		queues.queueOf('b');

		expect(queues.queueOf('a')).toBe(queue);
		expect(sleeps).toEqual([1000]);
	});

	it('stay as long as a request is in flight', async () => {
		const { clock, queues } = queuesAt(0);
		const queue = queues.queueOf('a');
		let end!: () => void;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const sent = queue.send({ maxWaitMs: 0, limited: {} }, async () => {
			await ended;

			return { response: { request: REQUEST, status: 200, headers: {}, body: {} } };
		});

		clock.time = 60 * MINUTES;
		queues.queueOf('b');

		expect(queues.queueOf('a')).toBe(queue);

		end();
		await sent;
	});
});

describe('the key of a queue', () => {
	const keyOf = (apiKey: string, subdomain = 'acme', type = 'vitallyApi') =>
		workspaceKeyOf(readCredential(type, { apiKey, subdomain, dataCenter: 'us' }));
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

import type { IDataObject } from 'n8n-workflow';

import { rateLimitKeyOf, readCredential } from '../../nodes/Vitally/transport/auth';
import { RateLimiter, readRateLimit } from '../../nodes/Vitally/transport/limits/rateLimiter';
import { RequestQueues } from '../../nodes/Vitally/transport/limits/requestQueue';
import { atMost, moreThan } from '../fixtures/bounds.cts';

/** An answer, which comes as soon as its request is sent unless that has a time of its own. */
interface Answer {
	/** The time of the response, in ms. */
	at: number;
	/** The time of its request, where that was sent earlier. */
	sentAt?: number;
	status: number;
	headers: IDataObject;
}

const headers = (remaining: number, resetS: number, limit = '1000, 1000;window=6') => ({
	'ratelimit-limit': limit,
	'ratelimit-remaining': String(remaining),
	'ratelimit-reset': String(resetS),
});

type Limits = Parameters<typeof headers>;

const ok = (at: number, ...limits: Limits): Answer => ({
	at,
	status: 200,
	headers: headers(...limits),
});

const tooMany = (at: number, retryAfter: string, remaining = 500): Answer => ({
	at,
	status: 429,
	headers: { ...headers(remaining, 0.006), 'retry-after': retryAfter },
});

/** A 429 without Retry-After, after an answer with the same limits. */
const withoutTime = (...limits: Limits): Answer[] => [
	ok(0, ...limits),
	{ at: 0, status: 429, headers: headers(...limits) },
];

const NAMES = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

describe('readRateLimit', () => {
	it('reads what the service sends with every answer, and Retry-After', () => {
		const headers = {
			'ratelimit-limit': '1000, 1000;window=60',
			'ratelimit-remaining': '999',
			'ratelimit-reset': '59',
			'retry-after': '7',
		};

		expect(readRateLimit(headers)).toEqual({
			limit: 1000,
			windowMs: 60_000,
			remaining: 999,
			resetMs: 59_000,
			retryAfterMs: 7_000,
		});
	});

	it.each([
		{ header: '1000, 1000;window=60, 50000;window=86400', limit: 1000, windowMs: 60_000 },
		{ header: '1000, 50000;window=86400, 1000;window=60', limit: 1000, windowMs: 60_000 },
		{ header: '50, 1000;w=3600, 50;w=10;burst=5', limit: 50, windowMs: 10_000 },
		{ header: '50;w=10', limit: 50, windowMs: 10_000 },
		{ header: '1000, 500;window=60', limit: 1000, windowMs: undefined },
		{ header: '1000', limit: 1000, windowMs: undefined },
	])(
		'reads the window of the policy that the limit is of: $header',
		({ header, limit, windowMs }) => {
			const read = readRateLimit({ 'ratelimit-limit': header });

			expect({ limit: read.limit, windowMs: read.windowMs }).toEqual({ limit, windowMs });
		},
	);

	it.each([
		{ text: '0', number: 0 },
		{ text: '7', number: 7 },
		{ text: '0.25', number: 0.25 },
		{ text: '59.5', number: 59.5 },
		{ text: '123456789', number: 123_456_789 },
	])('reads the number $text, whole or not, in each header that has one', ({ text, number }) => {
		const read = readRateLimit({
			'ratelimit-remaining': text,
			'ratelimit-reset': text,
			'retry-after': text,
		});

		expect({
			remaining: read.remaining,
			resetMs: read.resetMs,
			retryAfterMs: read.retryAfterMs,
		}).toEqual({ remaining: number, resetMs: 1000 * number, retryAfterMs: 1000 * number });
	});

	it.each([
		{ name: 'a time half a minute later as that wait', reset: '1795953630', expected: 30_000 },
		{ name: 'a time that has passed as no wait', reset: '1795953590', expected: 0 },
		{ name: 'a billion as seconds to wait', reset: '1000000000', expected: 1e12 },
		{ name: 'more than a billion as a time', reset: '1000000001', expected: 0 },
	])('reads $name', ({ reset, expected }) => {
		const date = 'Sun, 29 Nov 2026 12:00:00 GMT';
		const answer = { 'ratelimit-reset': reset, 'retry-after': reset, date };

		const { resetMs, retryAfterMs } = readRateLimit(answer);

		expect({ resetMs, retryAfterMs }).toEqual({ resetMs: expected, retryAfterMs: expected });
	});

	it('reads a reset since 1970 by the clock of the machine where the answer has none', () => {
		const reset = String(Math.ceil(Date.now() / 1000) + 30);
		const { resetMs } = readRateLimit({ 'ratelimit-reset': reset });

		expect({ atLeast: resetMs, atMost: resetMs }).toEqual({
			atLeast: moreThan(25_000),
			atMost: atMost(31_000),
		});
	});

	it.each(['', 'many', '-5', 'NaN', '0.5 seconds', 'Sun, 22 Nov 2026 12:00:30 GMT'])(
		'finds nothing in the text %j',
		(text) => {
			expect(readRateLimit(Object.fromEntries(NAMES.map((name) => [name, text])))).toEqual({});
		},
	);
});

/** Ten responses, one each 100 ms, in a sliding window of 6 seconds. */
const TEN = Array.from({ length: 10 }, (_, index) => ok(100 * index, 9 - index, 6 - index / 10));
const OVERTAKING = [ok(0, 2, 0.006), ok(0, 50, 0.006)];
const WITH_REJECTED = [ok(0, 5, 6), tooMany(100, '0.001', 4), ok(3_200, 4, 2.8)];
const TWO_REJECTED = [tooMany(6_000, '0.001', 4), tooMany(6_001, '0.001', 8)];
const MANY_REJECTED = Array.from({ length: 20 }, () => tooMany(18_000, '0.006', 4));

describe('how long a rate limiter lets a request wait', () => {
	interface WaitCase {
		/** What decides how long it waits. */
		name: string;
		answers: Answer[];
		/** The time at which the limiter is asked, in ms. */
		at?: number;
		inFlight?: number;
		waitMs: number;
	}

	it.each<WaitCase>([
		{ name: 'nothing is known yet', answers: [], inFlight: 10, waitMs: 0 },
		{
			name: 'the service names no limit',
			answers: [{ at: 0, status: 200, headers: { 'content-type': 'text/html' } }],
			inFlight: 10,
			waitMs: 0,
		},
		{
			name: 'enough is left beside those in flight',
			answers: [ok(0, 12, 5.9)],
			inFlight: 3,
			waitMs: 0,
		},
		{
			name: 'too little is left beside those in flight',
			answers: [ok(0, 12, 5.9)],
			inFlight: 4,
			waitMs: 6_000,
		},
		{ name: 'the lower of two overlapping answers counts', answers: OVERTAKING, waitMs: 6 },
		{
			name: 'the lower of two overlapping answers counts, which comes last',
			answers: OVERTAKING.toReversed(),
			waitMs: 6,
		},
		{
			name: 'the answer to a later request counts',
			answers: [ok(0, 2, 0.006), ok(5, 50, 0.006)],
			at: 5,
			waitMs: 0,
		},
		{
			name: 'the last of two overlapping answers counts, which leave as much',
			answers: [ok(0, 0, 0.006), { ...ok(5, 0, 0.006), sentAt: 0 }],
			at: 5,
			waitMs: 18,
		},
		{ name: 'a token bucket returns units steadily', answers: [ok(0, 0, 0.006)], waitMs: 18 },
		{
			name: 'a token bucket returns units steadily, and rounds its reset up to a second',
			answers: [ok(0, 0, 1)],
			waitMs: 18,
		},
		{
			name: 'a bucket of 500 returns units',
			answers: [ok(0, 0, 0.012, '500, 500;window=6')],
			waitMs: 36,
		},
		{
			name: 'a bucket of 5 in a minute returns units',
			answers: [ok(0, 0, 12, '5, 5;window=60')],
			waitMs: 36_000,
		},
		{
			name: 'a bucket of 5 in a minute returns units, and names twice the time of one',
			answers: [ok(0, 0, 24, '5, 5;window=60')],
			waitMs: 36_000,
		},
		{
			name: 'a bucket of 1000 in a minute returns units, which is not named',
			answers: [ok(0, 0, 0.06, '')],
			waitMs: 180,
		},
		{ name: 'no more is needed than there is', answers: [ok(0, 2, 3, '2, 2;window=6')], waitMs: 0 },
		{
			name: 'an answer names no limit, so that the one before it stays',
			answers: [ok(0, 2, 3, '2, 2;window=6'), ok(0, 1, 3, '')],
			waitMs: 3_000,
		},
		{
			name: 'a 429 does not count in a sliding window',
			answers: WITH_REJECTED,
			at: 3_200,
			inFlight: 1,
			waitMs: 6_000,
		},
		{
			name: 'a request leaves a sliding window after a window',
			answers: TEN,
			at: 1_000,
			inFlight: 1,
			waitMs: 5_500,
		},
		{
			name: 'a request has just left a sliding window',
			answers: [...TEN, ok(6_000, 0, 6)],
			at: 6_000,
			inFlight: 1,
			waitMs: 600,
		},
		{
			name: 'what has left a sliding window is forgotten',
			answers: [...TEN, ok(6_950, 0, 6)],
			at: 6_950,
			inFlight: 1,
			waitMs: 6_000,
		},
		{
			name: 'units of others may leave a sliding window, and nothing is in flight to ask',
			answers: [ok(0, 0, 4)],
			waitMs: 4_018,
		},
		{
			name: 'units of others may leave a sliding window, and a request in flight asks',
			answers: [ok(0, 0, 4)],
			inFlight: 1,
			waitMs: 6_000,
		},
		{
			name: 'a sliding window remains one after an answer with a short reset',
			answers: [ok(0, 0, 6), ok(5_500, 0, 0.5)],
			at: 5_500,
			inFlight: 1,
			waitMs: 6_000,
		},
		{
			name: 'a sliding window of 5 in a minute is full',
			answers: [ok(0, 0, 50, '5, 5;window=60')],
			waitMs: 60_000,
		},
		{
			name: 'all is back after a window without an answer',
			answers: [ok(0, 0, 5.9)],
			at: 6_000,
			inFlight: 9,
			waitMs: 0,
		},
		{
			name: 'a 429 asks for longer than the next one',
			answers: [tooMany(0, '3'), tooMany(0, '1')],
			waitMs: 3_000,
		},
		{
			name: 'what a 429 asks for is over',
			answers: [tooMany(0, '3'), tooMany(0, '1')],
			at: 3_000,
			waitMs: 0,
		},
		{
			name: 'a 429 asks for a day, which is too long',
			answers: [tooMany(0, '86400')],
			waitMs: 600_000,
		},
		{
			name: 'a 429 leaves more to others',
			answers: TWO_REJECTED.slice(0, 1),
			at: 6_001,
			waitMs: 11,
		},
		{ name: 'each 429 leaves more to others', answers: TWO_REJECTED, at: 6_002, waitMs: 23 },
		{
			name: 'a 429 long after others leaves as much to others as a first one',
			answers: [...TWO_REJECTED, tooMany(39_000, '0.001', 4)],
			at: 39_001,
			waitMs: 11,
		},
		{
			name: '429s count for a while',
			answers: [...TWO_REJECTED, ok(18_000, 4, 0.006)],
			at: 18_000,
			waitMs: 0,
		},
		{
			name: 'many 429s count no longer',
			answers: [...MANY_REJECTED, ok(39_000, 4, 0.006)],
			at: 39_000,
			waitMs: 0,
		},
		{
			name: 'a 429 asks for no wait, though it names a reset',
			answers: [{ at: 0, status: 429, headers: { ...headers(500, 5), 'retry-after': '0' } }],
			waitMs: 500,
		},
		{
			name: 'a 429 asks for less than until the reset',
			answers: [{ at: 0, status: 429, headers: { ...headers(500, 5), 'retry-after': '2' } }],
			waitMs: 2_000,
		},
		{
			name: 'a 429 asks for no time and names a reset',
			answers: [{ at: 0, status: 429, headers: headers(500, 5) }],
			waitMs: 5_000,
		},
		{
			name: 'a limit of 5 in a second stays where an answer does not name it',
			answers: [ok(0, 5, 0.2, '5, 5;window=1'), ok(0, 0, 0.2, '')],
			waitMs: 600,
		},
		{ name: 'a 429 names no time', answers: withoutTime(1000, 0), waitMs: 500 },
		{
			name: 'a 429 names no time, in a short window',
			answers: withoutTime(5, 0, '5, 5;window=1'),
			waitMs: 100,
		},
		{ name: 'a 429 names nothing', answers: [{ at: 0, status: 429, headers: {} }], waitMs: 1000 },
	])('waits $waitMs ms where $name', ({ answers, at = 0, inFlight = 0, waitMs }) => {
		let now = 0;
		const limiter = new RateLimiter(() => now);

		for (const answer of answers) {
			now = answer.at;
			limiter.confirm(answer.sentAt ?? answer.at, answer.status, answer.headers);
		}

		now = at;

		expect({ waitMs: limiter.waitMs(inFlight) }).toEqual({ waitMs });
	});
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
	it('serve all requests with one key, and keep two keys apart', () => {
		const { queues } = queuesAt(0);

		expect({
			isOneForOneKey: queues.queueOf('a') === queues.queueOf('a'),
			isOneForTwoKeys: queues.queueOf('a') === queues.queueOf('b'),
		}).toEqual({ isOneForOneKey: true, isOneForTwoKeys: false });
	});

	it('disappear when they are not used for ten minutes', () => {
		const { clock, queues } = queuesAt(0);
		const used = queues.queueOf('a');
		const other = queues.queueOf('c');
		const unused = queues.queueOf('b');

		clock.time = 9 * MINUTES;

		const afterNineMinutes = {
			usedStays: queues.queueOf('a') === used,
			otherStays: queues.queueOf('c') === other,
		};

		clock.time = 11 * MINUTES;
		const afterElevenMinutes = {
			usedStays: queues.queueOf('a') === used,
			unusedStays: queues.queueOf('b') === unused,
		};

		expect({ afterNineMinutes, afterElevenMinutes }).toEqual({
			afterNineMinutes: { usedStays: true, otherStays: true },
			afterElevenMinutes: { usedStays: true, unusedStays: false },
		});
	});

	it('stay as long as requests wait, with one sleep of a second: no long timer remains after a cancellation', async () => {
		const { clock, queues, sleeps } = queuesAt(0);
		const queue = queues.queueOf('a');
		const headers = { 'retry-after': '60' };
		const result = { response: { request: REQUEST, status: 429, headers, body: {} } };
		const request = { maxWaitMs: 90_000, limited: {} };

		await queue.send(request, async () => result);
		void queue.send(request, async () => result);
		void queue.send(request, async () => result);
		clock.time = 60 * MINUTES;
		queues.queueOf('b');

		expect({ queueStays: queues.queueOf('a') === queue, sleepsMs: sleeps }).toEqual({
			queueStays: true,
			sleepsMs: [1000],
		});
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

		expect({ queueStays: queues.queueOf('a') === queue }).toEqual({ queueStays: true });

		end();
		await sent;
	});
});

describe('the key of a queue', () => {
	const keyOf = (apiKey: string, subdomain = 'acme', type = 'vitallyApi') =>
		rateLimitKeyOf(readCredential(type, { apiKey, subdomain, dataCenter: 'us' }));
	const key = keyOf('sk_live_secret');

	it('shows nothing of the key of the credential', () => {
		expect(key).toMatch(/^[\da-f]{64}$/);
	});

	it('stays the same for the header of the key', () => {
		expect({ key: keyOf(`Basic ${btoa('sk_live_secret:')}`) }).toEqual({ key });
	});

	const ofAddress = (baseUrl: string, apiKey = 'sk_live_secret') =>
		rateLimitKeyOf(readCredential('vitallyApi', { apiKey, baseUrl, dataCenter: 'custom' }));
	const ofProxy = ofAddress('https://proxy.example.com/one');

	it.each([
		{ other: 'API key', first: key, second: keyOf('sk_live_other') },
		{ other: 'subdomain', first: key, second: keyOf('sk_live_secret', 'other') },
		{ other: 'API', first: key, second: keyOf('sk_live_secret', 'acme', 'vitallyAnalyticsApi') },
		{
			other: 'API key of one proxy',
			first: ofProxy,
			second: ofAddress('https://proxy.example.com/one', 'sk_live_other'),
		},
		{
			other: 'host of a proxy',
			first: ofProxy,
			second: ofAddress('https://other.example.com/one'),
		},
		{
			other: 'port of a proxy',
			first: ofProxy,
			second: ofAddress('https://proxy.example.com:8443/one'),
		},
		{
			other: 'path of a proxy, which may lead to another workspace',
			first: ofProxy,
			second: ofAddress('https://proxy.example.com/two'),
		},
	])('differs for another $other', ({ first, second }) => {
		expect({ keys: first === second ? 'are the same' : 'differ' }).toEqual({ keys: 'differ' });
	});
});

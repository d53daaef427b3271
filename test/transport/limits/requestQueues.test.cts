import { readCredential } from '../../../nodes/Vitally/transport/auth';
import { rateLimitKey } from '../../../nodes/Vitally/transport/client';
import { RequestQueues } from '../../../nodes/Vitally/transport/limits/requestQueue';

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
		rateLimitKey(readCredential(type, { apiKey, subdomain, dataCenter: 'us' }));
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

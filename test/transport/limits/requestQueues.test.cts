import { RequestQueues } from '../../../nodes/Vitally/transport/limits/requestQueues';

const MINUTES = 60_000;

/** Queues on a clock that stands still until it is set; nobody sleeps in them. */
function queuesAt(start: number) {
	const clock = { time: start };
	const queues = new RequestQueues(
		{ now: () => clock.time, sleep: async () => await new Promise(() => {}) },
		() => 0,
	);
	return { clock, queues };
}

describe('the queues of a process', () => {
	it('are shared under one key and apart under two', () => {
		const { queues } = queuesAt(0);
		expect(queues.of('a')).toBe(queues.of('a'));
		expect(queues.of('a')).not.toBe(queues.of('b'));
	});

	it('go away when they are not used for ten minutes', () => {
		const { clock, queues } = queuesAt(0);
		const [used, unused] = [queues.of('a'), queues.of('b')];
		clock.time = 9 * MINUTES;
		expect(queues.of('a')).toBe(used);
		clock.time = 11 * MINUTES;
		expect(queues.of('a')).toBe(used);
		expect(queues.size).toBe(1);
		expect(queues.of('b')).not.toBe(unused);
	});

	it('are at most a thousand of those unused', () => {
		const { queues } = queuesAt(0);
		for (let key = 0; key < 3_000; key++) queues.of(`key-${key}`);
		expect(queues.size).toBe(1_000);
	});

	it('stay as long as somebody waits in them', async () => {
		const { clock, queues } = queuesAt(0);
		const queue = queues.of('a');
		const request = { method: 'GET', maxWaitMs: 0, waitedMs: 0 };
		const reservation = await queue.enter(request);
		clock.time = 60 * MINUTES;
		queues.of('b');
		expect(queues.of('a')).toBe(queue);
		queue.end(request, reservation, 'notSent');
	});
});

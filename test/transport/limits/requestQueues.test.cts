import { RequestQueues } from '../../../nodes/Vitally/transport/limits/requestQueue';

const MINUTES = 60_000;

/** Queues on a clock that is set by hand; no sleep in them ends. */
function queuesAt(start: number) {
	const clock = { time: start };
	const sleep = async () => await new Promise<void>(() => {});
	const queues = new RequestQueues({ now: () => clock.time, sleep });
	return { clock, queues };
}

describe('the queues of a process', () => {
	it('are shared under one key and separate under two', () => {
		const { queues } = queuesAt(0);
		expect(queues.of('a')).toBe(queues.of('a'));
		expect(queues.of('a')).not.toBe(queues.of('b'));
	});

	it('are deleted when they are not used for ten minutes', () => {
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

	it('stay as long as a request is in flight', async () => {
		const { clock, queues } = queuesAt(0);
		const queue = queues.of('a');
		let end!: () => void;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const sent = queue.send({ maxWaitMs: 0, limited: {} }, async () => {
			await ended;
			return {};
		});
		clock.time = 60 * MINUTES;
		queues.of('b');
		expect(queues.of('a')).toBe(queue);
		end();
		await sent;
	});
});

import type { Client } from '../../nodes/Vitally/transport/client';
import type { Clock } from '../../nodes/Vitally/transport/limits/wait';

const MAX_EVENTS = 100_000;

/** Longer than all that a test waits for. */
const MAX_TIME_MS = 3_600_000;

/** Time that passes only in `run`, which jumps from event to event. */
export class VirtualClock implements Clock {
	private time = 0;
	/** The earliest last. */
	private readonly events: Array<{ at: number; happen: () => void }> = [];

	/** @param latenessMs how late a sleep ends, as timers do */
	constructor(private readonly latenessMs: () => number = () => 0) {}

	readonly now = () => this.time;

	readonly sleep = async (ms: number) => await this.after(ms + this.latenessMs());

	/** Ends after so many milliseconds, exactly. */
	readonly after = async (ms: number) =>
		await new Promise<void>((happen) => {
			const at = this.time + ms;
			let low = 0;
			let high = this.events.length;

			while (low < high) {
				const middle = (low + high) >> 1;
				if (this.events[middle].at > at) low = middle + 1;
				else high = middle;
			}

			this.events.splice(low, 0, { at, happen });
		});

	/** Lets time pass until a task has ended, or nothing is left to happen. */
	async run<T>(task: Promise<T>): Promise<T> {
		let isOver = false;
		let events = 0;

		const end = () => {
			isOver = true;
		};

		task.then(end, end);

		for (;;) {
			// After this, everything that does not wait for the clock has finished.
			await new Promise((resolve) => setImmediate(resolve));
			const event = isOver ? undefined : this.events.pop();
			if (!event) break;

			events++;
			if (events > MAX_EVENTS) throw new Error('It waits for something again and again');
			if (event.at > MAX_TIME_MS) throw new Error('It still waits after an hour');

			this.time = event.at;
			event.happen();
		}

		if (!isOver) {
			throw new Error(`From ${this.time} ms on, it waits for a request or a sleep that never ends`);
		}

		return await task;
	}
}

/** A client whose requests a function answers in place of n8n and the service. */
export function clientOf(request: Client['request'], others: Partial<Client> = {}): Client {
	return {
		credentials: {},
		baseUrl: 'https://acme.example.com',
		rateLimitKey: 'key',
		workspace: 'acme.example.com',
		maxWaitMs: 300_000,
		limited: {},
		request,
		...others,
	};
}

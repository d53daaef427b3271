import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 50;

interface Sample {
	/** Unix milliseconds. */
	askedAt: number;
	answeredAt: number;
	/** Processor time of the program's main thread meanwhile. */
	busyMs: number;
}

/** How long a program did not answer. */
export interface Unresponsive {
	/** By the clock. */
	ms: number;
	/** Without the time in which other programs of the machine had the processor. */
	busyMs: number;
}

/** Sends a request every 50 ms, without waiting for the last one, and records the response times. */
export class Probe {
	private readonly samples: Sample[] = [];
	private readonly pending = new Set<Promise<void>>();
	private timer: NodeJS.Timeout | undefined;

	/** @param pid of the program that answers at the address */
	constructor(
		private readonly address: string,
		private readonly pid: number,
	) {}

	/** Forgets the answers before. */
	start(): void {
		this.samples.length = 0;
		this.timer = setInterval(() => this.ask(), INTERVAL_MS);
	}

	async stop(): Promise<void> {
		clearInterval(this.timer);
		await Promise.all(this.pending);
	}

	/**
	 * The longest time between a question and its answer.
	 *
	 * @param from Unix milliseconds; what was asked before counts from here on
	 * @param to Unix milliseconds; what was answered later counts up to here
	 */
	longestUnresponsive(from = 0, to = Infinity): Unresponsive {
		const longest = { ms: 0, busyMs: 0 };
		for (const { askedAt, answeredAt, busyMs } of this.samples) {
			const ms = Math.min(answeredAt, to) - Math.max(askedAt, from);
			longest.ms = Math.max(longest.ms, ms);
			longest.busyMs = Math.max(longest.busyMs, Math.min(ms, Math.round(busyMs)));
		}
		return longest;
	}

	/** As above, over that many milliseconds from now on. */
	async watch(ms: number): Promise<Unresponsive> {
		this.start();
		await pause(ms);
		await this.stop();
		return this.longestUnresponsive();
	}

	private ask(): void {
		const askedAt = Date.now();
		const worked = this.workedMs();
		const asked = fetch(this.address).then(
			async (answer) => {
				await answer.text();
				const busyMs = this.workedMs() - worked;
				this.samples.push({ askedAt, answeredAt: Date.now(), busyMs });
			},
			() => {},
		);
		this.pending.add(asked);
		void asked.then(() => this.pending.delete(asked));
	}

	/** Of the main thread since its beginning; the clock where the system is not Linux. */
	private workedMs(): number {
		if (process.platform !== 'linux') return Date.now();
		const schedule = readFileSync(`/proc/${this.pid}/task/${this.pid}/schedstat`, 'utf8');
		return Number(schedule.split(' ')[0]) / 1e6;
	}
}

import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 50;

/** Asks an address every 50 ms, whatever became of the question before, and keeps how long answers took. */
export class Probe {
	/** Unix milliseconds of each question and its answer. */
	private readonly answers: Array<{ askedAt: number; answeredAt: number }> = [];
	private readonly underWay = new Set<Promise<void>>();
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly address: string) {}

	/** Forgets the answers before. */
	start(): void {
		this.answers.length = 0;
		this.timer = setInterval(() => this.ask(), INTERVAL_MS);
	}

	async stop(): Promise<void> {
		clearInterval(this.timer);
		await Promise.all(this.underWay);
	}

	/**
	 * The longest time between a question and its answer.
	 *
	 * @param from Unix milliseconds; what was asked before counts from here on
	 * @param to Unix milliseconds; what was answered later counts up to here
	 * @returns milliseconds
	 */
	longestSilence(from = 0, to = Infinity): number {
		const silences = this.answers.map(
			({ askedAt, answeredAt }) => Math.min(answeredAt, to) - Math.max(askedAt, from),
		);
		return Math.round(Math.max(0, ...silences));
	}

	/** As above, over that many milliseconds from now on. */
	async watch(ms: number): Promise<number> {
		this.start();
		await pause(ms);
		await this.stop();
		return this.longestSilence();
	}

	private ask(): void {
		const askedAt = Date.now();
		const asked = fetch(this.address).then(
			async (answer) => {
				await answer.text();
				this.answers.push({ askedAt, answeredAt: Date.now() });
			},
			() => {},
		);
		this.underWay.add(asked);
		void asked.then(() => this.underWay.delete(asked));
	}
}

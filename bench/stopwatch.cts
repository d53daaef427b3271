const INTERVAL_MS = 20;

export interface Times {
	/** Unix milliseconds, comparable with other processes of this machine. */
	startedAt: number;
	seconds: number;
	/** Of all threads of this process, so that other work on the machine counts least. */
	cpuSeconds: number;
	/** Longest time between two ticks of a timer of 20 ms, in which the process did but one thing. */
	longestBlockMs: number;
}

/** Runs from its making on. */
export class Stopwatch {
	private readonly startedAt = now();
	private readonly cpu = process.cpuUsage();
	private readonly timer = setInterval(() => this.tick(), INTERVAL_MS);
	private tickedAt = this.startedAt;
	private longestBlockMs = 0;

	stop(): Times {
		clearInterval(this.timer);
		this.tick();
		const { user, system } = process.cpuUsage(this.cpu);
		const { startedAt, tickedAt, longestBlockMs } = this;
		const seconds = (tickedAt - startedAt) / 1000;
		return { startedAt, seconds, cpuSeconds: (user + system) / 1_000_000, longestBlockMs };
	}

	private tick(): void {
		const ticked = now();
		this.longestBlockMs = Math.max(this.longestBlockMs, ticked - this.tickedAt);
		this.tickedAt = ticked;
	}
}

function now(): number {
	return performance.timeOrigin + performance.now();
}

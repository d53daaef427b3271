const INTERVAL_MS = 20;

export interface Times {
	/** Unix milliseconds, comparable with other processes of this machine. */
	startedAt: number;
	seconds: number;
	/** Of all threads of this process, so that other work on the machine counts least. */
	cpuSeconds: number;
	/** Longest time between two ticks of a timer of 20 ms, in which the process did but one thing. */
	longestBlockMs: number;
	/** The same without the time in which other processes had the machine: at most its CPU time. */
	longestWorkMs: number;
}

/** Runs from its making on. */
export class Stopwatch {
	private readonly startedAt = now();
	private readonly cpu = process.cpuUsage();
	private readonly timer = setInterval(() => this.tick(), INTERVAL_MS);
	private tickedAt = this.startedAt;
	private tickedCpu = this.cpu;
	private longestBlockMs = 0;
	private longestWorkMs = 0;

	stop(): Times {
		clearInterval(this.timer);
		this.tick();
		const { user, system } = process.cpuUsage(this.cpu);
		const { startedAt, tickedAt, longestBlockMs, longestWorkMs } = this;
		const seconds = (tickedAt - startedAt) / 1000;
		const cpuSeconds = (user + system) / 1_000_000;
		return { startedAt, seconds, cpuSeconds, longestBlockMs, longestWorkMs };
	}

	private tick(): void {
		const ticked = now();
		const { user, system } = process.cpuUsage(this.tickedCpu);
		const blockMs = ticked - this.tickedAt;
		this.longestBlockMs = Math.max(this.longestBlockMs, blockMs);
		this.longestWorkMs = Math.max(this.longestWorkMs, Math.min(blockMs, (user + system) / 1000));
		this.tickedAt = ticked;
		this.tickedCpu = process.cpuUsage();
	}
}

function now(): number {
	return performance.timeOrigin + performance.now();
}

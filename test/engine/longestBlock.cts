/**
 * Measures the longest time in which this process did nothing else, between two turns of its event loop. Only its own
 * work counts, so that other processes do not make it longer. It begins when it is made.
 */
export class BlockMeter {
	private longestMs = 0;
	private turnedAt = performance.now();
	private cpu = process.cpuUsage();
	private isRunning = true;

	constructor() {
		setImmediate(() => this.turn());
	}

	/** @returns milliseconds */
	stop(): number {
		this.turn();
		this.isRunning = false;

		return this.longestMs;
	}

	private turn(): void {
		if (!this.isRunning) return;

		const { user, system } = process.cpuUsage(this.cpu);
		// Other threads of the process work at the same time.
		const blockMs = Math.min(performance.now() - this.turnedAt, (user + system) / 1000);

		this.longestMs = Math.max(this.longestMs, blockMs);
		this.turnedAt = performance.now();
		this.cpu = process.cpuUsage();
		setImmediate(() => this.turn());
	}
}

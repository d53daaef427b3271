/** Adds up the time in which it runs. */
export class Stopwatch {
	private sum = 0;
	private startedAt: number | undefined;

	/** @param now milliseconds, never fewer than before */
	constructor(private readonly now: () => number) {}

	/** Milliseconds in which it ran. */
	get elapsed(): number {
		return this.sum + (this.startedAt === undefined ? 0 : this.now() - this.startedAt);
	}

	start(): void {
		this.startedAt ??= this.now();
	}

	stop(): void {
		this.sum = this.elapsed;
		this.startedAt = undefined;
	}
}

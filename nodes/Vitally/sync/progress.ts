const INTERVAL_MS = 15_000;

/** Reports from time to time how far a long run has come. */
export class Progress {
	private reportedAt: number;

	/**
	 * @param log receives the line
	 * @param now a clock in milliseconds
	 */
	constructor(
		private readonly log: (line: string) => void,
		private readonly now: () => number,
	) {
		this.reportedAt = now();
	}

	/** @param line only called when it is due */
	report(line: () => string): void {
		if (this.now() - this.reportedAt < INTERVAL_MS) return;
		this.reportedAt = this.now();
		this.log(line());
	}
}

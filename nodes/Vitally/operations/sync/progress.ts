const INTERVAL_MS = 15_000;

/** Says from time to time how far a long run has come. */
export class Progress {
	private saidAt: number;

	/**
	 * @param say gets the line
	 * @param now a clock in milliseconds
	 */
	constructor(
		private readonly say: (line: string) => void,
		private readonly now: () => number,
	) {
		this.saidAt = now();
	}

	/** @param line made only when it is due */
	tell(line: () => string): void {
		if (this.now() - this.saidAt < INTERVAL_MS) return;
		this.saidAt = this.now();
		this.say(line());
	}
}

/** Reproducible random numbers: the same seed returns the same demo data in every run (mulberry32). */
export class SeededRandom {
	constructor(private state: number) {}

	/** Returns a number of at least 0, below 1. */
	fraction(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);

		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;

		return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** Returns a whole number from `low` to `high`, both included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.fraction() * (high - low + 1));
	}

	/** Returns true in `percent` of 100 cases. */
	percent(percent: number): boolean {
		return this.fraction() * 100 < percent;
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.between(0, choices.length - 1)];
	}
}

/** Spending counts for less and less: after a third of a window, for a third. */
const FADING = 3;

/** What this process spends of a quota, and what all together do, as far as answers tell. */
export class Spending {
	private own = 0;
	private all = 0;
	private ownSinceMeasuring = 0;

	/** Part of what was spent lately that this process spent; 1 as long as nobody else is known. */
	share(least: number): number {
		return shareOf(this.own, this.all, least);
	}

	/** Notes units that this process spent. */
	addOwn(units: number): void {
		this.ownSinceMeasuring += units;
	}

	/**
	 * Notes what was spent since the answer before.
	 *
	 * @param all units, this process's among them
	 * @param passed time since then, in windows
	 */
	measure(all: number, passed: number): void {
		const kept = Math.exp(-FADING * passed);
		this.own = this.own * kept + this.ownSinceMeasuring;
		this.all = this.all * kept + Math.max(this.ownSinceMeasuring, all);
		this.ownSinceMeasuring = 0;
	}

	forget(): void {
		[this.own, this.all] = [0, 0];
	}
}

/**
 * @param own units
 * @param all units
 * @param least what even a process is taken to spend that spent nothing, in units
 * @returns from just above 0 to 1
 */
export function shareOf(own: number, all: number, least: number): number {
	return (own + least) / (Math.max(own, all) + least);
}

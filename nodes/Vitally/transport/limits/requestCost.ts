/** Reads and writes may cost differently (docs/service.md, Limits 2). */
export type RequestKind = 'read' | 'write';

/** Answers in one sample: enough to even out that they arrive in another order than they were served. */
const SAMPLE_SIZE = 20;

/** A fall smaller than this part of what returned meanwhile says more about the returns than about the cost. */
const SIGNIFICANT_FALL = 0.25;

/** How far a sample moves an estimate, as in any exponential moving average. */
const SMOOTHING = 0.5;

/** What seems to cost more was spent by other processes, or rejected for another reason. */
const HIGHEST_COST = 10;

/** What a request costs, estimated from how `RateLimit-Remaining` falls: no figure is published (docs/service.md, Limits 4). */
export class RequestCost {
	private readonly units = { read: 1, write: 1 };
	private readonly hasEstimate = { read: false, write: false };
	private readonly answers = { read: 0, write: 0 };
	private start?: { remaining: number; at: number };

	/** Units that a request of this kind is taken to cost; 1 until the service shows more. */
	of(kind: RequestKind): number {
		return Math.round(this.units[kind]);
	}

	/**
	 * Notes an answer to a request that was served. Every 20 of them make a sample.
	 *
	 * @param reading units left in the newest reading, and its time in milliseconds
	 * @param returnedSince units that returned since a time; `undefined` when nobody can tell
	 */
	addAnswer(
		kind: RequestKind,
		{ remaining, at }: { remaining: number; at: number },
		returnedSince: (time: number) => number | undefined,
	): void {
		this.answers[kind]++;
		const { start } = this;
		if (start && this.answers.read + this.answers.write < SAMPLE_SIZE) return;
		if (start) {
			const returned = returnedSince(start.at);
			const fall = start.remaining - remaining;
			if (returned !== undefined && fall > SIGNIFICANT_FALL * returned)
				this.updateEstimate(fall + returned);
		}
		this.start = { remaining, at };
		this.answers.read = 0;
		this.answers.write = 0;
	}

	/** Notes a 429: the units that were left did not suffice. */
	raiseAbove(kind: RequestKind, remaining: number): void {
		const least = Math.floor(remaining) + 1;
		if (least <= HIGHEST_COST) this.units[kind] = Math.max(this.units[kind], least);
	}

	/** Where writes took part, what was not expected of the spent units is theirs. */
	private updateEstimate(spent: number): void {
		const kind: RequestKind = this.answers.write > 0 ? 'write' : 'read';
		const expected = this.answers.read * this.units.read + this.answers.write * this.units.write;
		const change = (spent - expected) / this.answers[kind];
		const weight = this.hasEstimate[kind] ? SMOOTHING : 1;
		const units = this.units[kind] + weight * change;
		this.units[kind] = Math.min(HIGHEST_COST, Math.max(1, units));
		this.hasEstimate[kind] = true;
	}
}

import type { PlannedRow, Result } from './plan';

/** The results that a summary of Sync, and its error about a limit, count even if there are none. */
export const NO_RESULTS = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };

/** How many rows have each result. */
export class ResultCounts {
	private readonly counts = new Map<Result, number>();

	add({ result }: Pick<PlannedRow, 'result'>): void {
		this.counts.set(result, this.countOf(result) + 1);
	}

	countOf(result: Result): number {
		return this.counts.get(result) ?? 0;
	}

	/** Returns the numbers by result, of those that rows have. */
	toObject(): Partial<Record<Result, number>> {
		return Object.fromEntries(this.counts);
	}
}

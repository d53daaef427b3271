import { RateLimiter } from './rateLimiter';

/** Long enough for every window to have passed. */
const UNUSED_MS = 600_000;

/** The budgets of one process, one for each key on each host, shared by all items, nodes and runs. */
export class RateLimiters {
	private readonly byName = new Map<string, RateLimiter>();

	/**
	 * @param now Unix milliseconds, as `Date.now`
	 * @param random from 0 up to 1, as `Math.random`
	 */
	constructor(
		private readonly now: () => number,
		private readonly random: () => number,
	) {}

	/**
	 * The budget of that name. Those that nobody has used for ten minutes go away meanwhile.
	 *
	 * @param name stands for key and host, without holding the key
	 */
	of(name: string): RateLimiter {
		const unusedSince = this.now() - UNUSED_MS;
		for (const [other, { lastUsedAt }] of this.byName) {
			if (lastUsedAt < unusedSince) this.byName.delete(other);
		}
		const budget = this.byName.get(name) ?? new RateLimiter(this.now, this.random);
		this.byName.set(name, budget);
		return budget;
	}
}

export const rateLimiters = new RateLimiters(Date.now, Math.random);

import type { Clock } from './clock';
import { RateLimiter } from './rateLimiter';
import { RequestQueue } from './requestQueue';

/** Unused for so long, a queue and what its limiter knows go away: every window has passed by then. */
const UNUSED_MS = 600_000;

/** Expressions in a credential can name any number of keys; of those unused, so many are remembered. */
const MOST_KEYS = 1000;

/** The queues of one process, one for each key on each host, shared by all items, nodes and runs. */
export class RequestQueues {
	/** The one that was used last comes last. */
	private readonly byKey = new Map<string, { queue: RequestQueue; usedAt: number }>();

	/** @param random from 0 up to 1, as `Math.random` */
	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/** How many keys are remembered. */
	get size(): number {
		return this.byKey.size;
	}

	/** @param limiterKey stands for API key and host, without holding the API key */
	of(limiterKey: string): RequestQueue {
		const usedAt = this.clock.now();
		const queue =
			this.byKey.get(limiterKey)?.queue ??
			new RequestQueue(new RateLimiter(this.clock.now, this.random), this.clock);
		this.byKey.delete(limiterKey);
		this.byKey.set(limiterKey, { queue, usedAt });
		this.forgetUnused(usedAt - UNUSED_MS);
		return queue;
	}

	private forgetUnused(since: number): void {
		for (const [limiterKey, { queue, usedAt }] of this.byKey) {
			if (usedAt >= since && this.byKey.size <= MOST_KEYS) return;
			if (queue.isIdle) this.byKey.delete(limiterKey);
		}
	}
}

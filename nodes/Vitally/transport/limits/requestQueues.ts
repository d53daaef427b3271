import { RateLimiter } from './rateLimiter';
import { RequestQueue } from './requestQueue';
import type { Clock } from './wait';

/** Unused for so long, a queue and what its limiter knows are deleted: a window has passed by then. */
const UNUSED_MS = 600_000;

/** Expressions in a credential can name any number of keys. */
const MAX_UNUSED_KEYS = 1000;

/** The queues of one process, one for each key on each host, shared by all items, nodes and runs. */
export class RequestQueues {
	/** The one that was used last comes last. */
	private readonly byKey = new Map<string, { queue: RequestQueue; usedAt: number }>();

	constructor(private readonly clock: Clock) {}

	/** How many keys are remembered. */
	get size(): number {
		return this.byKey.size;
	}

	/** @param rateLimitKey represents API key and host, without containing the API key */
	of(rateLimitKey: string): RequestQueue {
		const usedAt = this.clock.now();
		const queue =
			this.byKey.get(rateLimitKey)?.queue ??
			new RequestQueue(new RateLimiter(this.clock.now), this.clock);
		this.byKey.delete(rateLimitKey);
		this.byKey.set(rateLimitKey, { queue, usedAt });
		this.deleteUnused(usedAt - UNUSED_MS);
		return queue;
	}

	private deleteUnused(since: number): void {
		for (const [rateLimitKey, { queue, usedAt }] of this.byKey) {
			if (usedAt >= since && this.byKey.size <= MAX_UNUSED_KEYS) return;
			if (queue.isIdle) this.byKey.delete(rateLimitKey);
		}
	}
}

import type { Clock } from './clock';
import type { QueuedRequest } from './requestQueue';

/** The next items of a run come at once; after so long they may as well try again. */
const EXHAUSTED_MS = 5000;

/**
 * Runs of which a request waited in vain, and none was served since. What it waited, the next ones of
 * that run need not wait again: they leave when the service allows it at once, or not at all.
 */
export class ExhaustedRuns {
	private readonly runs = new Map<string, { waitedMs: number; at: number }>();

	constructor(private readonly clock: Clock) {}

	/** A request waited in vain. */
	note({ run, waitedMs }: QueuedRequest): void {
		const at = this.clock.now();
		for (const [name, other] of this.runs) {
			if (at - other.at > EXHAUSTED_MS) this.runs.delete(name);
		}
		if (run !== undefined) this.runs.set(run, { waitedMs, at });
	}

	/** What its run waited in vain a moment ago, a new request has waited too. */
	learn(request: QueuedRequest): void {
		const isRetry = request.position !== undefined;
		const found = isRetry ? undefined : this.runs.get(request.run ?? '');
		if (!found || this.clock.now() - found.at > EXHAUSTED_MS) return;
		request.waitedMs = Math.min(request.maxWaitMs, found.waitedMs);
	}

	/** A request of the run was served. */
	forget(run: string): void {
		this.runs.delete(run);
	}
}

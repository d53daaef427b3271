import type { VitallyError } from '../../errors/vitallyError';
import type { Client } from '../client';
import { waitTooLongError } from '../errors/networkErrors';
import type { RequestResult } from '../httpRequest';
import { RateLimiter } from './rateLimiter';
import { abortError, assertNotCanceled, type Clock } from './wait';

/**
 * Maximum requests in flight with one key; more would only wait at the service. Requests of no run have as many places
 * of their own: slow requests of a run must not delay a poll.
 */
export const MAX_IN_FLIGHT = 10;

/** Short, so that no long timer remains when the waiting requests are canceled. */
const MAX_SLEEP_MS = 1000;

/** A request with all its attempts. */
export interface QueuedRequest extends Pick<Client, 'run' | 'maxWaitMs' | 'limited' | 'signal'> {
	wasSent?: boolean;
}

interface Waiting {
	readonly request: QueuedRequest;
	readonly start: () => void;
	readonly reject: (error: VitallyError) => void;
}

/**
 * The queue of the requests of one key on one host: as many as have a place, and only when the rate limiter
 * allows the next one. Polls and pick-lists, which belong to no run, have priority; runs alternate, one
 * request each.
 */
class RequestQueue {
	/** The waiting requests by run; the next run is first. */
	private readonly lines = new Map<string | undefined, Waiting[]>();
	private readonly inFlight = { ofRuns: 0, ofNoRun: 0 };
	private isSleeping = false;

	constructor(
		private readonly limiter: RateLimiter,
		private readonly clock: Clock,
	) {}

	/** Whether no request waits or is in flight. */
	get isIdle(): boolean {
		return this.total === 0 && this.lines.size === 0;
	}

	private get total(): number {
		return this.inFlight.ofRuns + this.inFlight.ofNoRun;
	}

	/**
	 * Starts one attempt as soon as the request may be sent.
	 *
	 * @throws VitallyError when the rate limit would delay the request too long, or the signal is aborted
	 */
	async send(
		request: QueuedRequest,
		attempt: () => Promise<RequestResult>,
	): Promise<RequestResult> {
		await this.enter(request);
		const sentAt = this.clock.now();

		try {
			const result = await attempt();

			if (result.response) {
				const { status, headers } = result.response;

				this.limiter.confirm(sentAt, status, headers);
				const { limited } = request;

				limited.since = status === 429 ? (limited.since ?? this.clock.now()) : undefined;
			}

			return result;
		} finally {
			request.wasSent = true;
			this.inFlight[placeOf(request)]--;
			this.dispatch();
		}
	}

	private async enter(request: QueuedRequest): Promise<void> {
		const { signal, wasSent } = request;

		assertNotCanceled(signal, wasSent);
		await new Promise<void>((resolve, reject) => {
			const abort = () => waiting.reject(abortError(signal, wasSent));

			const leave = () => {
				signal?.removeEventListener('abort', abort);
				this.remove(waiting);
			};

			const waiting: Waiting = {
				request,
				start: () => {
					leave();
					this.inFlight[placeOf(request)]++;
					resolve();
				},
				reject: (error) => {
					leave();
					reject(error);
				},
			};

			signal?.addEventListener('abort', abort);
			this.add(waiting);
			this.dispatch();
		});
	}

	private add(waiting: Waiting): void {
		const { run, wasSent } = waiting.request;
		const line = this.lines.get(run) ?? [];
		if (wasSent) line.unshift(waiting);
		else line.push(waiting);

		this.lines.set(run, line);
	}

	private remove(waiting: Waiting): void {
		const { run } = waiting.request;
		const line = this.lines.get(run) ?? [];

		line.splice(line.indexOf(waiting), 1);
		// The other runs come before the next request of this one.
		this.lines.delete(run);
		if (line.length > 0) this.lines.set(run, line);
	}

	/** The line whose first request has a place: that of no run, or else the next run. */
	private nextLine(): Waiting[] | undefined {
		const { ofRuns, ofNoRun } = this.inFlight;
		const first = this.lines.get(undefined);
		if (first && ofNoRun < MAX_IN_FLIGHT) return first;
		if (ofRuns >= MAX_IN_FLIGHT) return undefined;

		return [...this.lines.values()].find((line) => line !== first);
	}

	private dispatch(): void {
		for (let line = this.nextLine(); line; line = this.nextLine()) {
			const waitMs = this.limiter.waitMs(this.total);

			if (waitMs === 0) line[0].start();
			else if (!this.rejectImpatient(waitMs)) {
				return void this.sleep(waitMs);
			}
		}
	}

	/** Rejects those first in line that would wait too long. @returns whether there were any */
	private rejectImpatient(waitMs: number): boolean {
		const now = this.clock.now();
		const first = [...this.lines.values()].map(([head]) => head);
		const impatient = first.filter(({ request: { limited, maxWaitMs } }) => {
			limited.since ??= now;

			// To a tenth of a second: a wait of just 'Max Wait' is allowed.
			return 100 * Math.round((now - limited.since + waitMs) / 100) > maxWaitMs;
		});

		for (const { request, reject } of impatient) {
			const waitedMs = now - (request.limited.since ?? now);

			reject(waitTooLongError(waitMs, { ...request, waitedMs }));
		}

		return impatient.length > 0;
	}

	private async sleep(waitMs: number): Promise<void> {
		if (this.isSleeping) return;

		this.isSleeping = true;
		await this.clock.sleep(Math.min(MAX_SLEEP_MS, waitMs));
		this.isSleeping = false;
		this.dispatch();
	}
}

function placeOf({ run }: QueuedRequest): 'ofRuns' | 'ofNoRun' {
	return run === undefined ? 'ofNoRun' : 'ofRuns';
}

/** A queue that is unused for so long is deleted; the window of its limiter has passed by then. */
const UNUSED_MS = 600_000;

/** The queues of a process, one for each key and host, shared by all items, nodes and runs. */
export class RequestQueues {
	/** The most recently used one is last. */
	private readonly byKey = new Map<string, { queue: RequestQueue; usedAt: number }>();

	constructor(private readonly clock: Clock) {}

	of(workspaceKey: string): RequestQueue {
		const usedAt = this.clock.now();
		const queue =
			this.byKey.get(workspaceKey)?.queue ??
			new RequestQueue(new RateLimiter(this.clock.now), this.clock);

		this.byKey.delete(workspaceKey);
		this.byKey.set(workspaceKey, { queue, usedAt });

		for (const [other, unused] of this.byKey) {
			if (unused.usedAt >= usedAt - UNUSED_MS) break;
			if (unused.queue.isIdle) this.byKey.delete(other);
		}

		return queue;
	}
}

import type { VitallyError } from '../../errors/vitallyError';
import type { AttemptResponse, Client } from '../client';
import { waitTooLongError } from '../errors/networkErrors';
import type { RequestResult } from '../httpRequest';
import { RateLimiter } from './rateLimiter';
import { abortError, assertNotCanceled, type Clock } from './wait';

/**
 * Maximum requests in flight with one key; more would only wait at the service. Requests of no run have as many places
 * of their own: slow requests of a run must not delay a poll.
 */
export const MAX_IN_FLIGHT = 10;

/** A queue that is unused for so long is deleted; the window of its limiter has passed by then. */
const UNUSED_MS = 600_000;

/** Short, so that no long timer remains when the waiting requests are canceled. */
const MAX_SLEEP_MS = 1000;

/** A request with all its attempts. */
export interface QueuedRequest extends Pick<Client, 'run' | 'maxWaitMs' | 'limited' | 'signal'> {
	/** Whether it has been sent, at least once. */
	wasSent?: boolean;
}

interface Waiting {
	readonly request: QueuedRequest;
	readonly start: () => void;
	readonly reject: (error: VitallyError) => void;
	/** Listens to the signal of the request. */
	readonly abort: () => void;
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
			if (result.response) this.confirm(request, sentAt, result.response);

			return result;
		} finally {
			request.wasSent = true;
			this.inFlight[placeOf(request)]--;
			this.dispatch();
		}
	}

	/** Waits until the request may be sent; then it has a place in flight. */
	private async enter(request: QueuedRequest): Promise<void> {
		const { signal } = request;

		assertNotCanceled(signal, request);

		await new Promise<void>((resolve, reject) => {
			const waiting: Waiting = {
				request,
				start: () => {
					this.leave(waiting);
					this.inFlight[placeOf(request)]++;
					resolve();
				},
				reject: (error) => {
					this.leave(waiting);
					reject(error);
				},
				abort: () => waiting.reject(abortError(signal, request)),
			};

			signal?.addEventListener('abort', waiting.abort);
			this.add(waiting);
			this.dispatch();
		});
	}

	/** Adjusts the limits to a response. */
	private confirm(
		{ limited }: QueuedRequest,
		sentAt: number,
		{ status, headers }: AttemptResponse,
	): void {
		this.limiter.confirm(sentAt, status, headers);
		limited.since = status === 429 ? (limited.since ?? this.clock.now()) : undefined;
	}

	private add(waiting: Waiting): void {
		const { run, wasSent } = waiting.request;
		const line = this.lines.get(run) ?? [];
		// A further attempt comes before the other requests of its run.
		if (wasSent) line.unshift(waiting);
		else line.push(waiting);

		this.lines.set(run, line);
	}

	private leave(waiting: Waiting): void {
		const { run, signal } = waiting.request;

		signal?.removeEventListener('abort', waiting.abort);

		const line = this.lines.get(run) ?? [];

		line.splice(line.indexOf(waiting), 1);

		// The other runs come before the next request of this one.
		this.lines.delete(run);
		if (line.length > 0) this.lines.set(run, line);
	}

	/** Returns the line whose first request has a place: that of no run, or else the next run. */
	private nextLine(): Waiting[] | undefined {
		const { ofRuns, ofNoRun } = this.inFlight;
		const first = this.lines.get(undefined);
		if (first && ofNoRun < MAX_IN_FLIGHT) return first;
		if (ofRuns >= MAX_IN_FLIGHT) return undefined;

		return [...this.lines.values()].find((line) => line !== first);
	}

	/** Starts all requests that may be sent now, and wakes up for the next one. */
	private dispatch(): void {
		let line = this.nextLine();

		while (line) {
			const waitMs = this.limiter.waitMs(this.total);

			if (waitMs === 0) {
				line[0].start();
			} else if (!this.rejectImpatient(waitMs)) {
				void this.sleep(waitMs);

				return;
			}

			line = this.nextLine();
		}
	}

	/**
	 * Rejects the requests that are first in line and would wait too long.
	 *
	 * @returns whether there were any
	 */
	private rejectImpatient(waitMs: number): boolean {
		const now = this.clock.now();
		const firstInLine = [...this.lines.values()].map((line) => line[0]);
		let hasRejected = false;

		for (const { request, reject } of firstInLine) {
			const { limited, maxWaitMs } = request;

			limited.since ??= now;

			const waitedMs = now - limited.since;
			// Rounded to a tenth of a second: a wait of just 'Max Wait' is allowed.
			if (100 * Math.round((waitedMs + waitMs) / 100) <= maxWaitMs) continue;

			reject(waitTooLongError(waitMs, { ...request, waitedMs }));
			hasRejected = true;
		}

		return hasRejected;
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

/** The queues of a process, one for each key and host, shared by all items, nodes and runs. */
export class RequestQueues {
	/** The most recently used one is last. */
	private readonly byKey = new Map<string, { queue: RequestQueue; usedAt: number }>();

	constructor(private readonly clock: Clock) {}

	/** Returns the queue of a key and host, and deletes the queues that are unused. */
	queueOf(rateLimitKey: string): RequestQueue {
		const usedAt = this.clock.now();
		const queue =
			this.byKey.get(rateLimitKey)?.queue ??
			new RequestQueue(new RateLimiter(this.clock.now), this.clock);

		this.byKey.delete(rateLimitKey);
		this.byKey.set(rateLimitKey, { queue, usedAt });

		for (const [other, unused] of this.byKey) {
			if (unused.usedAt >= usedAt - UNUSED_MS) break;
			if (unused.queue.isIdle) this.byKey.delete(other);
		}

		return queue;
	}
}

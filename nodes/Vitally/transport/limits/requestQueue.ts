import type { VitallyError } from '../../errors/vitallyError';
import { waitTooLongError } from '../errors/networkErrors';
import type { Clock } from './clock';
import { ExhaustedRuns } from './exhaustedRuns';
import type { RateLimiter } from './rateLimiter';
import type { AnswerHeaders } from './rateLimitHeaders';
import type { Reservation } from './reservations';
import { Stopwatch } from './stopwatch';
import { Turns } from './turns';
import { canceledError } from './wait';

/** Requests under way at the same time with one key; more would only wait in the service's own queue. */
export const MAX_IN_FLIGHT = 10;

/** A request, from its first attempt to its last. */
export interface QueuedRequest {
	readonly method: string;
	/** The run of a node that it belongs to; absent for polls and pick-lists, which go before all runs. */
	readonly run?: string;
	/** Longest wait in milliseconds, over all attempts; 0 = never. */
	readonly maxWaitMs: number;
	/** Ends the wait when the execution is canceled. */
	readonly signal?: AbortSignal;
	/** Milliseconds of `maxWaitMs` that are used up; the queue adds its own. */
	waitedMs: number;
	/** Its place among the requests of its run, from its first attempt on. */
	position?: number;
}

/** What became of an attempt: an answer; nothing left this machine; or nobody knows. */
export type AttemptEnd = { status: number; headers: AnswerHeaders } | 'notSent' | 'unanswered';

interface Waiting {
	readonly request: QueuedRequest;
	readonly isRetry: boolean;
	readonly enteredAt: number;
	/** Reading of the stopwatch on entering. */
	readonly enteredAtBarred: number;
	readonly depart: (reservation: Reservation) => void;
	readonly refuse: (error: VitallyError) => void;
}

/**
 * Where the requests of one key on one host wait until they may leave: until one of ten places is
 * free, and the rate limiter lets them go. Whoever waits holds no place; `Turns` has their order.
 *
 * What counts as waiting ('Max Wait', or what is left of a poll's time):
 * - for a request of a run, the time in which a place was free and the rate limit alone kept the
 *   request that was next from leaving: since it came, or since a request of its own run was last
 *   served, whichever was later. So time behind other items of its run does not count, be they ten
 *   thousand, and neither does time in which all places were taken, which ends with the time limits
 *   of the requests that hold them;
 * - what a request of its run waited in vain a moment ago (`ExhaustedRuns`);
 * - for a request that is sent again, all of that time since it came back, and the pause before;
 * - for a poll or a pick-list, all time since it came.
 */
export class RequestQueue {
	private readonly turns = new Turns<Waiting>();
	/** Runs while the rate limit alone keeps the next request from leaving. */
	private readonly barred: Stopwatch;
	private readonly exhausted: ExhaustedRuns;
	private underWay = 0;
	private wakesAt = Infinity;

	constructor(
		private readonly limiter: RateLimiter,
		private readonly clock: Clock,
	) {
		this.barred = new Stopwatch(() => clock.now());
		this.exhausted = new ExhaustedRuns(clock);
	}

	/** Whether nothing waits here or is under way. */
	get isIdle(): boolean {
		return this.underWay === 0 && this.turns.next() === undefined;
	}

	/**
	 * Waits until the request may leave. The caller must send it in the same turn and call `end`.
	 *
	 * @throws VitallyError when it would have to wait too long, or the execution is canceled
	 */
	async enter(request: QueuedRequest): Promise<Reservation> {
		const { signal } = request;
		if (signal?.aborted) throw canceledError();
		this.exhausted.learn(request);
		return await new Promise<Reservation>((resolve, reject) => {
			const cancel = () => waiting.refuse(canceledError());
			const waiting: Waiting = {
				request,
				isRetry: request.position !== undefined,
				enteredAt: this.clock.now(),
				enteredAtBarred: this.barred.elapsed,
				depart: (reservation) => {
					signal?.removeEventListener('abort', cancel);
					resolve(reservation);
				},
				refuse: (error) => {
					signal?.removeEventListener('abort', cancel);
					this.turns.remove(waiting);
					reject(error);
				},
			};
			signal?.addEventListener('abort', cancel);
			this.turns.add(waiting);
			this.dispatch();
		});
	}

	/** Frees the place of a request that left, and lets the next ones go. */
	end(request: QueuedRequest, reservation: Reservation, end: AttemptEnd): void {
		this.underWay--;
		if (end === 'notSent') this.limiter.cancel(reservation);
		else if (end === 'unanswered') this.limiter.expire(reservation);
		else {
			this.limiter.confirm(reservation, end.status, end.headers);
			if (end.status !== 429) this.noteServed(request);
		}
		this.dispatch();
	}

	private noteServed({ run: name = '' }: QueuedRequest): void {
		this.turns.noteServed(name, this.barred.elapsed);
		this.exhausted.forget(name);
	}

	/** A request of a run waited in vain: those that come next need not. */
	noteExhausted(request: QueuedRequest): void {
		this.exhausted.note(request);
	}

	/** Lets go whoever may, and turns away whoever cannot wait as long as it takes. */
	private dispatch(): void {
		this.barred.stop();
		for (let next = this.turns.next(); next; next = this.turns.next()) {
			if (this.underWay >= Math.min(MAX_IN_FLIGHT, this.limiter.mostInFlight)) {
				const { ahead } = this.turns;
				this.turnAway(ahead.filter((waiting) => this.leftMs(waiting) <= 0));
				this.wakeIn(Math.min(...ahead.map((waiting) => this.leftMs(waiting))));
				return;
			}
			const waitMs = this.limiter.waitMs(next.request.method);
			if (waitMs > 0) {
				if (this.endImpatience()) continue;
				this.barred.start();
				const leftMs = this.turns.all().map((waiting) => this.leftMs(waiting));
				this.wakeIn(Math.min(waitMs, ...leftMs));
				return;
			}
			this.depart(next);
		}
	}

	/** Ends the wait of those whose patience is over. @returns whether there were any */
	private endImpatience(): boolean {
		const impatient = this.turns.all().filter((waiting) => {
			const leftMs = this.leftMs(waiting);
			return leftMs <= 0 || this.limiter.leastWaitMs(waiting.request.method) > leftMs;
		});
		for (const waiting of impatient) {
			// What is kept for others is there for those that cannot wait.
			const isFree = this.limiter.leastWaitMs(waiting.request.method) === 0;
			if (!isFree) this.turnAway([waiting]);
			else if (this.underWay < MAX_IN_FLIGHT) this.depart(waiting);
		}
		return impatient.length > 0;
	}

	private turnAway(some: Waiting[]): void {
		for (const waiting of some) {
			const { request } = waiting;
			const leastMs = this.limiter.leastWaitMs(request.method);
			request.waitedMs += this.waitedMs(waiting);
			this.noteExhausted(request);
			waiting.refuse(waitTooLongError(leastMs, request));
		}
	}

	private depart(waiting: Waiting): void {
		const { request } = waiting;
		request.waitedMs += this.waitedMs(waiting);
		this.turns.remove(waiting);
		this.underWay++;
		waiting.depart(this.limiter.reserve(request.method));
	}

	/** Milliseconds that count, since it entered. */
	private waitedMs({ request, isRetry, enteredAt, enteredAtBarred }: Waiting): number {
		if (request.run === undefined) return this.clock.now() - enteredAt;
		const servedAt = isRetry ? 0 : this.turns.servedAt(request.run);
		return this.barred.elapsed - Math.max(enteredAtBarred, servedAt);
	}

	private leftMs(waiting: Waiting): number {
		const { maxWaitMs, waitedMs } = waiting.request;
		return maxWaitMs - waitedMs - this.waitedMs(waiting);
	}

	private wakeIn(ms: number): void {
		const at = this.clock.now() + Math.min(LONGEST_SLEEP_MS, ms);
		if (ms === Infinity || at >= this.wakesAt) return;
		this.wakesAt = at;
		void this.clock.sleep(Math.ceil(at - this.clock.now())).then(() => {
			// Another wake may have come in between.
			if (this.wakesAt !== at) return;
			this.wakesAt = Infinity;
			this.dispatch();
		});
	}
}

/** Nothing should change before, but a queue that never looks again could hang. */
const LONGEST_SLEEP_MS = 1000;

import { type AnswerHeaders, readRateLimit } from './rateLimitHeaders';
import { Quota } from './quota';
import { RequestCost, type RequestKind } from './requestCost';
import { type Reservation, Reservations } from './reservations';

/** Part of the limit that stays free for what other processes spend between two answers. */
const HEADROOM = 0.01;

/**
 * With every 429 the headroom grows by the cost of a request for each process that seems to share the
 * quota, and never by more than this part of the limit.
 */
const MAX_EXTRA_HEADROOM = 0.1;

/** It shrinks again so slowly that a 429 in this many requests keeps it. */
const REQUESTS_PER_429 = 400;

/** Requests under way at the same time as long as no answer has told how much is left. */
const FIRST_REQUESTS = 2;

/** With fewer requests under way, and no 429 lately, a process expects what others spent to return to it too. */
const FEW_REQUESTS = 7;

/** Processes that share a key must not all come back at the same moment. */
const BLOCK_JITTER = 0.05;

/** However long the service asks to stay away, requests may try again after this. */
const LONGEST_BLOCK_MS = 600_000;

/** What `RateLimit-Reset: 0` can mean after a 429, when it was rounded down. */
const ROUNDED_RESET_MS = 500;

/**
 * Keeps the requests of one key on one host within their quota, as far as one process sees it.
 *
 * It delays requests before the service rejects them. What is left is read from the answers; what
 * is under way is counted on top, and what comes back is predicted, always on the low side. Other
 * processes with the same key show only in the answers. Without rate-limit headers it delays nothing.
 *
 * @see docs/service.md, Limits
 */
export class RateLimiter {
	private readonly cost = new RequestCost();
	private readonly quota = new Quota(this.cost);
	/** Requests that no reading is known to include. */
	private readonly unread = new Reservations();
	private blockedUntil = 0;
	private mayBeUnderWay = FIRST_REQUESTS;
	/** Units on top of `HEADROOM`. */
	private extraHeadroom = 0;

	/**
	 * @param now milliseconds, never fewer than before
	 * @param random from 0 up to 1, as `Math.random`
	 */
	constructor(
		private readonly now: () => number,
		private readonly random: () => number,
	) {}

	/** How many requests may be under way: few until the first answers tell how much is left. */
	get mostInFlight(): number {
		return this.mayBeUnderWay;
	}

	/**
	 * How long a request must wait before it asks again, in milliseconds; `Infinity` when nobody can
	 * tell. 0 means: `reserve` it now, in the same turn, and send it.
	 */
	waitMs(method: string): number {
		const now = this.lookAtClock();
		const cost = this.costOf(method);
		const headroom = Math.min(
			HEADROOM * this.quota.limit + this.extraHeadroom,
			this.quota.limit - cost,
		);
		const isUnhindered = this.unread.size < FEW_REQUESTS && this.extraHeadroom < 1;
		const units = cost + this.unread.units(this.cost);
		return this.untilMs(now, this.quota.availableAt(units, headroom, isUnhindered));
	}

	/**
	 * How long the service itself keeps a request from leaving, in milliseconds: after a 429, or while
	 * its last word is that too little is left. Never longer than `waitMs`, which also leaves something
	 * for others.
	 */
	leastWaitMs(method: string): number {
		const now = this.lookAtClock();
		const { reading, limit } = this.quota;
		const remaining = reading?.remaining ?? limit;
		const missing = this.costOf(method) + this.unread.units(this.cost) - remaining;
		return this.untilMs(now, this.quota.returnedAt(Math.min(missing, limit - remaining)));
	}

	/** Counts a request that is sent now. It must end in `confirm`, `expire` or `cancel`. */
	reserve(method: string): Reservation {
		const reservation = { kind: kindOf(method), sentAt: this.now() };
		this.unread.add(reservation);
		return reservation;
	}

	/** The request provably never left. */
	cancel(reservation: Reservation): void {
		this.mayBeUnderWay++;
		this.unread.delete(reservation);
	}

	/** The request left, and no answer came: it counts until a request that is sent later is answered. */
	expire(reservation: Reservation): void {
		this.mayBeUnderWay++;
		this.quota.spent(reservation.kind);
		this.unread.end(Object.assign(reservation, { endedAt: this.now() }));
	}

	/**
	 * The request was answered, with any status.
	 *
	 * @param headers of the answer; see `readRateLimit`
	 */
	confirm(reservation: Reservation, status: number, headers: AnswerHeaders): void {
		this.mayBeUnderWay++;
		const ended = Object.assign(reservation, { endedAt: this.now() });
		const rateLimit = readRateLimit(headers, ended.endedAt);
		const { remaining } = rateLimit;
		const isServed = status !== 429;
		if (!isServed) this.block(ended.endedAt, rateLimit.retryAfterMs ?? rateLimit.resetMs);
		if (isServed && remaining === undefined) this.unread.end(ended);
		else this.unread.delete(ended);
		if (remaining === undefined) return;

		const isNewest = this.quota.observe({ ...ended }, rateLimit, isServed);
		// What ended unanswered before this request was sent is in its reading.
		if (isNewest) this.unread.deleteEndedBefore(ended.sentAt);
		if (isServed) this.learnFromServed(ended.kind);
		else this.learnFromRejected(ended.kind, remaining);
	}

	private lookAtClock(): number {
		const now = this.now();
		this.unread.deleteOlderThan(this.quota.windowMs, now);
		if (this.quota.refresh(now)) this.mayBeUnderWay = FIRST_REQUESTS;
		return now;
	}

	private untilMs(now: number, availableAt: number): number {
		return Math.max(0, Math.ceil(Math.max(this.blockedUntil, availableAt) - now));
	}

	private costOf(method: string): number {
		return Math.min(this.cost.of(kindOf(method)), this.quota.limit);
	}

	private block(from: number, pauseMs: number | undefined): void {
		if (pauseMs === undefined) return;
		const pause = pauseMs || Math.min(ROUNDED_RESET_MS, this.quota.windowMs / 10);
		const jittered = pause * (1 + BLOCK_JITTER * this.random());
		this.blockedUntil = Math.max(this.blockedUntil, from + Math.min(LONGEST_BLOCK_MS, jittered));
	}

	private learnFromServed(kind: RequestKind): void {
		const { reading, returnedSince } = this.quota;
		if (reading) this.cost.addAnswer(kind, reading, returnedSince);
		const less = this.extraHeadroom - this.cost.of(kind) / REQUESTS_PER_429;
		this.extraHeadroom = Math.max(0, less);
	}

	private learnFromRejected(kind: RequestKind, remaining: number): void {
		this.cost.raiseAbove(kind, remaining);
		const more = this.extraHeadroom + this.cost.of(kind) / this.quota.share;
		this.extraHeadroom = Math.min(MAX_EXTRA_HEADROOM * this.quota.limit, more);
	}
}

function kindOf(method: string): RequestKind {
	return method.toUpperCase() === 'GET' ? 'read' : 'write';
}

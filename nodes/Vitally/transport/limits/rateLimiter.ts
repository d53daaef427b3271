import { type AnswerHeaders, readRateLimit } from './rateLimitHeaders';
import { Quota } from './quota';
import { RequestCost, type RequestKind } from './requestCost';
import { type Reservation, Reservations } from './reservations';

/** Whoever waits asks again at least this often: an answer to another request may bring better news. */
const LONGEST_WAIT_MS = 250;

/** Part of the limit that stays free for what other processes spend between two answers. */
const HEADROOM = 0.01;

/** With every 429 the headroom grows by the cost of a request, and never by more than this part of the limit. */
const MAX_EXTRA_HEADROOM = 0.05;

/** It shrinks again so slowly that a 429 in this many requests keeps it. */
const REQUESTS_PER_429 = 400;

/** Processes that share a key must not all come back at the same moment. */
const BLOCK_JITTER = 0.05;

/** However long the service asks to stay away, requests may try again after this. */
const LONGEST_BLOCK_MS = 600_000;

/** What `RateLimit-Reset: 0` can mean after a 429, when it was rounded down. */
const ROUNDED_RESET_MS = 500;

/** Unused for so long, a limiter goes away: every window has passed by then. */
const UNUSED_MS = 600_000;

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
	/** Unix milliseconds. */
	lastUsedAt: number;

	private readonly cost = new RequestCost();
	private readonly quota = new Quota(this.cost);
	/** Requests that no reading is known to include. */
	private readonly unread = new Reservations();
	private blockedUntil = 0;
	/** Units on top of `HEADROOM`. */
	private extraHeadroom = 0;

	/**
	 * @param now Unix milliseconds, as `Date.now`
	 * @param random from 0 up to 1, as `Math.random`
	 */
	constructor(
		private readonly now: () => number,
		private readonly random: () => number,
	) {
		this.lastUsedAt = now();
	}

	/**
	 * How long a request must wait before it asks again, in milliseconds, at most 250. 0 means:
	 * `reserve` it now, in the same turn, and send it.
	 */
	waitMs(method: string): number {
		const now = this.touch();
		this.unread.deleteOlderThan(this.quota.windowMs, now);
		const availableAt = this.quota.availableAt(this.missing(kindOf(method)));
		const due = Math.max(this.blockedUntil, availableAt);
		return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(due - now)));
	}

	/** How long the service, with a 429, still asks every request to stay away, in milliseconds. */
	blockedMs(): number {
		return Math.max(0, this.blockedUntil - this.touch());
	}

	/** Counts a request that is sent now. It must end in `confirm`, `expire` or `cancel`. */
	reserve(method: string): Reservation {
		const reservation = { kind: kindOf(method), sentAt: this.touch() };
		this.unread.add(reservation);
		return reservation;
	}

	/** The request provably never left. */
	cancel(reservation: Reservation): void {
		this.unread.delete(reservation);
	}

	/** The request left, and no answer came: it counts until a request that is sent later is answered. */
	expire(reservation: Reservation): void {
		this.unread.end(Object.assign(reservation, { endedAt: this.touch() }));
	}

	/**
	 * The request was answered, with any status.
	 *
	 * @param headers of the answer; see `readRateLimit`
	 */
	confirm(reservation: Reservation, status: number, headers: AnswerHeaders): void {
		const ended = Object.assign(reservation, { endedAt: this.touch() });
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

	/** Units that must return before a request of this kind may go. */
	private missing(kind: RequestKind): number {
		const { limit, reading } = this.quota;
		if (!reading) return 0;
		const wanted = this.cost.of(kind) + HEADROOM * limit + this.extraHeadroom;
		return Math.min(wanted, limit) - reading.remaining + this.unread.units(this.cost);
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
		const more = this.extraHeadroom + this.cost.of(kind);
		this.extraHeadroom = Math.min(MAX_EXTRA_HEADROOM * this.quota.limit, more);
	}

	private touch(): number {
		this.lastUsedAt = this.now();
		return this.lastUsedAt;
	}
}

function kindOf(method: string): RequestKind {
	return method.toUpperCase() === 'GET' ? 'read' : 'write';
}

/** The rate limiters of one process, one for each key on each host, shared by all items, nodes and runs. */
export class RateLimiters {
	private readonly byKey = new Map<string, RateLimiter>();

	/**
	 * @param now Unix milliseconds, as `Date.now`
	 * @param random from 0 up to 1, as `Math.random`
	 */
	constructor(
		private readonly now: () => number,
		private readonly random: () => number,
	) {}

	/**
	 * The limiter of that key. Those that nobody has used for ten minutes go away meanwhile.
	 *
	 * @param limiterKey stands for API key and host, without holding the API key
	 */
	of(limiterKey: string): RateLimiter {
		const unusedSince = this.now() - UNUSED_MS;
		for (const [other, { lastUsedAt }] of this.byKey) {
			if (lastUsedAt < unusedSince) this.byKey.delete(other);
		}
		const limiter = this.byKey.get(limiterKey) ?? new RateLimiter(this.now, this.random);
		this.byKey.set(limiterKey, limiter);
		return limiter;
	}
}

export const rateLimiters = new RateLimiters(Date.now, Math.random);

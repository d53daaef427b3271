import { type AnswerHeaders, readRateLimit } from './rateLimitHeaders';
import { type Reservation, Quota } from './quota';
import { type Kind, RequestCost } from './requestCost';

/** Whoever waits asks again at least this often: an answer to another request may bring better news. */
const LONGEST_WAIT_MS = 250;

/** Part of the limit that stays free for what other processes spend between two answers. */
const RESERVE = 0.01;

/** The reserve grows by the cost of a request with every 429, and never beyond this part of the limit. */
const LARGEST_EXTRA = 0.05;

/** It shrinks again so slowly that a 429 in this many requests holds it. */
const REQUESTS_PER_REFUSAL = 400;

/** Processes that share a key must not all come back at the same moment. */
const HOLD_JITTER = 0.05;

/** However long the service asks to stay away, requests may try again after this. */
const LONGEST_HOLD_MS = 600_000;

/** What `RateLimit-Reset: 0` can mean after a 429, when it was rounded down. */
const UNTOLD_RESET_MS = 500;

/**
 * What is left of the request budget of one key on one host, as one process sees it.
 *
 * It holds requests back before the service refuses them. What is left is read from the answers; what
 * is under way is counted on top, and what comes back is predicted, always on the low side. Other
 * processes with the same key show only in the answers. Without rate-limit headers it holds nothing back.
 *
 * @see docs/service.md, Limits
 */
export class RateLimiter {
	/** Unix milliseconds. */
	lastUsedAt: number;

	private readonly cost = new RequestCost();
	private readonly refill = new Quota(this.cost);
	/** Requests that no reading is known to include. */
	private readonly unread = new Set<Reservation>();
	private blockedUntil = 0;
	private extraReserve = 0;

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
	 * How long a request must wait before it asks again, in milliseconds, at most 250. 0 means: `charge`
	 * it now, in the same turn, and send it.
	 */
	waitMs(method: string): number {
		const now = this.use();
		this.forgetWhatLeftTheWindow(now);
		const due = Math.max(this.blockedUntil, this.refill.availableAt(this.missing(kindOf(method))));
		return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(due - now)));
	}

	/** How long the service, with a 429, still asks every request to stay away, in milliseconds. */
	blockedMs(): number {
		return Math.max(0, this.blockedUntil - this.use());
	}

	/** Charges a request that is sent now. It must end in `settle`, `unanswered` or `refund`. */
	reserve(method: string): Reservation {
		const charge = { kind: kindOf(method), sentAt: this.use() };
		this.unread.add(charge);
		return charge;
	}

	/** The request provably never left. */
	cancel(charge: Reservation): void {
		this.unread.delete(charge);
	}

	/** The request left, and no answer came: it counts until a request that is sent later is answered. */
	expire(charge: Reservation): void {
		charge.endedAt = this.use();
	}

	/**
	 * The request was answered, with any status.
	 *
	 * @param headers of the answer; see `readRateLimit`
	 */
	confirm(charge: Reservation, status: number, headers: AnswerHeaders): void {
		const endedAt = this.use();
		charge.endedAt = endedAt;
		const told = readRateLimit(headers, endedAt);
		const isServed = status !== 429;
		if (!isServed) {
			this.unread.delete(charge);
			this.block(endedAt, told.retryAfterMs ?? told.resetMs);
		}
		if (told.remaining === undefined) return;

		this.unread.delete(charge);
		if (this.refill.observe({ ...charge, endedAt }, told, isServed)) this.forgetReadBy(charge);
		if (isServed) this.learnFromService(charge.kind);
		else this.learnFromRefusal(charge.kind, told.remaining);
	}

	/** Units that must return before a request of this kind may go. */
	private missing(kind: Kind): number {
		const { limit, reading } = this.refill;
		if (!reading) return 0;
		const wanted = this.cost.of(kind) + RESERVE * limit + this.extraReserve;
		let missing = Math.min(wanted, limit) - reading.remaining;
		for (const charge of this.unread) missing += this.cost.of(charge.kind);
		return missing;
	}

	private block(from: number, pauseMs: number | undefined): void {
		if (pauseMs === undefined) return;
		const pause = pauseMs || Math.min(UNTOLD_RESET_MS, this.refill.windowMs / 10);
		const jittered = pause * (1 + HOLD_JITTER * this.random());
		this.blockedUntil = Math.max(this.blockedUntil, from + Math.min(LONGEST_HOLD_MS, jittered));
	}

	private learnFromService(kind: Kind): void {
		const { reading, returnedSince } = this.refill;
		if (reading) this.cost.served(kind, reading, returnedSince);
		const less = this.extraReserve - this.cost.of(kind) / REQUESTS_PER_REFUSAL;
		this.extraReserve = Math.max(0, less);
	}

	private learnFromRefusal(kind: Kind, remaining: number): void {
		this.cost.refused(kind, remaining);
		const more = this.extraReserve + this.cost.of(kind);
		this.extraReserve = Math.min(LARGEST_EXTRA * this.refill.limit, more);
	}

	/** Requests that ended unanswered before this one was sent are in its reading. */
	private forgetReadBy({ sentAt }: Reservation): void {
		for (const charge of this.unread) {
			if (charge.endedAt !== undefined && charge.endedAt < sentAt) this.unread.delete(charge);
		}
	}

	private forgetWhatLeftTheWindow(now: number): void {
		for (const charge of this.unread) {
			if (charge.sentAt + this.refill.windowMs <= now) this.unread.delete(charge);
		}
	}

	private use(): number {
		this.lastUsedAt = this.now();
		return this.lastUsedAt;
	}
}

function kindOf(method: string): Kind {
	return method.toUpperCase() === 'GET' ? 'read' : 'write';
}

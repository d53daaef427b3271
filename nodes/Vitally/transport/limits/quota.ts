import type { RateLimit } from './rateLimitHeaders';
import type { RequestCost } from './requestCost';
import { type EndedReservation, Reservations } from './reservations';

/** The newest word of the service on what is left. */
export interface Reading {
	remaining: number;
	/** When the answer came; what returns later is not in `remaining`. */
	at: number;
	/** When the first unit returns, by the service's own word. */
	returnsFrom: number;
}

// docs/service.md, Limits: 1000 requests per minute by default.
const DEFAULT_LIMIT = 1000;
const DEFAULT_WINDOW_MS = 60_000;

/** The new sample of a token bucket shows `1` where 0.06 seconds are meant (docs/public-facts.md, 2): rounded up. */
const ROUNDED_TO_MS = 1000;

const PUSH = Number(process.env.PHI ?? 0.05);
const KAPPA = Number(process.env.KAPPA ?? 0.33);
const LEAST_SHARE = 0.02;

/**
 * How spent units come back, in either reading of the headers (docs/service.md, Limits 2): steadily into a
 * token bucket, or each one a window after it was spent.
 */
export class Quota {
	limit = DEFAULT_LIMIT;
	windowMs = DEFAULT_WINDOW_MS;
	reading?: Reading;

	private isSlidingWindow = false;
	private seesFractions = false;
	/** Own requests that are still in a sliding window. */
	private readonly inWindow = new Reservations();
	/** Since then nothing has returned to a sliding window. */
	private quietSince = 0;
	/** Units spent lately, by this process and by all. */
	private spent = { own: 0, all: 0 };
	private ownSinceReading = 0;
	/** Units that nobody took for a while. */
	private slack = 0;
	/** Part of what is spent that this process spends, from just above 0 to 1. */
	share = 1;

	constructor(private readonly cost: RequestCost) {}

	/**
	 * Notes an answer that says what is left.
	 *
	 * @param reservation of the request it answers, whose `endedAt` is the time of the answer
	 * @param rateLimit what its headers say
	 * @param isServed false for a 429, which spends nothing
	 * @returns whether this is now the newest reading
	 */
	observe(reservation: EndedReservation, rateLimit: RateLimit, isServed: boolean): boolean {
		this.limit = rateLimit.limit ?? this.limit;
		this.windowMs = rateLimit.windowMs ?? this.windowMs;
		if (isServed) {
			this.inWindow.add(reservation);
			this.inWindow.end(reservation);
			this.ownSinceReading += this.cost.of(reservation.kind);
		}
		this.detectAlgorithm(rateLimit.resetMs);

		const { reading } = this;
		const remaining = rateLimit.remaining ?? 0;
		// Answers overtake each other. Of two requests that overlapped, the one that left less was served last.
		if (reading && reservation.sentAt <= reading.at && remaining > reading.remaining) return false;

		const at = reservation.endedAt;
		this.measureShare(at, remaining);
		this.reading = { remaining, at, returnsFrom: at + (rateLimit.resetMs ?? 0) };
		const someLeft = this.inWindow.deleteOlderThan(this.windowMs, at);
		const isQuiet = reading && at < reading.returnsFrom && !someLeft;
		if (!isQuiet) this.quietSince = at;
		return true;
	}

	/** Once a whole window has passed without news, everything is back. */
	refresh(now: number): void {
		const { reading, windowMs } = this;
		if (!reading || now < reading.at + windowMs) return;
		const at = reading.at + windowMs;
		this.reading = { remaining: this.limit, at, returnsFrom: at };
		this.slack = this.limit;
		this.share = Math.max(this.share, LEAST_SHARE);
		this.inWindow.deleteOlderThan(windowMs, now);
	}

	/** Units of the newest reading that this process may spend; less than none where others need what is missing. */
	push = PUSH;
	claim(headroom: number): number {
		if (!this.reading) return 0;
		this.push = PUSH * Math.pow(Math.min(1, this.reading.remaining / headroom), Number(process.env.EXP ?? 1));
		const spare = this.reading.remaining - headroom;
		if (spare < 0) return spare * this.returnShare;
		const steady = Math.max(0, Math.min(this.slack - headroom, spare));
		const sure = steady + (spare - steady) * this.share;
		return sure * this.share * (KAPPA + (1 - KAPPA) * this.share);
	}

	get returnShare(): number {
		return this.push + (1 - this.push) * this.share;
	}

	/**
	 * @param missing units that must return after the newest reading
	 * @returns the time in milliseconds at which they can be back, as far as this process knows;
	 *   `Infinity` for more than there is
	 */
	availableAt(missing: number, share = this.returnShare, push = this.push): number {
		const { reading } = this;
		if (!reading || missing <= 0) return 0;
		const { at, remaining } = reading;
		if (missing > this.limit - remaining) return Infinity;
		// After a whole window without news everything is back.
		const latest = at + this.windowMs;
		if (!this.isSlidingWindow) {
			return Math.min(latest, at + (missing * this.windowMs) / this.limit / share);
		}
		return Math.min(latest, this.slidingWindowAvailableAt(missing, reading, push));
	}

	private measureShare(at: number, remaining: number): void {
		const { reading, limit, windowMs, spent } = this;
		if (reading) {
			const ms = at - reading.at;
			const returned = Math.min((ms * limit) / windowMs, limit - reading.remaining);
			const all = Math.max(this.ownSinceReading, reading.remaining + returned - remaining);
			const keep = Math.exp(-ms / windowMs);
			spent.own = spent.own * keep + this.ownSinceReading;
			spent.all = spent.all * keep + all;
			this.slack = Math.min(remaining, remaining + (this.slack - remaining) * keep);
		} else {
			this.spent = { own: this.ownSinceReading, all: limit - remaining };
			this.slack = remaining;
		}
		this.ownSinceReading = 0;
		const { own, all } = this.isSlidingWindow
			? { own: this.inWindow.units(this.cost), all: limit - remaining }
			: this.spent;
		const unit = this.cost.of('write');
		this.share = (own + unit) / (Math.max(own, all) + unit);
	}

	/** Units that returned between a time and the newest reading; `undefined` when nobody can tell. */
	readonly returnedSince = (time: number): number | undefined => {
		if (!this.reading) return undefined;
		if (this.isSlidingWindow) return this.quietSince <= time ? 0 : undefined;
		return ((this.reading.at - time) * this.limit) / this.windowMs;
	};

	/**
	 * Own requests leave a sliding window when a window has passed since their answer, or earlier. What
	 * other processes spent leaves at times unknown here: evenly, once the service says that it begins.
	 */
	private slidingWindowAvailableAt(
		missing: number,
		{ remaining, returnsFrom }: Reading,
		push: number,
	): number {
		const others = this.limit - remaining - this.inWindow.units(this.cost);
		const othersPerMs = (push * Math.max(0, others)) / this.windowMs;
		let left = missing;
		let lastLeft = returnsFrom;
		// Looks at no more requests than there are units missing.
		for (const { kind, endedAt } of this.inWindow.ended()) {
			const leaves = endedAt + this.windowMs;
			if (returnsFrom + left / othersPerMs <= leaves) break;
			left -= this.cost.of(kind);
			if (left <= 0) return leaves;
			lastLeft = leaves;
		}
		return Math.max(lastLeft, returnsFrom + left / othersPerMs);
	}

	/** One unit returns to a bucket within a moment; only a sliding window makes one wait longer. It stays one. */
	private detectAlgorithm(resetMs = 0): void {
		this.seesFractions ||= resetMs % ROUNDED_TO_MS !== 0;
		const unitMs = this.windowMs / this.limit;
		const longestInBucket = Math.max(this.seesFractions ? 0 : ROUNDED_TO_MS, 1.5 * unitMs);
		this.isSlidingWindow ||= resetMs > longestInBucket;
	}
}

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
		}
		this.detectAlgorithm(rateLimit.resetMs);

		const { reading } = this;
		const remaining = rateLimit.remaining ?? 0;
		// Answers overtake each other. Of two requests that overlapped, the one that left less was served last.
		if (reading && reservation.sentAt <= reading.at && remaining > reading.remaining) return false;

		const at = reservation.endedAt;
		this.reading = { remaining, at, returnsFrom: at + (rateLimit.resetMs ?? 0) };
		const someLeft = this.inWindow.deleteOlderThan(this.windowMs, at);
		const isQuiet = reading && at < reading.returnsFrom && !someLeft;
		if (!isQuiet) this.quietSince = at;
		return true;
	}

	/**
	 * @param missing units that must return after the newest reading
	 * @returns the time in milliseconds at which they can be back, as far as this process knows;
	 *   `Infinity` for more than there is
	 */
	availableAt(missing: number): number {
		const { reading } = this;
		if (!reading || missing <= 0) return 0;
		const { at, remaining } = reading;
		if (missing > this.limit - remaining) return Infinity;
		// After a whole window without news everything is back.
		const latest = at + this.windowMs;
		if (!this.isSlidingWindow) return Math.min(latest, at + (missing * this.windowMs) / this.limit);
		return Math.min(latest, this.slidingWindowAvailableAt(missing, reading));
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
	private slidingWindowAvailableAt(missing: number, { remaining, returnsFrom }: Reading): number {
		const others = this.limit - remaining - this.inWindow.units(this.cost);
		const othersPerMs = Math.max(0, others) / this.windowMs;
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

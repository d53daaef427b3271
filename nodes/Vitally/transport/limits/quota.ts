import type { RateLimit } from './rateLimitHeaders';
import type { RequestCost, RequestKind } from './requestCost';
import { type EndedReservation, Reservations } from './reservations';
import { shareOf, Spending } from './spending';

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
 * By so much a process that shares the quota tries to grow, so that whoever comes later gets its part
 * too; by less where less than the headroom is left.
 */
const GROWTH = 0.1;

/**
 * Of what is left everybody takes a part at once, and learns only with the answers what the others
 * took: where there are many, so much of the own part at a time.
 */
const CAUTION = 0.2;

/** What a process may take at once of what is left as long as nothing speaks against it, however small its share. */
const LEAST_PART = 0.015;

/** From this share on the whole part is taken at once. */
const LARGE_SHARE = 0.5;

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
	private readonly spending = new Spending();

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
			this.spent(reservation.kind);
		}
		this.detectAlgorithm(rateLimit.resetMs);

		const { reading } = this;
		const remaining = rateLimit.remaining ?? 0;
		// Answers overtake each other. Of two requests that overlapped, the one that left less was served last.
		if (reading && reservation.sentAt <= reading.at && remaining > reading.remaining) return false;

		const at = reservation.endedAt;
		this.measureSpending(at, remaining);
		this.reading = { remaining, at, returnsFrom: at + (rateLimit.resetMs ?? 0) };
		const someLeft = this.inWindow.deleteOlderThan(this.windowMs, at);
		const isQuiet = reading && at < reading.returnsFrom && !someLeft;
		if (!isQuiet) this.quietSince = at;
		return true;
	}

	/** Counts a request as this process's own spending, also one whose answer got lost. */
	spent(kind: RequestKind): void {
		this.spending.addOwn(this.cost.of(kind));
	}

	/** Part of what is spent that this process spends, from just above 0 to 1. */
	get share(): number {
		const least = this.cost.of('write');
		if (!this.isSlidingWindow || !this.reading) return this.spending.share(least);
		const own = this.inWindow.units(this.cost);
		return shareOf(own, this.limit - this.reading.remaining, least);
	}

	/**
	 * Once a whole window has passed without news, everything is back and nobody is known to share it.
	 *
	 * @returns whether that is so now, for the first time
	 */
	refresh(now: number): boolean {
		const { reading, windowMs } = this;
		if (!reading || now < reading.at + windowMs) return false;
		const at = reading.at + windowMs;
		this.reading = { remaining: this.limit, at, returnsFrom: at };
		this.spending.forget();
		this.inWindow.deleteOlderThan(windowMs, now);
		return true;
	}

	/**
	 * When this process may spend units without taking what is others': it acts as if that part of the
	 * quota were its own which it spent lately, of what is left as of what returns.
	 *
	 * @param units to spend, with what is under way
	 * @param headroom units of the quota that stay free
	 * @param isUnhindered whether it may expect what others spent to return to it as well
	 * @returns milliseconds; `Infinity` when nobody can tell before the next answer
	 */
	availableAt(units: number, headroom: number, isUnhindered: boolean): number {
		const { reading, share } = this;
		if (!reading) return 0;
		const growth = GROWTH * Math.min(1, reading.remaining / headroom);
		const part = growth + (1 - growth) * share;
		const spare = reading.remaining - headroom;
		const atOnce = CAUTION + (1 - CAUTION) * Math.min(1, share / LARGE_SHARE);
		const least = isUnhindered ? LEAST_PART : 0;
		const own = spare * (spare < 0 ? part : Math.max(least, share * atOnce));
		return this.returnedAt(units - own, part, isUnhindered ? 1 : growth);
	}

	/**
	 * @param missing units that must return after the newest reading
	 * @param part of what returns to a token bucket that counts
	 * @param partOfOthers part of what others spent in a sliding window that counts
	 * @returns the time in milliseconds at which they can be back, as far as this process knows;
	 *   `Infinity` for more than there is
	 */
	returnedAt(missing: number, part = 1, partOfOthers = 1): number {
		const { reading } = this;
		if (!reading || missing <= 0) return 0;
		const { at, remaining } = reading;
		if (missing > this.limit - remaining) return Infinity;
		// After a whole window without news everything is back.
		const latest = at + this.windowMs;
		const returned = this.isSlidingWindow
			? this.slidingWindowReturnedAt(missing, reading, partOfOthers)
			: at + (missing * this.windowMs) / this.limit / part;
		return Math.min(latest, returned);
	}

	/** Units that returned between a time and the newest reading; `undefined` when nobody can tell. */
	readonly returnedSince = (time: number): number | undefined => {
		if (!this.reading) return undefined;
		if (this.isSlidingWindow) return this.quietSince <= time ? 0 : undefined;
		return ((this.reading.at - time) * this.limit) / this.windowMs;
	};

	private measureSpending(at: number, remaining: number): void {
		const { reading, limit, windowMs } = this;
		if (!reading) return;
		const ms = at - reading.at;
		const returned = Math.min((ms * limit) / windowMs, limit - reading.remaining);
		this.spending.measure(reading.remaining + returned - remaining, ms / windowMs);
	}

	/**
	 * Own requests leave a sliding window when a window has passed since their answer, or earlier. What
	 * other processes spent leaves at times unknown here: evenly, once the service says that it begins.
	 */
	private slidingWindowReturnedAt(
		missing: number,
		{ remaining, returnsFrom }: Reading,
		partOfOthers: number,
	): number {
		const others = this.limit - remaining - this.inWindow.units(this.cost);
		const othersPerMs = (partOfOthers * Math.max(0, others)) / this.windowMs;
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

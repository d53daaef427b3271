import type { IDataObject } from 'n8n-workflow';

/** Units that one request may cost; not published (docs/internal/service.md, Limits 4). If it costs more, a 429 follows. */
const ASSUMED_COST = 3;

// docs/internal/service.md, Limits: 1000 requests per minute by default.
const DEFAULT_LIMIT = 1000;
const DEFAULT_WINDOW_MS = 60_000;

/** The reset of a token bucket is the time of its next unit, rounded up to seconds; that of a sliding window is longer. */
const MAX_BUCKET_RESET_MS = 1000;

/** A 429 doubles the units that have to remain, and half a window halves them, so that processes share the limit. */
const CAUTION_HALF_LIFE = 0.5;
const MAX_CAUTION = 100;

/** The pause after a 429 that doesn't say how long to wait. */
const DEFAULT_PAUSE_MS = 1000;
/** `RateLimit-Reset: 0` after a 429 was rounded down. */
const ROUNDED_PAUSE_MS = 500;
/** Requests try again after this, however long the service asks to wait. */
const MAX_PAUSE_MS = 600_000;

/** A larger number of seconds is not a wait but a time, in seconds since 1970. */
const MAX_WAIT_S = 1_000_000_000;

/**
 * A policy and its window: `1000;window=60` in `1000, 1000;window=60`, whose first number is the limit. In
 * drafts of the standard, a window is called `w`.
 */
const POLICY = /^\s*(\d{1,9})\s*(?:;.*?\b(?:window|w)=(\d{1,9}))?/;

/**
 * Keeps the requests of one key within the rate limit that the responses report. Without rate-limit
 * headers it delays nothing.
 *
 * @see docs/internal/service.md, Limits
 */
export class RateLimiter {
	private limit = DEFAULT_LIMIT;
	private windowMs = DEFAULT_WINDOW_MS;
	private reading: { remaining: number; at: number; resetMs: number } | undefined;
	private isSlidingWindow = false;
	/** Latest times at which the requests of this process leave a sliding window, ascending. */
	private readonly returnTimes: number[] = [];
	private blockedUntil = 0;
	private lastCaution = { factor: 1, at: 0 };

	/** @param now is a monotonic clock in milliseconds */
	constructor(private readonly now: () => number) {}

	/** Returns how long the next request has to wait, in milliseconds; 0 means it may be sent now. */
	waitMs(inFlight: number): number {
		const now = this.now();

		return Math.max(0, Math.ceil(Math.max(this.blockedUntil, this.availableAt(inFlight)) - now));
	}

	/**
	 * Reads the headers of a response with any status.
	 *
	 * @param sentAt is when its request was sent, on the clock of `now`
	 */
	confirm(sentAt: number, status: number, headers: IDataObject): void {
		const now = this.now();
		const { limit, windowMs, remaining, resetMs, retryAfterMs } = readRateLimit(headers);
		if (status === 429) this.block(now, retryAfterMs ?? resetMs);

		// Unless a response says how much is left, its other headers say nothing about the next request.
		if (remaining === undefined) return;

		this.limit = limit ?? this.limit;
		this.windowMs = windowMs ?? this.windowMs;
		this.isSlidingWindow ||= (resetMs ?? 0) > Math.max(MAX_BUCKET_RESET_MS, 2 * this.unitMs);
		if (this.isSlidingWindow && status !== 429) this.returnTimes.push(now + this.windowMs);

		// Responses may arrive out of order: of two overlapping requests, the one that left less came later.
		const { reading } = this;
		if (reading && sentAt <= reading.at && remaining > reading.remaining) return;

		this.reading = { remaining, at: now, resetMs: resetMs ?? 0 };

		while (this.returnTimes[0] <= now) this.returnTimes.shift();
	}

	private get unitMs(): number {
		return this.windowMs / this.limit;
	}

	/** The factor for the units that have to remain before a request is sent. */
	private get caution(): number {
		const { factor, at } = this.lastCaution;
		const halfLives = (this.now() - at) / (CAUTION_HALF_LIFE * this.windowMs);

		return Math.max(1, factor * 0.5 ** halfLives);
	}

	/** Returns when enough remains for the requests in flight, which no response includes yet, and one more. */
	private availableAt(inFlight: number): number {
		if (!this.reading) return 0;

		const { remaining, at, resetMs } = this.reading;
		const needed = Math.min(ASSUMED_COST * this.caution * (inFlight + 1), this.limit);
		const missing = Math.ceil(needed - remaining);
		if (missing <= 0) return 0;
		if (!this.isSlidingWindow) return at + missing * this.unitMs;

		const allReturned = at + this.windowMs;
		// Requests of other processes leave the window too; the response to a single request shows how many.
		const expected = inFlight === 0 ? at + resetMs + missing * this.unitMs : allReturned;

		return Math.min(allReturned, expected, this.returnTimes[missing - 1] ?? allReturned);
	}

	private block(now: number, askedMs = DEFAULT_PAUSE_MS): void {
		this.lastCaution = { factor: Math.min(MAX_CAUTION, 2 * this.caution), at: now };

		// The service may have rounded the time down to 0.
		const pauseMs = askedMs || Math.min(ROUNDED_PAUSE_MS, this.windowMs / 10);

		this.blockedUntil = Math.max(this.blockedUntil, now + Math.min(MAX_PAUSE_MS, pauseMs));
	}
}

/**
 * Reads the rate-limit headers of a response. Never throws and never returns NaN.
 *
 * @param headers names in lower case, as Node.js returns them
 * @returns units per window and left, the length of the window, until one unit is available (token bucket) or the
 * earliest request leaves the window, and how long the service asks to wait; `undefined` for an invalid header
 * @see docs/internal/service.md, Limits 1 and 2; docs/internal/public-facts.md, 2 (`Retry-After` is not documented)
 */
export function readRateLimit(headers: IDataObject) {
	const policies = String(headers['ratelimit-limit'])
		.split(',')
		.map((policy) => POLICY.exec(policy));
	const limit = policies[0]?.[1];
	const window = policies.find((policy) => policy?.[1] === limit && policy?.[2])?.[2];

	return {
		limit: Number(limit) || undefined,
		windowMs: Number(window) * 1000 || undefined,
		remaining: parseNumber(headers['ratelimit-remaining']),
		resetMs: parseWait(headers['ratelimit-reset'], headers.date),
		retryAfterMs: parseWait(headers['retry-after'], headers.date),
	};
}

/**
 * Reads a wait in milliseconds.
 *
 * @param header seconds from now, or since 1970
 * @param date the header with the time of the service; without it, the clock of this machine counts
 */
function parseWait(header: unknown, date: unknown): number | undefined {
	const seconds = parseNumber(header);
	if (seconds === undefined) return undefined;
	if (seconds <= MAX_WAIT_S) return seconds * 1000;

	const nowMs = Date.parse(String(date)) || Date.now();

	return Math.max(0, seconds * 1000 - nowMs);
}

function parseNumber(header: unknown): number | undefined {
	const text = String(header);

	return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

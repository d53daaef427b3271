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

/** After a 429 without a time. */
const DEFAULT_PAUSE_MS = 1000;
/** `RateLimit-Reset: 0` after a 429 was rounded down. */
const ROUNDED_PAUSE_MS = 500;
/** Requests try again after this, however long the service asks to wait. */
const MAX_PAUSE_MS = 600_000;

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

	/** @param now a monotonic clock in milliseconds */
	constructor(private readonly now: () => number) {}

	/** How long the next request has to wait, in milliseconds; 0 means it may be sent now. */
	waitMs(inFlight: number): number {
		const now = this.now();
		return Math.max(0, Math.ceil(Math.max(this.blockedUntil, this.availableAt(inFlight)) - now));
	}

	/**
	 * Reads the headers of a response with any status.
	 *
	 * @param sentAt when its request was sent, on the clock of `now`
	 */
	confirm(sentAt: number, status: number, headers: ResponseHeaders): void {
		const now = this.now();
		const { limit, windowMs, remaining, resetMs, retryAfterMs } = readRateLimit(headers);
		if (status === 429) this.block(now, retryAfterMs ?? resetMs);
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

	/** Factor for the units that have to remain before a request is sent. */
	private get caution(): number {
		const { factor, at } = this.lastCaution;
		const halfLives = (this.now() - at) / (CAUTION_HALF_LIFE * this.windowMs);
		return Math.max(1, factor * 0.5 ** halfLives);
	}

	/** When enough remains for the requests in flight, which no response includes yet, and one more. */
	private availableAt(inFlight: number): number {
		if (!this.reading) return 0;
		const { remaining, at, resetMs } = this.reading;
		const needed = Math.min(ASSUMED_COST * this.caution * (inFlight + 1), this.limit);
		const missing = Math.ceil(needed - remaining);
		if (missing <= 0) return 0;
		const allReturned = at + this.windowMs;
		if (!this.isSlidingWindow) return Math.min(allReturned, at + missing * this.unitMs);
		// Requests of other processes leave the window too; the response to a single request shows how many.
		const expected = inFlight === 0 ? at + resetMs + missing * this.unitMs : allReturned;
		return Math.min(allReturned, expected, this.returnTimes[missing - 1] ?? allReturned);
	}

	private block(now: number, askedMs = DEFAULT_PAUSE_MS): void {
		this.lastCaution = { factor: Math.min(MAX_CAUTION, 2 * this.caution), at: now };
		const pauseMs = askedMs || Math.min(ROUNDED_PAUSE_MS, this.windowMs / 10);
		this.blockedUntil = Math.max(this.blockedUntil, now + Math.min(MAX_PAUSE_MS, pauseMs));
	}
}

/** The rate limit of a key as one response reports it. A field is absent when its header is absent or invalid. */
interface RateLimit {
	/** Units per window. */
	limit?: number;
	/** Length of that window, in milliseconds. */
	windowMs?: number;
	/** Units left at the time of the response. */
	remaining?: number;
	/** Milliseconds until one unit is available (token bucket) or the earliest request leaves the window. */
	resetMs?: number;
	/** Milliseconds the service asks to wait. */
	retryAfterMs?: number;
}

/** Header names to values, as n8n's HTTP helper returns them. */
export type ResponseHeaders = Readonly<Record<string, unknown>>;

// docs/internal/service.md, Limits: 1000 requests per minute, so a policy without a window means a minute.
const DEFAULT_WINDOW_S = 60;
// Larger numbers of seconds are Unix times, which the service does not send.
const MAX_S = 86_400;

/**
 * Reads the rate-limit headers of a response. Never throws and never returns NaN.
 *
 * @param headers names in lower case, as Node.js returns them; of a list of values the first counts
 * @param nowMs the time of the response in Unix milliseconds, for a `Retry-After` date without a `Date` header
 * @see docs/internal/service.md, Limits 1 and 2; docs/internal/public-facts.md, 2 (`Retry-After` is not documented)
 */
export function readRateLimit(headers: ResponseHeaders, nowMs = Date.now()): RateLimit {
	const readText = (name: string): string => {
		const value = [headers[name]].flat()[0];
		return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	};
	const resetS = parseNumber(readText('ratelimit-reset'));
	return {
		...parseLimit(readText('ratelimit-limit')),
		remaining: parseNumber(readText('ratelimit-remaining')),
		resetMs: resetS === undefined || resetS > MAX_S ? undefined : resetS * 1000,
		retryAfterMs: parseRetryAfter(readText('retry-after'), readText('date'), nowMs),
	};
}

/** `1000`, `1000, 1000;window=60` and `1000;w=60`: the limit in force, then the policies it comes from. */
function parseLimit(text: string): Pick<RateLimit, 'limit' | 'windowMs'> {
	const policies = text.split(',').map((policy) => ({
		quota: parseNumber(policy.split(';')[0].trim()),
		window: parseNumber(/;\s*w(?:indow)?\s*=\s*([^;]*)/i.exec(policy)?.[1].trim() ?? '') ?? 0,
	}));
	const limit = policies[0].quota;
	if (!limit) return {};
	const valid = policies.filter(({ window }) => window > 0 && window <= MAX_S);
	const policy = valid.find(({ quota }) => quota === limit) ?? valid[0];
	return { limit, windowMs: (policy?.window ?? DEFAULT_WINDOW_S) * 1000 };
}

function parseRetryAfter(text: string, sentAt: string, nowMs: number): number | undefined {
	const seconds = parseNumber(text);
	if (seconds !== undefined) return seconds * 1000;
	const until = parseDate(text);
	// The clock of this machine may differ from that of the service.
	return until === undefined ? undefined : Math.max(0, until - (parseDate(sentAt) ?? nowMs));
}

function parseNumber(text: string): number | undefined {
	return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** JavaScript reads almost any text with a number in it as a date; HTTP dates begin with a weekday. */
function parseDate(text: string): number | undefined {
	if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d/.test(text)) return undefined;
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

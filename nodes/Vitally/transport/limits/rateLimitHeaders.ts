/** The rate limit of a key as one response reports it. A field is absent when its header is absent or invalid. */
export interface RateLimit {
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
 * @param headers names in any case; of a list of values the first counts
 * @param nowMs the time of the response in Unix milliseconds, for a `Retry-After` date without a `Date` header
 * @see docs/internal/service.md, Limits 1 and 2; docs/internal/public-facts.md, 2 (`Retry-After` is not documented)
 */
export function readRateLimit(headers: ResponseHeaders, nowMs = Date.now()): RateLimit {
	const values = new Map(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const readText = (name: string): string => {
		const value = [values.get(name)].flat()[0];
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

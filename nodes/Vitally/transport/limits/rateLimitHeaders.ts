/** What one answer says about the quota of its key. A field is absent when its header is, or makes no sense. */
export interface RateLimit {
	/** Units the service gives per window. */
	limit?: number;
	/** Length of that window, in milliseconds. */
	windowMs?: number;
	/** Units left when the service answered. */
	remaining?: number;
	/** Milliseconds until one unit comes back (token bucket) or the earliest request leaves the window. */
	resetMs?: number;
	/** Milliseconds the service asks to stay away. */
	retryAfterMs?: number;
}

/** Header names to values, as n8n's HTTP helper hands them over. */
export type AnswerHeaders = Readonly<Record<string, unknown>>;

// docs/service.md, Limits: 1000 requests per minute, so a policy without a window means a minute.
const DEFAULT_WINDOW_S = 60;
// Larger numbers of seconds make no sense here; as points in Unix time the service does not send them.
const LONGEST_S = 86_400;

const READ_HEADERS: ReadonlySet<string> = new Set([
	'ratelimit-limit',
	'ratelimit-remaining',
	'ratelimit-reset',
	'retry-after',
	'date',
]);

/**
 * Reads the rate-limit headers of an answer. Never throws and never gives NaN: what can't be understood is absent.
 *
 * @param headers names in any case; values may be texts, numbers or lists, of which the first counts
 * @param nowMs the time of the answer in Unix milliseconds, for a `Retry-After` date without a `Date` header
 * @see docs/service.md, Limits 1 and 2; docs/public-facts.md, 2 (`Retry-After` is not documented)
 */
export function readRateLimit(headers: AnswerHeaders, nowMs = Date.now()): RateLimit {
	const texts = new Map<string, string>();
	for (const [key, value] of Object.entries(headers)) {
		const name = key.toLowerCase();
		if (!READ_HEADERS.has(name)) continue;
		const first: unknown = Array.isArray(value) ? value[0] : value;
		if (typeof first === 'string' || typeof first === 'number') {
			texts.set(name, String(first).trim());
		}
	}
	const reset = number(texts.get('ratelimit-reset'));
	return {
		...readLimit(texts.get('ratelimit-limit')),
		remaining: number(texts.get('ratelimit-remaining')),
		resetMs: reset === undefined || reset > LONGEST_S ? undefined : reset * 1000,
		retryAfterMs: readRetryAfter(texts.get('retry-after'), texts.get('date'), nowMs),
	};
}

/** `1000`, `1000, 1000;window=60` and `1000;w=60` in one: the limit in force, then the policies it comes from. */
function readLimit(text: string | undefined): Pick<RateLimit, 'limit' | 'windowMs'> {
	const entries = (text ?? '').split(',').map((entry) => {
		const [quota, ...parameters] = entry.split(';').map((part) => part.trim());
		const window = parameters.find((parameter) => /^w(indow)?\s*=/i.test(parameter));
		return { quota: number(quota), window: number(window?.split('=')[1].trim()) };
	});
	const limit = entries[0].quota;
	if (!limit) return {};
	const policies = entries.filter(({ window = 0 }) => window > 0 && window <= LONGEST_S);
	const policy = policies.find((entry) => entry.quota === limit) ?? policies[0];
	return { limit, windowMs: (policy?.window ?? DEFAULT_WINDOW_S) * 1000 };
}

function readRetryAfter(text: string | undefined, sentAt: string | undefined, nowMs: number) {
	const seconds = number(text);
	if (seconds !== undefined) return seconds * 1000;
	const until = date(text);
	// Measured on the service's own clock where it tells the time: this machine's may differ.
	return until === undefined ? undefined : Math.max(0, until - (date(sentAt) ?? nowMs));
}

function number(text: string | undefined): number | undefined {
	return text !== undefined && /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function date(text: string | undefined): number | undefined {
	// JavaScript reads almost any text with a number in it as a date; HTTP dates begin with a weekday.
	if (text === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d/.test(text))
		return undefined;
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

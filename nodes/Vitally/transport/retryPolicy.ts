import type { NetworkErrorKind } from './errors/networkErrorKind';
import { type AnswerHeaders, readRateLimit } from './limits/rateLimitHeaders';

/** What became of one attempt. */
export type Outcome =
	| { status: number; headers: AnswerHeaders }
	| { networkError: NetworkErrorKind };

/** Why an attempt does not settle the matter: no answer, a gateway without the service, or an empty quota. */
export type Cause = NetworkErrorKind | 'unavailable' | 'rate-limited';

/** The attempts of one request so far. */
export interface Attempts {
	/** Attempts that ended in a network error or in 502, 503, 504. */
	readonly failed: number;
	/** Attempts that ended in 429. */
	readonly rateLimited: number;
	/** Milliseconds waited because the service asked for it or answered 429. */
	readonly waitedMs: number;
}

/** The attempts of a request that is sent for the first time. */
export const NO_ATTEMPTS: Attempts = { failed: 0, rateLimited: 0, waitedMs: 0 };

/** What a decision depends on besides the outcome. */
export interface RetryContext {
	/** Whether carrying the request out twice leaves the same state as once. */
	isIdempotent: boolean;
	/** The attempts before this one. */
	attempts: Attempts;
	/** The user's 'Max Wait' in milliseconds, over all waits of one request; 0 = never wait. */
	maxWaitMs: number;
	/** Unix milliseconds. */
	now: number;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
}

/**
 * - `return`: the answer is the service's word, be it a success or an error
 * - `retry`: send the same request again after `delayMs`
 * - `giveUp`: there is no answer to hand on, or the service asks for more patience than is allowed;
 *   `retryAfterMs` is how long it asked for
 *
 * `attempts` holds this one too.
 */
export type Decision =
	| { action: 'return' }
	| { action: 'retry'; cause: Cause; delayMs: number; attempts: Attempts }
	| { action: 'giveUp'; cause: Cause; attempts: Attempts; retryAfterMs?: number };

const MAX_FAILED = 3;

/** A gateway gives these when the service behind it does not answer. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** RFC 9110, 9.2.2, as far as the service knows these methods. */
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Other failures would happen again. */
const RETRIED_CAUSES: ReadonlySet<Cause> = new Set<Cause>([
	'notSent',
	'timeout',
	'connectionLost',
	'unavailable',
]);

const FAILURE_BACKOFF_MS = 500;
/** After a 429 that does not say how long. */
const DEFAULT_BACKOFF_MS = 1000;
/** On top of what the service asks for: keeps processes apart that wait for the same moment. */
const EXTRA_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;

/** Whether carrying out a request of this method twice leaves the same state as once, unless its path says otherwise. */
export function isIdempotentMethod(method: string): boolean {
	return IDEMPOTENT_METHODS.has(method.toUpperCase());
}

/**
 * Decides what follows an attempt, so that nothing is done twice and nothing is given up too early.
 *
 * A network error or a 502, 503, 504: three attempts in all, if the request is idempotent or the
 * service provably got nothing. A 429: again whatever the request is, within `maxWaitMs`.
 */
export function decide(outcome: Outcome, context: RetryContext): Decision {
	if ('networkError' in outcome) return afterFailure(outcome.networkError, 0, context);
	const { status, headers } = outcome;
	if (status !== 429 && !UNAVAILABLE.has(status)) return { action: 'return' };
	const { retryAfterMs, resetMs } = readRateLimit(headers, context.now);
	if (status === 429) return afterRateLimit(retryAfterMs ?? resetMs, context);
	return afterFailure('unavailable', retryAfterMs ?? 0, context);
}

function afterFailure(cause: Cause, askedMs: number, context: RetryContext): Decision {
	const { isIdempotent, maxWaitMs, random } = context;
	const failed = context.attempts.failed + 1;
	const waitedMs = context.attempts.waitedMs + askedMs;
	const isSafe = cause === 'notSent' || isIdempotent;
	const isPatient = askedMs === 0 || waitedMs <= maxWaitMs;
	if (!RETRIED_CAUSES.has(cause) || !isSafe || !isPatient || failed >= MAX_FAILED) {
		const attempts = { ...context.attempts, failed };
		return { action: 'giveUp', cause, attempts, ...(askedMs > 0 && { retryAfterMs: askedMs }) };
	}
	const attempts = { ...context.attempts, failed, waitedMs };
	const delayMs = askedMs + withJitter(exponentialBackoff(FAILURE_BACKOFF_MS, failed), random);
	return { action: 'retry', cause, delayMs, attempts };
}

function afterRateLimit(askedMs: number | undefined, context: RetryContext): Decision {
	const { maxWaitMs, random } = context;
	const { rateLimited, waitedMs } = context.attempts;
	const patienceMs = maxWaitMs - waitedMs;
	const attempts = { ...context.attempts, rateLimited: rateLimited + 1 };
	if (patienceMs <= 0 || (askedMs ?? 0) > patienceMs) {
		return { action: 'giveUp', cause: 'rate-limited', attempts, retryAfterMs: askedMs };
	}
	const backoffMs = exponentialBackoff(
		askedMs ? EXTRA_BACKOFF_MS : DEFAULT_BACKOFF_MS,
		attempts.rateLimited,
	);
	const delayMs = Math.min(patienceMs, (askedMs ?? 0) + withJitter(backoffMs, random));
	return {
		action: 'retry',
		cause: 'rate-limited',
		delayMs,
		attempts: { ...attempts, waitedMs: waitedMs + delayMs },
	};
}

function exponentialBackoff(firstMs: number, attempts: number): number {
	return Math.min(MAX_BACKOFF_MS, firstMs * 2 ** (attempts - 1));
}

function withJitter(backoffMs: number, random: () => number): number {
	return backoffMs * (0.5 + 0.5 * random());
}

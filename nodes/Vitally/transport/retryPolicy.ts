import type { NetworkErrorKind } from './errors/networkErrorKind';
import { type AnswerHeaders, readRateLimit } from './limits/rateLimitHeaders';

/** What became of one try. */
export type Outcome = { status: number; headers: AnswerHeaders } | { fault: NetworkErrorKind };

/** Why a try is not the last word: no answer, a gateway without the service, or an empty budget. */
export type Cause = NetworkErrorKind | 'unavailable' | 'rate-limited';

/** The tries of one request so far. */
export interface Attempts {
	/** Tries that ended in a fault or in 502, 503, 504. */
	readonly faults: number;
	/** Tries that ended in 429. */
	readonly rateLimited: number;
	/** Milliseconds waited because the service asked for it or answered 429. */
	readonly waitedMs: number;
}

/** The tries of a request that is sent for the first time. */
export const NO_ATTEMPTS: Attempts = { faults: 0, rateLimited: 0, waitedMs: 0 };

/** What a decision depends on besides the outcome. */
export interface RetryContext {
	method: string;
	/** The tries before this one. */
	tries: Attempts;
	/** The user's 'Max Wait' in milliseconds, over all waits of one request; 0 = never wait. */
	maxWaitMs: number;
	/** Unix milliseconds. */
	now: number;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
}

/**
 * - `return`: the answer is the service's word, be it a success or a refusal
 * - `retry`: send the same request again after a pause; `tries` then stands for what happened so far
 * - `giveUp`: there is no answer to hand on, or the service asks for more patience than is allowed;
 *   `retryAfterMs` is how long it asked for
 */
export type Decision =
	| { action: 'return' }
	| { action: 'retry'; cause: Cause; delayMs: number; tries: Attempts }
	| { action: 'giveUp'; cause: Cause; tries: Attempts; retryAfterMs?: number };

const MOST_FAULTS = 3;

/** A gateway gives these when the service behind it does not answer. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Carrying these out twice leaves the same state as once. */
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** A fault may have hit a request that the service carried out; only these are safe to send again. */
const FAULTS_TO_RETRY: ReadonlySet<Cause> = new Set<Cause>([
	'refused',
	'timeout',
	'broken',
	'unavailable',
]);

const FAULT_PAUSE_MS = 500;
const DEFAULT_BACKOFF_MS = 1000;
const EXTRA_PAUSE_MS = 250;
const LONGEST_GROWN_PAUSE_MS = 30_000;

/**
 * Decides what follows a try, so that nothing is done twice and nothing is given up too early.
 *
 * A fault or a 502, 503, 504: GET, PUT and DELETE are tried three times in all; POST only as long as the
 * service provably got nothing. A 429: any method again, within `maxWaitMs`.
 */
export function decide(outcome: Outcome, circumstances: RetryContext): Decision {
	if ('status' in outcome) {
		const { retryAfterMs, resetMs } = readRateLimit(outcome.headers, circumstances.now);
		if (outcome.status === 429) return afterRateLimit(retryAfterMs ?? resetMs, circumstances);
		if (!UNAVAILABLE.has(outcome.status)) return { action: 'return' };
		return afterFault('unavailable', retryAfterMs ?? 0, circumstances);
	}
	return afterFault(outcome.fault, 0, circumstances);
}

function afterFault(cause: Cause, askedMs: number, circumstances: RetryContext): Decision {
	const { method, maxWaitMs, random } = circumstances;
	const faults = circumstances.tries.faults + 1;
	const waitedMs = circumstances.tries.waitedMs + askedMs;
	const isSafe = cause === 'refused' || IDEMPOTENT_METHODS.has(method.toUpperCase());
	const isPatient = askedMs === 0 || waitedMs <= maxWaitMs;
	if (!FAULTS_TO_RETRY.has(cause) || !isSafe || !isPatient || faults >= MOST_FAULTS) {
		const tries = { ...circumstances.tries, faults };
		return { action: 'giveUp', cause, tries, ...(askedMs > 0 && { retryAfterMs: askedMs }) };
	}
	const tries = { ...circumstances.tries, faults, waitedMs };
	const delayMs = askedMs + jittered(exponentialBackoff(FAULT_PAUSE_MS, faults), random);
	return { action: 'retry', cause, delayMs, tries };
}

function afterRateLimit(askedMs: number | undefined, circumstances: RetryContext): Decision {
	const { maxWaitMs, random } = circumstances;
	const { rateLimited, waitedMs } = circumstances.tries;
	const patienceMs = maxWaitMs - waitedMs;
	const tries = { ...circumstances.tries, rateLimited: rateLimited + 1 };
	if (patienceMs <= 0 || (askedMs ?? 0) > patienceMs) {
		return { action: 'giveUp', cause: 'rate-limited', tries, retryAfterMs: askedMs };
	}
	// A pause of its own on top keeps processes apart that wait for the same moment.
	const ownMs = exponentialBackoff(
		askedMs ? EXTRA_PAUSE_MS : DEFAULT_BACKOFF_MS,
		tries.rateLimited,
	);
	const pauseMs = (askedMs ?? 0) + jittered(ownMs, random);
	const delayMs = Math.min(patienceMs, pauseMs);
	return {
		action: 'retry',
		cause: 'rate-limited',
		delayMs,
		tries: { ...tries, waitedMs: waitedMs + delayMs },
	};
}

function exponentialBackoff(firstMs: number, tries: number): number {
	return Math.min(LONGEST_GROWN_PAUSE_MS, firstMs * 2 ** (tries - 1));
}

function jittered(pauseMs: number, random: () => number): number {
	return pauseMs * (0.5 + 0.5 * random());
}

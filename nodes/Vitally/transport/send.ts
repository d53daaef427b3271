import { attempt, type Attempt } from './attempt';
import { rateLimiters } from './limits/rateLimiter';
import type { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from './client';
import { apiError } from './errors/apiErrors';
import { networkErrorKindOf } from './errors/networkErrorKind';
import { limitConcurrency, type ConcurrencyLimit } from './limits/concurrencyLimit';
import {
	decide,
	isIdempotentMethod,
	NO_ATTEMPTS,
	type Attempts,
	type Decision,
	type Outcome,
} from './retryPolicy';
import { networkError, waitTooLongError } from './errors/networkErrors';
import { assertNotCanceled, wait, waitForBudget } from './limits/wait';

/** Requests under way at the same time with one key; more would only wait in the service's queue. */
export const MAX_IN_FLIGHT = 10;

/** What became of a request: its answer, or nobody knows whether the service carried it out. */
export type SendResult =
	| { outcome: 'answered'; response: ServiceResponse }
	| { outcome: 'unknown'; error: VitallyError };

/** One for each key on each host. */
const concurrencyLimits = new Map<string, ConcurrencyLimit>();

/**
 * The only way to the service: one request, one answer. Waits for the budget before it sends, and
 * sends again what is safe to send again.
 *
 * @param beforeSending called when it is this request's turn; what it throws ends the request
 * @returns an answer below 300, or one of the statuses that the request handles itself
 * @throws VitallyError for every other answer, when none came, and when it would have to wait too long
 * Source: docs/service.md, Limits and Errors; docs/public-facts.md, 2
 */
export async function send(
	client: Client,
	request: ServiceRequest,
	beforeSending?: () => void,
): Promise<ServiceResponse> {
	const result = await trySend(client, request, beforeSending);
	if (result.outcome === 'unknown') throw result.error;
	return result.response;
}

/**
 * As `send`, but says of a write that may have been carried out without an answer that its outcome is
 * unknown, for those who can find out.
 */
export async function trySend(
	client: Client,
	request: ServiceRequest,
	beforeSending?: () => void,
): Promise<SendResult> {
	const inLine = concurrencyLimitOf(client.limiterKey);
	let attempts = NO_ATTEMPTS;
	for (;;) {
		const tried = await inLine(async () => {
			beforeSending?.();
			return await sendOnce(client, request, client.maxWaitMs - attempts.waitedMs);
		});
		assertNotCanceled(client.signal);
		const decision = decide(outcomeOf(tried), {
			isIdempotent: request.idempotent ?? isIdempotentMethod(request.method),
			attempts,
			maxWaitMs: client.maxWaitMs,
			now: Date.now(),
			random: Math.random,
		});
		if (decision.action !== 'retry') return conclude(tried, decision, attempts, client, request);
		attempts = decision.attempts;
		await wait(decision.delayMs, client.signal);
	}
}

function concurrencyLimitOf(limiterKey: string): ConcurrencyLimit {
	const limit = concurrencyLimits.get(limiterKey) ?? limitConcurrency(MAX_IN_FLIGHT);
	concurrencyLimits.set(limiterKey, limit);
	return limit;
}

/** One attempt, reserved with the rate limiter. */
async function sendOnce(
	client: Client,
	request: ServiceRequest,
	patienceMs: number,
): Promise<Attempt> {
	const limiter = rateLimiters.of(client.limiterKey);
	await waitForBudget(limiter, request.method, patienceMs, client.signal);
	assertNotCanceled(client.signal);
	const reservation = limiter.reserve(request.method);
	const tried = await attempt(client, request);
	if ('response' in tried) {
		limiter.confirm(reservation, tried.response.status, tried.response.headers);
	} else if (NOT_SENT.has(networkErrorKindOf(tried.error))) {
		limiter.cancel(reservation);
	} else {
		limiter.expire(reservation);
	}
	return tried;
}

function outcomeOf(tried: Attempt): Outcome {
	return 'response' in tried ? tried.response : { networkError: networkErrorKindOf(tried.error) };
}

/** What a request comes to when it is not sent again. */
function conclude(
	tried: Attempt,
	decision: Exclude<Decision, { action: 'retry' }>,
	attempts: Attempts,
	client: Client,
	request: ServiceRequest,
): SendResult {
	const isUnknown = decision.action === 'giveUp' && OUTCOME_UNKNOWN.has(decision.cause);
	if ('error' in tried) {
		const sent = attempts.failed + attempts.rateLimited + 1;
		const kind = networkErrorKindOf(tried.error);
		const error = networkError(kind, tried.error, sent, client, request);
		if (isUnknown) return { outcome: 'unknown', error };
		throw error;
	}
	if (decision.action === 'giveUp' && decision.cause === 'rate-limited') {
		throw waitTooLongError(decision.retryAfterMs, client.maxWaitMs);
	}
	const { response } = tried;
	if (response.status < 300 || request.handledStatuses?.includes(response.status)) {
		return { outcome: 'answered', response };
	}
	const isGone = request.method === 'DELETE' && response.status === 404 && attempts.failed > 0;
	if (isGone && request.wasSeen) {
		// An earlier attempt was carried out, though its answer got lost.
		return { outcome: 'answered', response: { ...response, status: 204, body: undefined } };
	}
	const error = apiError(response, request, client, isGone ? MAY_BE_GONE : '');
	if (isUnknown) return { outcome: 'unknown', error };
	throw error;
}

/** Whether it was there before nobody can tell any more. */
const MAY_BE_GONE = 'An earlier attempt of this item, whose answer got lost, may have deleted it.';

/** Network errors of requests that never reached the service. */
const NOT_SENT: ReadonlySet<string> = new Set(['notSent', 'other']);

/** Causes that leave open whether the service carried the request out. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set(['connectionLost', 'timeout', 'unavailable']);

import { attempt, type Attempt } from './attempt';
import { rateLimiters } from './limits/rateLimiter';
import type { Client, ServiceRequest, ServiceResponse } from './client';
import { apiError } from './errors/apiErrors';
import { networkErrorKindOf } from './errors/networkErrorKind';
import { limitConcurrency, type ConcurrencyLimit } from './limits/concurrencyLimit';
import {
	decide,
	isIdempotentMethod,
	NO_ATTEMPTS,
	type Decision,
	type Outcome,
	type Attempts,
} from './retryPolicy';
import { networkError, waitTooLongError } from './errors/networkErrors';
import { assertNotCanceled, wait, waitForBudget } from './limits/wait';

/** Requests under way at the same time with one key; more would only wait in the service's queue. */
export const MAX_IN_FLIGHT = 10;

/** The status of a request that may have been carried out, but was never answered. */
export const NO_ANSWER = 0;

/** One for each key on each host. */
const gates = new Map<string, ConcurrencyLimit>();

/**
 * The only way to the service: one request, one answer. Waits for the budget before it sends, and
 * sends again what is safe to send again.
 *
 * @param beforeSending called when it is this request's turn; what it throws ends the request
 * @returns an answer below 300, or one that the request accepts, `NO_ANSWER` among them
 * @throws VitallyError for every other answer, when none came, and when it would have to wait too long
 * Source: docs/service.md, Limits and Errors; docs/public-facts.md, 2
 */
export async function send(
	connection: Client,
	request: ServiceRequest,
	beforeSending?: () => void,
): Promise<ServiceResponse> {
	const inLine = gateOf(connection.limiterKey);
	let tries = NO_ATTEMPTS;
	for (;;) {
		const tried = await inLine(async () => {
			beforeSending?.();
			return await sendOnce(connection, request, connection.maxWaitMs - tries.waitedMs);
		});
		assertNotCanceled(connection.signal);
		const decision = decide(outcomeOf(tried), {
			isIdempotent: request.idempotent ?? isIdempotentMethod(request.method),
			attempts: tries,
			maxWaitMs: connection.maxWaitMs,
			now: Date.now(),
			random: Math.random,
		});
		if (decision.action !== 'retry') {
			return lastWord(tried, decision, tries, connection, request);
		}
		tries = decision.attempts;
		await wait(decision.delayMs, connection.signal);
	}
}

function gateOf(name: string): ConcurrencyLimit {
	const gate = gates.get(name) ?? limitConcurrency(MAX_IN_FLIGHT);
	gates.set(name, gate);
	return gate;
}

/** One try, charged to the budget. */
async function sendOnce(
	connection: Client,
	request: ServiceRequest,
	patienceMs: number,
): Promise<Attempt> {
	const budget = rateLimiters.of(connection.limiterKey);
	await waitForBudget(budget, request.method, patienceMs, connection.signal);
	assertNotCanceled(connection.signal);
	const charge = budget.reserve(request.method);
	const tried = await attempt(connection, request);
	if ('response' in tried) budget.confirm(charge, tried.response.status, tried.response.headers);
	else if (NOT_SENT.has(networkErrorKindOf(tried.error))) budget.cancel(charge);
	else budget.expire(charge);
	return tried;
}

function outcomeOf(tried: Attempt): Outcome {
	return 'response' in tried ? tried.response : { networkError: networkErrorKindOf(tried.error) };
}

/** What a request comes to when it is not sent again. */
function lastWord(
	tried: Attempt,
	decision: Exclude<Decision, { action: 'retry' }>,
	tries: Attempts,
	connection: Client,
	request: ServiceRequest,
): ServiceResponse {
	const isUnsure = decision.action === 'giveUp' && UNSURE.has(decision.cause);
	if (isUnsure && request.handledStatuses?.includes(NO_ANSWER)) {
		return { status: NO_ANSWER, headers: {}, body: undefined };
	}
	if ('error' in tried) {
		const sent = tries.failed + tries.rateLimited + 1;
		throw networkError(networkErrorKindOf(tried.error), tried.error, sent, connection, request);
	}
	if (decision.action === 'giveUp' && decision.cause === 'rate-limited') {
		throw waitTooLongError(decision.retryAfterMs, connection.maxWaitMs);
	}
	const { response } = tried;
	if (response.status < 300 || request.handledStatuses?.includes(response.status)) return response;
	// The first DELETE was carried out, though its answer got lost.
	const isGone = request.method === 'DELETE' && response.status === 404 && tries.failed > 0;
	if (isGone) return { ...response, status: 204 };
	throw apiError(response, request, connection);
}

/** Network errors of requests that never reached the service. */
const NOT_SENT: ReadonlySet<string> = new Set(['notSent', 'other']);

/** Causes that leave open whether the service carried the request out. */
const UNSURE: ReadonlySet<string> = new Set(['connectionLost', 'timeout', 'unavailable']);

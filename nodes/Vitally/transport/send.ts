import { attempt, type Attempt } from './attempt';
import type { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from './client';
import { apiError } from './errors/apiErrors';
import { networkErrorKindOf } from './errors/networkErrorKind';
import { systemClock, type Clock } from './limits/clock';
import type { AttemptEnd, QueuedRequest } from './limits/requestQueue';
import { RequestQueues } from './limits/requestQueues';
import {
	decide,
	isIdempotentMethod,
	NO_ATTEMPTS,
	type Attempts,
	type Decision,
	type Outcome,
} from './retryPolicy';
import { networkError, waitTooLongError } from './errors/networkErrors';
import { assertNotCanceled, wait } from './limits/wait';

export { MAX_IN_FLIGHT } from './limits/requestQueue';

/** What became of a request: its answer, or nobody knows whether the service carried it out. */
export type SendResult =
	| { outcome: 'answered'; response: ServiceResponse }
	| { outcome: 'unknown'; error: VitallyError };

/** Sends requests; one for the whole process, but for tests, which run its clock. */
export class Sender {
	private readonly queues: RequestQueues;

	/** @param random from 0 up to 1, as `Math.random` */
	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.queues = new RequestQueues(clock, random);
	}

	/**
	 * The only way to the service: one request, one answer. Waits for its turn and for the rate limit
	 * before it sends, and sends again what is safe to send again.
	 *
	 * @param beforeSending called when it is this request's turn; what it throws ends the request
	 * @returns an answer below 300, or one of the statuses that the request handles itself
	 * @throws VitallyError for every other answer, when none came, and when it would have to wait too long
	 * Source: docs/service.md, Limits and Errors; docs/public-facts.md, 2
	 */
	readonly send = async (
		client: Client,
		request: ServiceRequest,
		beforeSending?: () => void,
	): Promise<ServiceResponse> => {
		const result = await this.trySend(client, request, beforeSending);
		if (result.outcome === 'unknown') throw result.error;
		return result.response;
	};

	/**
	 * As `send`, but says of a write that may have been carried out without an answer that its outcome
	 * is unknown, for those who can find out.
	 */
	readonly trySend = async (
		client: Client,
		request: ServiceRequest,
		beforeSending?: () => void,
	): Promise<SendResult> => {
		const { maxWaitMs, run, signal } = client;
		const queued = { method: request.method, maxWaitMs, run, signal, waitedMs: 0 };
		let attempts = NO_ATTEMPTS;
		for (;;) {
			const tried = await this.sendOnce(client, request, queued, beforeSending);
			assertNotCanceled(signal);
			const decision = decide(outcomeOf(tried), {
				isIdempotent: request.idempotent ?? isIdempotentMethod(request.method),
				attempts: { ...attempts, waitedMs: queued.waitedMs },
				maxWaitMs,
				now: Date.now(),
				random: this.random,
			});
			if (decision.action === 'giveUp' && decision.cause === 'rate-limited') {
				this.queues.of(client.limiterKey).noteExhausted(queued);
			}
			if (decision.action !== 'retry') {
				return conclude(tried, decision, attempts, client, request, queued);
			}
			attempts = decision.attempts;
			queued.waitedMs = attempts.waitedMs;
			await wait(decision.delayMs, signal, this.clock);
		}
	};

	/** One attempt, as soon as it may leave. */
	private async sendOnce(
		client: Client,
		request: ServiceRequest,
		queued: QueuedRequest,
		beforeSending?: () => void,
	): Promise<Attempt> {
		const queue = this.queues.of(client.limiterKey);
		const reservation = await queue.enter(queued);
		let end: AttemptEnd = 'notSent';
		try {
			assertNotCanceled(client.signal);
			beforeSending?.();
			const tried = await attempt(client, request);
			end = endOf(tried);
			return tried;
		} finally {
			queue.end(queued, reservation, end);
		}
	}
}

export const { send, trySend } = new Sender(systemClock, Math.random);

function endOf(tried: Attempt): AttemptEnd {
	if ('response' in tried) return tried.response;
	return NOT_SENT.has(networkErrorKindOf(tried.error)) ? 'notSent' : 'unanswered';
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
	queued: QueuedRequest,
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
		throw waitTooLongError(decision.retryAfterMs, queued);
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
const MAY_BE_GONE =
	'An earlier attempt of this item, whose response was lost, may have deleted it.';

/** Network errors of requests that never reached the service. */
const NOT_SENT: ReadonlySet<string> = new Set(['notSent', 'other']);

/** Causes that leave open whether the service carried the request out. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set(['connectionLost', 'timeout', 'unavailable']);

import type { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from './client';
import { apiError } from './errors/apiErrors';
import { networkError } from './errors/networkErrors';
import { sendRequest, type RequestResult } from './httpRequest';
import { readRateLimit } from './limits/rateLimitHeaders';
import { RequestQueues, type QueuedRequest } from './limits/requestQueue';
import { assertNotCanceled, systemClock, wait, type Clock } from './limits/wait';
import { failureOf, isOutcomeUnknown, retryDelayMs, shouldRetry } from './retryPolicy';

export { MAX_IN_FLIGHT } from './limits/requestQueue';

/** The answer to a request, or that it is unknown whether the service carried it out. */
export type SendResult =
	| { outcome: 'answered'; response: ServiceResponse }
	| { outcome: 'unknown'; error: VitallyError };

/** Attempts of a request so far, the last one included. */
interface Attempts {
	sent: number;
	/** Those that ended in a network error or in 502, 503, 504. */
	failures: number;
}

/** Sends requests; one for the whole process, but for tests, which run its clock. */
export class Sender {
	private readonly queues: RequestQueues;

	/** @param random from 0 up to 1, as `Math.random` */
	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.queues = new RequestQueues(clock);
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
	 * As `send`, but a write that may have been carried out without an answer is no error: its outcome is
	 * unknown, for callers who can find out.
	 */
	readonly trySend = async (
		client: Client,
		request: ServiceRequest,
		beforeSending?: () => void,
	): Promise<SendResult> => {
		const { maxWaitMs, run, limited, signal, workspaceKey: workspaceKey } = client;
		const queued: QueuedRequest = { maxWaitMs, run, limited, signal };
		const attempts: Attempts = { sent: 0, failures: 0 };
		for (;;) {
			const result = await this.queues.of(workspaceKey).send(queued, async () => {
				beforeSending?.();
				return await sendRequest(client, request);
			});
			assertNotCanceled(signal);
			attempts.sent++;
			// The queue waits as long as the service asks.
			if (result.response?.status === 429) continue;
			const failure = failureOf(result);
			if (failure) attempts.failures++;
			const { retryAfterMs = 0 } = readRateLimit(result.response?.headers ?? {});
			const isRetried = failure && shouldRetry(failure, attempts.failures, request);
			if (!isRetried || retryAfterMs > maxWaitMs) {
				return toSendResult(result, attempts, client, request);
			}
			await wait(retryAfterMs + retryDelayMs(attempts.failures, this.random), signal, this.clock);
		}
	};
}

export const { send, trySend } = new Sender(systemClock, Math.random);

/** The result of a request that is not sent again. */
function toSendResult(
	result: RequestResult,
	attempts: Attempts,
	client: Client,
	request: ServiceRequest,
): SendResult {
	const failure = failureOf(result);
	const isUnknown = failure !== undefined && isOutcomeUnknown(failure);
	if (!result.response) {
		const error = networkError(result, attempts.sent, client, request);
		if (isUnknown) return { outcome: 'unknown', error };
		throw error;
	}
	const { response } = result;
	if (response.status < 300 || request.handledStatuses?.includes(response.status)) {
		return { outcome: 'answered', response };
	}
	const isGone = request.method === 'DELETE' && response.status === 404 && attempts.failures > 0;
	if (isGone && request.wasRead) {
		// An earlier attempt was carried out, though its answer got lost.
		return { outcome: 'answered', response: { ...response, status: 204, body: undefined } };
	}
	const error = apiError(response, request, client, isGone ? MAY_BE_GONE : '');
	if (isUnknown) return { outcome: 'unknown', error };
	throw error;
}

const MAY_BE_GONE =
	'An earlier attempt of this item, whose response was lost, may have deleted it.';

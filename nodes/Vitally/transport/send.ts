import type { Client, SendContext, ServiceRequest, ServiceResponse, WriteRequest } from './client';
import { apiError, isErrorBody } from './errors/apiErrors';
import { networkError, type NetworkErrorKind } from './errors/networkErrors';
import { sendRequest, type RequestResult } from './httpRequest';
import { RequestQueues, type QueuedRequest } from './limits/requestQueue';
import { assertNotCanceled, systemClock, wait, type Clock } from './limits/wait';
import { recordFrom } from './responses';
import { assertTarget } from './target';

/** Why an attempt has no response of the service: a network error, or the response of a proxy in its place. */
type Interruption = NetworkErrorKind | 'unavailable';

const MAX_ATTEMPTS = 3;

/** Statuses of a proxy when the service behind it does not respond. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** RFC 9110, 9.2.2. */
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Failures after which it is unknown whether the service processed the request. */
const OUTCOME_UNKNOWN: ReadonlySet<Interruption> = new Set<Interruption>([
	'connectionLost',
	'timeout',
	'unavailable',
]);

const BACKOFF_MS = 500;

/** What was read at most so long before a change is current. */
const CURRENT_MS = 200;

const MAY_BE_GONE =
	'An earlier attempt of this item, whose response was lost, may have deleted it.';

/** Sends requests. There is one for the whole process; tests create others with their clock. */
export class RequestSender {
	private readonly queues: RequestQueues;

	/** @param random from 0 up to 1, as `Math.random` */
	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.queues = new RequestQueues(clock);
	}

	/**
	 * Sends one request; all requests to the service use this. Waits in the queue and for the rate limit, and
	 * retries what is safe to send again.
	 *
	 * @param beforeSending is called before each attempt; what it throws ends the request
	 * @returns a response with a status below 300, no error and no other record than `target` in it, or one of
	 * `handledStatuses`
	 * @throws VitallyError for every other response, without a response, and when it would wait too long; its facts
	 * contain whether the service may have processed the request
	 * Source: docs/internal/service.md, Limits and Errors; docs/internal/public-facts.md, 2
	 */
	readonly send = async (
		client: Client,
		request: ServiceRequest,
		beforeSending?: () => void,
	): Promise<ServiceResponse> => {
		const { maxWaitMs, run, limited, signal, rateLimitKey } = client;
		const queued: QueuedRequest = { maxWaitMs, run, limited, signal };
		const startedAt = this.clock.now();
		let failures = 0;

		for (;;) {
			const result = await this.queues.queueOf(rateLimitKey).send(queued, async () => {
				beforeSending?.();

				const isLate = this.clock.now() - startedAt > CURRENT_MS;

				return isLate ? await sendCurrent(client, request) : await sendRequest(client, request);
			});

			assertNotCanceled(signal, { wasSent: true });

			// The queue waits as long as the response requires.
			if (result.response?.status === 429) continue;

			if (result.response && !UNAVAILABLE.has(result.response.status)) {
				return acceptedResponse(result.response, failures, client, request);
			}

			const failure: Interruption = result.response ? 'unavailable' : result.kind;

			failures++;

			if (!shouldRetry(failure, failures, request)) {
				const error = result.response
					? apiError(result.response, client)
					: networkError(result, failures, client, request);
				if (OUTCOME_UNKNOWN.has(failure)) error.facts.isOutcomeUnknown = true;

				throw error;
			}

			await wait(this.backoffMs(failures), signal, this.clock);
		}
	};

	/** Returns a pause that doubles with each failure; its second half is random, so that requests spread. */
	private backoffMs(failures: number): number {
		return BACKOFF_MS * 2 ** (failures - 1) * (0.5 + 0.5 * this.random());
	}
}

export const { send } = new RequestSender(systemClock, Math.random);

/** Returns a context that sends requests with a client, outside of a run. */
export function sendContextOf(client: Client): SendContext {
	return { send: async (request) => await send(client, request) };
}

/** Sends a change with a body of what the record has now, both in one place of the queue. */
async function sendCurrent(client: Client, request: ServiceRequest): Promise<RequestResult> {
	const { current } = request as WriteRequest;
	if (!current) return await sendRequest(client, request);

	const { read, bodyOf } = current;
	const result = await sendRequest(client, read);
	const { response } = result;
	if (!response) return result;

	// An error is one of the change, of which an earlier attempt may have been carried out.
	if (response.status >= 300) return { response: { ...response, request } };

	assertTarget(read, response.body);

	return await sendRequest(client, { ...request, body: bodyOf(recordFrom(response)) });
}

/**
 * Whether to send a request again after a failure. There are at most three attempts, and only if the service did not
 * receive the request or it is idempotent.
 *
 * @param failures is the number of failures of this request, the last one included
 */
function shouldRetry(failure: Interruption, failures: number, request: ServiceRequest): boolean {
	if (failures >= MAX_ATTEMPTS) return false;
	if (failure === 'notSent') return true;

	const isIdempotent = request.idempotent ?? IDEMPOTENT_METHODS.has(request.method);

	return OUTCOME_UNKNOWN.has(failure) && isIdempotent;
}

/**
 * Returns the response that the caller of `send` gets.
 *
 * @param failures is the number of attempts before, which had no response
 * @throws VitallyError for every other response
 */
function acceptedResponse(
	response: ServiceResponse,
	failures: number,
	client: Client,
	request: ServiceRequest,
): ServiceResponse {
	if (response.status < 300 && !isErrorBody(response.body)) {
		assertTarget(request, response.body);

		return response;
	}

	if (request.handledStatuses?.includes(response.status)) return response;

	const isGone = request.method === 'DELETE' && response.status === 404 && failures > 0;

	// An earlier attempt was processed, but its response was lost.
	if (isGone && request.wasRead) return { ...response, status: 204, body: undefined };

	throw apiError(response, client, isGone ? MAY_BE_GONE : '');
}

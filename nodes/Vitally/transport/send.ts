import { unknownOutcomeError } from '../errors/unknownOutcome';
import type {
	AttemptResponse,
	Client,
	SendContext,
	ServiceRequest,
	ServiceResponse,
	WriteRequest,
} from './client';
import { apiError } from './errors/apiErrors';
import { networkError, type NetworkErrorKind } from './errors/networkErrors';
import { mayBeSaved } from './errors/responseError';
import { isErrorBody, isRejectedByWebPage } from './foreignBodies';
import { sendRequest, type RequestResult } from './httpRequest';
import { RequestQueues, type QueuedRequest } from './limits/requestQueue';
import { assertNotCanceled, systemClock, wait, type Clock } from './limits/wait';
import { RequestOutcome } from './requestOutcome';
import { recordFrom } from './responses';
import { assertTarget } from './target';

/**
 * The reason why an attempt has no response of the service: a network error, or the response of a proxy in
 * its place.
 */
type Interruption = NetworkErrorKind | 'unavailable';

const MAX_ATTEMPTS = 3;

/** Statuses of a proxy when the service behind it does not respond. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** RFC 9110, 9.2.2. */
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Failures after which an idempotent request is sent again, though the service may have processed it. */
const PASSING: ReadonlySet<Interruption> = new Set<Interruption>([
	'connectionLost',
	'timeout',
	'unavailable',
]);

const BACKOFF_MS = 500;

/** What was read at most so long before a change is current. */
const CURRENT_MS = 200;

/** A request on its way. */
interface Sending {
	client: Client;
	request: ServiceRequest;
	beforeSending?: () => void;
	outcome: RequestOutcome;
}

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
	 * @throws VitallyError for every other response, without a response, and when it would wait too long; where a change
	 * may have been carried out, its facts and its text say so, whatever the error is
	 * Source: docs/internal/service.md, Limits and Errors; docs/internal/public-facts.md, 2
	 */
	readonly send = async (
		client: Client,
		request: ServiceRequest,
		beforeSending?: () => void,
	): Promise<ServiceResponse> => {
		const sending: Sending = { client, request, beforeSending, outcome: new RequestOutcome() };

		try {
			return await this.sendUntilAnswered(sending);
		} catch (error) {
			throw mayBeSaved(request, sending.outcome.current) ? unknownOutcomeError(error) : error;
		}
	};

	private async sendUntilAnswered(sending: Sending): Promise<ServiceResponse> {
		const { client, request, beforeSending } = sending;
		const { maxWaitMs, run, limited, signal, rateLimitKey } = client;
		const queued: QueuedRequest = { maxWaitMs, run, limited, signal };
		const startedAt = this.clock.now();
		let failures = 0;

		for (;;) {
			const result = await this.queues.queueOf(rateLimitKey).send(queued, async () => {
				beforeSending?.();

				const isLate = this.clock.now() - startedAt > CURRENT_MS;

				return isLate ? await sendCurrent(sending) : await sendAttempt(sending, request);
			});

			assertNotCanceled(signal, { wasSent: true });

			// The queue waits as long as the response requires.
			if (result.response?.status === 429) continue;

			if (result.response && !isUnavailable(result.response)) {
				return acceptedResponse(result.response, sending);
			}

			const failure: Interruption = result.response ? 'unavailable' : result.kind;

			failures++;

			if (!shouldRetry(failure, failures, request)) {
				throw result.response
					? apiError({ ...result.response, outcome: sending.outcome.current }, client)
					: networkError(result, failures, client, request);
			}

			await wait(this.backoffMs(failures), signal, this.clock);
		}
	}

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

/** Sends a request once, and notes what became of it. */
async function sendAttempt(
	{ client, outcome }: Sending,
	request: ServiceRequest,
): Promise<RequestResult> {
	outcome.attemptLeaves();

	const result = await sendRequest(client, request);

	outcome.attemptEnds(result);

	return result;
}

/** Sends a change with a body of what the record has now, both in one place of the queue. */
async function sendCurrent(sending: Sending): Promise<RequestResult> {
	const { client, request } = sending;
	const { current } = request as WriteRequest;
	if (!current) return await sendAttempt(sending, request);

	const { read, bodyOf } = current;
	const result = await sendRequest(client, read);
	const { response } = result;
	if (!response) return result;

	// An error of the read is one of the change, which it keeps from being sent.
	if (response.status >= 300) return { response: { ...response, request } };

	const answered: ServiceResponse = { ...response, outcome: 'done' };

	assertTarget(answered);

	return await sendAttempt(sending, { ...request, body: bodyOf(recordFrom(answered)) });
}

/** Whether the service does not respond, but a proxy in its place. */
function isUnavailable(response: AttemptResponse): boolean {
	const isMissing = response.status === 404;

	return UNAVAILABLE.has(response.status) || (isMissing && isRejectedByWebPage(response));
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

	return PASSING.has(failure) && isIdempotent;
}

/**
 * Returns the response that the caller of `send` gets.
 *
 * @throws VitallyError for every other response
 */
function acceptedResponse(
	answer: AttemptResponse,
	{ client, request, outcome }: Sending,
): ServiceResponse {
	const response: ServiceResponse = { ...answer, outcome: outcome.current };

	if (response.status < 300 && !isErrorBody(response.body)) {
		assertTarget(response);

		return response;
	}

	const isHandled = request.handledStatuses?.includes(response.status);
	if (isHandled && !isRejectedByWebPage(response)) return response;

	const isGone = request.method === 'DELETE' && response.status === 404;

	// An earlier attempt was carried out, but its response was lost.
	if (isGone && request.wasRead && response.outcome === 'unknown') {
		return { ...response, status: 204, body: undefined, outcome: 'done' };
	}

	throw apiError(response, client);
}

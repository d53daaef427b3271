import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isTooDeep } from '../values/json/json';
import type { AttemptResponse, Client, ServiceRequest } from './client';
import { networkErrorKindOf, type NetworkErrorKind } from './errors/networkErrors';
import { untilAborted } from './limits/wait';

/** The slowest calls known take half a minute (docs/internal/public-facts.md, 2). */
const TIMEOUT_MS = 60_000;

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The part of its time limit by which a request may end early. */
const TOLERANCE = 0.01;

/** The signal of requests that belong to no execution. */
const NEVER = new AbortController().signal;

/** The result of a request: a response, or the error of n8n's helper. */
export type RequestResult =
	| { response: AttemptResponse }
	| { error: Error; kind: NetworkErrorKind; response?: undefined };

/** Sends a request once. The whole response has to arrive within the time limit. */
export async function sendRequest(client: Client, request: ServiceRequest): Promise<RequestResult> {
	const timeout = Math.min(Math.ceil(client.options?.timeout || TIMEOUT_MS), MAX_TIMEOUT_MS);
	const { limit, requests } = deadlineOf(client.signal ?? NEVER, timeout);
	const controller = new AbortController();
	const { signal } = controller;

	requests.add(controller);

	try {
		// A new object for every request, because n8n's helper writes into it.
		const options: IHttpRequestOptions = {
			...client.options,
			method: request.method,
			baseURL: client.baseUrl,
			url: request.path,
			qs: request.query,
			body: request.body,
			headers: {},
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout,
		};
		const sent = client.request(options);

		// n8n's helper put the signal of the execution here, which this one includes, before it first waited.
		options.abortSignal = signal;

		return { response: readResponse(request, await untilAborted(sent, signal)) };
	} catch (error) {
		if (!limit.aborted) return { error: error as Error, kind: networkErrorKindOf(error) };

		return { error: new Error(`no whole response within ${timeout} ms`), kind: 'timeout' };
	} finally {
		requests.delete(controller);
	}
}

interface Deadline {
	timeout: number;
	/** The time of the request, on the clock of `performance.now`. */
	madeAt: number;
	limit: AbortSignal;
	/**
	 * The requests to abort with the limit or the execution. Each has a controller of its own, because Node.js warns of
	 * many listeners to a signal.
	 */
	requests: Set<AbortController>;
}

/** The latest deadline of each execution; `NEVER` is the key of those without one. */
const deadlines = new WeakMap<AbortSignal, Deadline>();

/**
 * Returns the deadline of a request. Requests that begin at almost the same time share a deadline: a timer and a combined
 * signal for each take longer than all that this node does besides, and Node.js keeps those signals as long as the
 * execution.
 */
function deadlineOf(execution: AbortSignal, timeout: number): Deadline {
	const known = deadlines.get(execution);
	const now = performance.now();
	const isRecent = known?.timeout === timeout && now - known.madeAt <= timeout * TOLERANCE;
	if (isRecent && !known.limit.aborted) return known;

	const limit = AbortSignal.timeout(timeout);
	const requests = new Set<AbortController>();

	AbortSignal.any([limit, execution]).addEventListener('abort', () => {
		for (const request of requests) request.abort();
	});

	const made = { timeout, madeAt: now, limit, requests };

	deadlines.set(execution, made);

	return made;
}

/** Reads the response of n8n's helper, which returns an absent body as ''. */
function readResponse(request: ServiceRequest, result: unknown): AttemptResponse {
	const { statusCode, headers, body } = result as IN8nHttpFullResponse;
	const readable = isTooDeep(body) ? 'JSON of more than 100 levels' : body;

	return { request, status: statusCode, headers, body: readable === '' ? undefined : readable };
}

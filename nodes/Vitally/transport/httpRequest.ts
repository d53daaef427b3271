import type { IHttpRequestOptions } from 'n8n-workflow';

import { isTooDeep } from '../values/json';
import type { Client, ServiceRequest, ServiceResponse } from './client';
import { networkErrorKindOf, type NetworkErrorKind } from './errors/networkErrors';
import { untilAborted } from './limits/wait';

/** n8n's engine sets this when the user has set no time limit. */
const ENGINE_TIMEOUT_MS = 300_000;

/** The slowest calls known take half a minute (docs/internal/public-facts.md, 2). */
const TIMEOUT_MS = 60_000;

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A response, or the error of n8n's helper. */
export type RequestResult =
	| { response: ServiceResponse }
	| { error: Error; kind: NetworkErrorKind; response?: undefined };

/** Sends a request once. The whole response has to arrive within the time limit. */
export async function sendRequest(client: Client, request: ServiceRequest): Promise<RequestResult> {
	const timeout = readTimeout(client);
	const deadline = AbortSignal.timeout(timeout);
	const signal = AbortSignal.any([deadline, ...(client.signal ? [client.signal] : [])]);
	try {
		const sent = client.request(httpOptions(client, request, timeout, signal));
		return { response: readResponse(await untilAborted(sent, signal)) };
	} catch (error) {
		if (!deadline.aborted) return { error: error as Error, kind: networkErrorKindOf(error) };
		return { error: new Error(`no whole response within ${timeout} ms`), kind: 'timeout' };
	}
}

/** @returns milliseconds; without a limit, the maximum of a timer */
function readTimeout({ options }: Client): number {
	const timeout = (options as IHttpRequestOptions | undefined)?.timeout ?? ENGINE_TIMEOUT_MS;
	if (timeout === ENGINE_TIMEOUT_MS) return TIMEOUT_MS;
	return timeout > 0 ? Math.min(Math.ceil(timeout), MAX_TIMEOUT_MS) : MAX_TIMEOUT_MS;
}

/** Creates a new object for every request, because n8n's helper writes into it. */
function httpOptions(
	client: Client,
	request: ServiceRequest,
	timeout: number,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	return {
		...(client.options as IHttpRequestOptions | undefined),
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
		get abortSignal() {
			return abortSignal;
		},
		// n8n's helper would replace the signal by that of the execution, which this one includes.
		set abortSignal(_signal) {},
	};
}

/** n8n's helper returns an absent body as ''. */
function readResponse(result: unknown): ServiceResponse {
	const { statusCode, headers, body } = result as {
		statusCode: number;
		headers: ServiceResponse['headers'];
		body: unknown;
	};
	const readable = isTooDeep(body) ? 'JSON of more than 100 levels' : body;
	return { status: statusCode, headers, body: readable === '' ? undefined : readable };
}

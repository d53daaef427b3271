import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Client, ServiceRequest, ServiceResponse } from './client';

/** n8n's engine sets this when the user has set no time limit. */
const ENGINE_TIMEOUT_MS = 300_000;

/** The slowest calls known take half a minute (docs/public-facts.md, 2). */
const TIMEOUT_MS = 60_000;

/** What became of one try: an answer, or the error of n8n's helper when none came. */
export type Attempt = { response: ServiceResponse } | { error: Error };

/** Sends a request once. */
export async function attempt(client: Client, request: ServiceRequest): Promise<Attempt> {
	try {
		return { response: readAnswer(await client.request(httpOptions(client, request))) };
	} catch (error) {
		return { error: error as Error };
	}
}

/** A fresh object for every request: n8n's helper writes into it. */
function httpOptions(client: Client, request: ServiceRequest): IHttpRequestOptions {
	const { options } = client;
	const timeout = options?.timeout ?? ENGINE_TIMEOUT_MS;
	return {
		...(options as IHttpRequestOptions | undefined),
		method: request.method,
		baseURL: client.baseUrl,
		url: request.path,
		qs: request.query,
		body: request.body,
		headers: {},
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: timeout === ENGINE_TIMEOUT_MS ? TIMEOUT_MS : timeout,
	};
}

/** n8n's helper hands on a body that is not JSON as text, and an absent one as ''. */
function readAnswer(answer: unknown): ServiceResponse {
	const { statusCode, headers, body } = answer as {
		statusCode: number;
		headers: ServiceResponse['headers'];
		body: unknown;
	};
	return { status: statusCode, headers, body: body === '' ? undefined : body };
}

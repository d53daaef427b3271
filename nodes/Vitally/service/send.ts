import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Connection, ServiceRequest, ServiceResponse } from './connection';
import { refusalOf } from './explain';
import { createGate, type Gate } from './gate';
import { Refusal } from '../refusal';
import { withoutKey } from './serviceText';

/** Requests under way at the same time to one service; more would only wait in the service's queue. */
export const MAX_IN_FLIGHT = 10;

/** n8n's engine sets this when the user has set no time limit. */
const ENGINE_TIMEOUT_MS = 300_000;

/** The slowest calls known take half a minute (public-facts.md, 2). */
const TIMEOUT_MS = 60_000;

const gates = new Map<string, Gate>();

/**
 * The only way to the service: one request, one answer.
 *
 * @param beforeSending called when it is this request's turn; what it throws ends the request
 * @returns an answer below 300, or one that the operation accepts
 * @throws Refusal for every other answer, and when no answer came
 */
export async function send(
	connection: Connection,
	request: ServiceRequest,
	beforeSending?: () => void,
): Promise<ServiceResponse> {
	const response = await gateOf(connection.baseUrl)(async () => {
		beforeSending?.();
		return await attempt(connection, request);
	});
	if (response.status < 300 || request.accept?.includes(response.status)) return response;
	throw refusalOf(response, request, connection);
}

function gateOf(baseUrl: string): Gate {
	const gate = gates.get(baseUrl) ?? createGate(MAX_IN_FLIGHT);
	gates.set(baseUrl, gate);
	return gate;
}

async function attempt(connection: Connection, request: ServiceRequest): Promise<ServiceResponse> {
	refuseIfCancelled(connection);
	let fault: Error;
	try {
		return readAnswer(await connection.request(httpOptions(connection, request)));
	} catch (error) {
		fault = error as Error;
	}
	refuseIfCancelled(connection);
	// The credential refused to sign the request, and n8n's helper wrapped that.
	if (fault.cause instanceof Refusal) throw fault.cause;
	throw new Refusal(
		'Vitally did not answer',
		withoutKey(
			`${fault.message}. Check 'Data Center', 'Subdomain' and 'Base URL' in the credential, and that n8n reaches this address. (${request.method} ${connection.baseUrl}${request.path})`,
			connection.credentials,
		),
		{ failure: { cause: 'temporarily-unavailable' } },
	);
}

/** A fresh object for every request: n8n's helper writes into it. */
function httpOptions(connection: Connection, request: ServiceRequest): IHttpRequestOptions {
	const { options } = connection;
	const timeout = options?.timeout ?? ENGINE_TIMEOUT_MS;
	return {
		...(options as IHttpRequestOptions | undefined),
		method: request.method,
		baseURL: connection.baseUrl,
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

function refuseIfCancelled({ signal }: Connection): void {
	// n8n knows a cancelled execution by this spelling.
	if (signal?.aborted) throw new Refusal('The execution was canceled', 'Nothing more was sent.');
}

import { createHash } from 'crypto';
import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { authorizationOf } from './auth/authorization';
import { appUrlOf, baseUrlOf } from './auth/baseUrl';

/** One request to the service, as an operation describes it. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, starting with a slash, ids as path segments. */
	path: string;
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** Whether carrying the request out twice is the same as once; by default the method decides. */
	idempotent?: boolean;
	/** Whether the item has read the record before, so that a deletion cannot be of one that never was. */
	wasRead?: boolean;
	/** Statuses of 400 and above that the operation handles itself. */
	handledStatuses?: readonly number[];
	/** What a status means for this operation, where the general text is not enough. */
	explain?: (status: number) => Explanation | undefined;
}

/** The text of an error: what happened, and how to get unstuck. */
export interface Explanation {
	message: string;
	description: string;
	/** Label of the field that it is about. */
	field?: string;
}

export interface ServiceResponse {
	status: number;
	headers: IDataObject;
	/** Parsed JSON; `undefined` when the answer has no body. */
	body: unknown;
}

/** Request Options of the node that every request of an item carries: time limit, proxy, certificates. */
export type RequestOptions = DeclarativeRestApiSettings.HttpRequestOptions;

/** What of n8n a client needs: its helper signs the requests with the credential. */
type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** How the requests of one item, one poll or one pick-list reach the service. */
export interface Client {
	credentials: ICredentialDataDecryptedObject;
	baseUrl: string;
	/** Where people see the records, if that is known. */
	appUrl?: string;
	/** n8n's own helper, which adds the key; nothing here ever reads it. */
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	options?: RequestOptions;
	/** Ends requests and waits at once: when the execution is canceled, or the time of a poll has passed. */
	signal?: AbortSignal;
	/** Maximum wait of one request for the rate limit once it is first in line, in milliseconds; 0 = never wait. */
	maxWaitMs: number;
	/** Since when the rate limit delays the requests; copies of a client share the object. */
	limited: { since?: number };
	/** Whether the user wants nothing to be written with the credential. */
	isReadOnly: boolean;
	/** Represents key and address, which share a rate limit, without containing the key. */
	workspaceKey: string;
	/** The run of a node that the requests belong to; absent for polls and pick-lists, which go first. */
	run?: string;
}

const MAX_WAIT_MS = 300_000;

/**
 * A client for the service that a credential names.
 *
 * @param credentials the decrypted credential; handed to n8n's helper with every request, which would
 * otherwise read it from n8n's database each time
 * @throws VitallyError when the credential does not contain the service's address
 */
export function createClient(
	context: RequestContext,
	credentialType: string,
	credentials: ICredentialDataDecryptedObject,
): Client {
	const baseUrl = baseUrlOf(credentialType, credentials);
	const { httpRequestWithAuthentication } = context.helpers;
	const { id = '', name = '' } = context.getNode().credentials?.[credentialType] ?? {};
	const credentialsDecrypted = { id: id ?? '', name, type: credentialType, data: credentials };
	return {
		credentials,
		baseUrl,
		appUrl: appUrlOf(credentials),
		workspaceKey: rateLimitKey(credentialType, credentials),
		// An expression may return a text: when in doubt nothing is written.
		isReadOnly: !['', 'false', 'undefined'].includes(String(credentials.readOnly ?? '')),
		maxWaitMs: MAX_WAIT_MS,
		limited: {},
		request: async (options) =>
			await httpRequestWithAuthentication.call(context, credentialType, options, {
				credentialsDecrypted,
			}),
	};
}

/**
 * Represents key and address without containing the key, whether it was entered bare or as a header.
 *
 * @throws VitallyError when the credential has no usable key or no address
 */
export function rateLimitKey(
	credentialType: string,
	credentials: ICredentialDataDecryptedObject,
): string {
	const authorization = authorizationOf(credentialType, credentials.apiKey);
	const baseUrl = baseUrlOf(credentialType, credentials);
	return createHash('sha256').update(`${authorization} ${baseUrl}`).digest('hex');
}

/**
 * A client for polls, pick-lists and webhooks, which have no items.
 *
 * @throws VitallyError when the credential does not contain the service's address
 */
export async function openClient(
	context: ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions,
	credentialType: string,
): Promise<Client> {
	return createClient(context, credentialType, await context.getCredentials(credentialType));
}

/**
 * A client whose requests, waits and further attempts all end after a time.
 *
 * @param ms milliseconds from now; `Infinity` for no limit
 */
export function withDeadline(client: Client, ms: number): Client {
	if (ms === Infinity) return client;
	const signal = AbortSignal.timeout(Math.ceil(ms));
	return { ...client, maxWaitMs: Math.min(client.maxWaitMs, ms), signal };
}

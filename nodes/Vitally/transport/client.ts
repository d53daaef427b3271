import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { appAddressOf } from './address';
import { rateLimitKeyOf, readCredential, workspaceOf } from './auth';

/** The ID by which a record is named: its Vitally ID where it is known. */
export type Identity = (
	| { id: string; externalId?: string }
	| { id?: undefined; externalId: string }
) & {
	/** Whether it may be the other ID of the record. */
	isEither?: boolean;
};

/**
 * The record that a request is for. The response is compared with its Vitally ID, or else with its External ID; that
 * of a new record with the External ID in the body, if there is one.
 */
export type Target = {
	noun: string;
	/** Whether the record of a response is of this kind, where the response may contain another kind. */
	isShownIn?: (returned: IDataObject) => boolean;
} & (Identity | { isNew: true });

interface RequestFields {
	/** Relative to the base URL, starting with a slash; IDs are encoded with `pathSegment`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** Whether the request may be sent twice; by default the method decides. */
	idempotent?: boolean;
	/** Whether the item has read the record before: a 404 after a lost DELETE then means it is deleted. */
	wasRead?: boolean;
	/** Statuses of 400 and above that the operation handles itself. */
	handledStatuses?: readonly number[];
	/** The errors for statuses for which the general one is not specific enough. */
	explain?: Readonly<Partial<Record<number, Explanation>>>;
}

export interface ReadRequest extends RequestFields {
	method: 'GET';
	target?: Target;
}

export interface WriteRequest extends RequestFields {
	method: 'POST' | 'PUT' | 'DELETE';
	/** `noRecord` where the response contains no record, such as that of a link. */
	target: Target | 'noRecord';
	/** Makes a body that depends on the record: the record is read again when the request had to wait. */
	current?: { read: ReadRequest; bodyOf: (record: IDataObject) => IDataObject };
}

export type ServiceRequest = ReadRequest | WriteRequest;

/** The text of an error: what happened, and what to do. */
export interface Explanation {
	message: string;
	description: string;
	field?: string;
}

/**
 * What became of a request:
 * - `notSent`: no attempt has left, so the service received nothing
 * - `rejected`: the service, or a proxy before it, answered that it was not carried out
 * - `done`: it was carried out
 * - `unknown`: an attempt has left, and its answer is missing or says neither
 */
export type Outcome = 'notSent' | 'rejected' | 'done' | 'unknown';

/** The response to one attempt of a request. */
export interface AttemptResponse {
	/** The request that it answers. */
	request: ServiceRequest;
	status: number;
	headers: IDataObject;
	/** Parsed JSON; `undefined` when the response has no body. */
	body: unknown;
}

/** The response to a request, which may have taken several attempts. */
export interface ServiceResponse extends AttemptResponse {
	outcome: Outcome;
}

/** What sends requests: an item, or a poll (`sendContextOf`). */
export interface SendContext {
	send(request: ServiceRequest): Promise<ServiceResponse>;
}

/** The node's Request Options; a `timeout` of 0 is none. */
export type RequestOptions = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** n8n's contexts with a helper that adds the credential to requests. */
type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** What the requests of one item, one poll or one pick-list share. */
export interface Client {
	credentials: ICredentialDataDecryptedObject;
	baseUrl: string;
	appUrl?: string;
	/** Host of the workspace or domain of its data center, if known. */
	appHost?: string;
	/** n8n's helper, which adds the key. */
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	options?: RequestOptions;
	/** Ends requests and waits at once: when the execution is canceled, or the poll's time has passed. */
	signal?: AbortSignal;
	/** Maximum wait of one request for the rate limit once it is first in line, in milliseconds; 0 = never wait. */
	maxWaitMs: number;
	/** Since when the rate limit delays the requests. Copies of a client share it. */
	limited: { since?: number };
	/** See `rateLimitKeyOf`. */
	rateLimitKey: string;
	/** See `workspaceOf`. */
	workspace: string;
	/** Returns what the user sees of a path in the body, or `undefined` for what is no field. */
	labelOf?: (path: string[]) => string | undefined;
	/** The run of a node that the requests belong to. It is absent for polls and pick-lists, which have priority. */
	run?: string;
}

/**
 * Opens the client of a credential. All requests to the service are sent through it; what the credential restricts is
 * checked when n8n signs the request, see `authenticateWith`.
 *
 * @param itemIndex is the item for which expressions in the credential are resolved
 * @throws VitallyError when the credential has no usable key, base URL or 'Max Wait'
 */
export async function openClient(
	context: RequestContext,
	credentialType: string,
	itemIndex?: number,
): Promise<Client> {
	const credentials = await context.getCredentials(credentialType, itemIndex);
	const credential = readCredential(credentialType, credentials);
	const { baseUrl, maxWaitMs } = credential;
	const { httpRequestWithAuthentication } = context.helpers;
	const { id = '', name = '' } = context.getNode().credentials?.[credentialType] ?? {};

	// Otherwise n8n's helper would read the credential from n8n's database for every request.
	const credentialsDecrypted = { id: id ?? '', name, type: credentialType, data: credentials };

	return {
		credentials,
		baseUrl,
		...appAddressOf(credentials),
		rateLimitKey: rateLimitKeyOf(credential),
		workspace: workspaceOf(credential),
		maxWaitMs,
		limited: {},
		request: async (options) =>
			await httpRequestWithAuthentication.call(context, credentialType, options, {
				credentialsDecrypted,
			}),
	};
}

/**
 * Returns a client whose requests, waits and retries all end after a time.
 *
 * @param ms is the time in milliseconds from now; `Infinity` for no limit
 */
export function addDeadline(client: Client, ms: number): Client {
	if (ms === Infinity) return client;

	const signal = AbortSignal.timeout(Math.ceil(ms));

	return { ...client, maxWaitMs: Math.min(client.maxWaitMs, ms), signal };
}

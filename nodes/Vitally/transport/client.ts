import { createHash } from 'crypto';

import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { baseUrlOf } from './auth/baseUrl';

/** One request to the service, as an operation describes it. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, starting with a slash, ids as path segments. */
	path: string;
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** Whether carrying the request out twice is the same as once; the method says it unless told. */
	idempotent?: boolean;
	/** Statuses of 400 and above that the operation handles itself. */
	handledStatuses?: readonly number[];
	/** What a status means for this operation, where the general text would say too little. */
	explain?: (status: number) => Explanation | undefined;
}

/** The text of a refusal: what happened, and how to get unstuck. */
export interface Explanation {
	message: string;
	description: string;
}

export interface ServiceResponse {
	status: number;
	headers: IDataObject;
	/** Parsed JSON; `undefined` when the answer has no body. */
	body: unknown;
}

/** n8n's own helper, which knows the credential's key; nothing here ever reads it. */
type AuthenticatedRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/** How the requests of one item, one poll or one pick-list reach the service. */
export interface Client {
	credentials: ICredentialDataDecryptedObject;
	baseUrl: string;
	request: AuthenticatedRequest;
	/** n8n's Request Options of the node: time limit, proxy, certificates. */
	options?: DeclarativeRestApiSettings.HttpRequestOptions;
	/** Ends waiting when the execution is cancelled. */
	signal?: AbortSignal;
	/** Longest wait of one request for the budget, over all its tries; 0 = never wait. */
	maxWaitMs: number;
	/** Stands for key and address, which share a budget, without holding the key. */
	limiterKey: string;
}

/** What the caller of a connection decides. */
type Limits = Pick<Client, 'options' | 'signal'> & { maxWaitMs?: number };

const MAX_WAIT_MS = 300_000;

type RequestContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Opens the way to the service of a node's credential.
 *
 * @throws VitallyError when the credential does not say where the service is
 */
export async function openClient(
	context: RequestContext,
	credentialType: string,
	limits: Limits = {},
): Promise<Client> {
	const credentials = await context.getCredentials(credentialType);
	const baseUrl = baseUrlOf(credentialType, credentials);
	const { httpRequestWithAuthentication } = context.helpers;
	return {
		credentials,
		baseUrl,
		limiterKey: createHash('sha256')
			.update(`${String(credentials.apiKey)} ${baseUrl}`)
			.digest('hex'),
		maxWaitMs: MAX_WAIT_MS,
		request: async (options) =>
			await httpRequestWithAuthentication.call(context, credentialType, options),
		...limits,
	};
}

import { createHash } from 'crypto';

import {
	getCredentialAllowedDomains,
	isDomainAllowed,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { isEmpty } from '../values/emptyValues';
import { parseDecimal } from '../values/numbers';
import { assertCredentialOrigin, baseUrlOf, originOptions } from './address';

/** The label of the field for the longest wait. */
export const MAX_WAIT_LABEL = 'Max Wait (Seconds)';

const DEFAULT_MAX_WAIT_S = 300;

const ROUTING_HEADERS = new Set([
	'authorization',
	'host',
	'x-http-method',
	'x-http-method-override',
	'x-method-override',
]);

/**
 * Reads the domains that a credential may be used for. n8n before 2.31 lacks the function and restricts
 * only its HTTP Request node, so it also distinguishes versions of n8n.
 */
export const readAllowedDomains = getCredentialAllowedDomains as
	| typeof getCredentialAllowedDomains
	| undefined;

/**
 * Reads what requests need of a credential.
 *
 * @throws VitallyError naming the first field whose value is unusable
 */
export function readCredential(credentialType: string, fields: ICredentialDataDecryptedObject) {
	return {
		authorization: authorizationOf(credentialType, fields.apiKey),
		baseUrl: baseUrlOf(credentialType, fields),
		maxWaitMs: readMaxWaitMs(fields.maxWait),
	};
}

/**
 * Returns a hash of key and base URL, which is the same whether the key was entered bare or as a header. Requests with
 * one share a rate limit and see the same records.
 */
export function rateLimitKeyOf({
	authorization,
	baseUrl,
}: Pick<ReturnType<typeof readCredential>, 'authorization' | 'baseUrl'>): string {
	return createHash('sha256').update(`${authorization} ${baseUrl}`).digest('hex');
}

/**
 * Returns the name of the workspace: its host, so that the keys of one workspace have one name. The workspaces of the
 * EU data center share a host.
 */
export function workspaceOf({
	baseUrl,
}: Pick<ReturnType<typeof readCredential>, 'baseUrl'>): string {
	return new URL(baseUrl).host;
}

/** @throws VitallyError for anything but a number, also as text: an expression may return one */
function readMaxWaitMs(maxWait: unknown): number {
	const seconds = isEmpty(maxWait) ? DEFAULT_MAX_WAIT_S : parseDecimal(maxWait);
	if (seconds !== undefined && seconds >= 0) return seconds * 1000;

	throw new VitallyError(
		`The value ${formatValue(maxWait)} of '${MAX_WAIT_LABEL}' in the credential is not a number of 0 or more`,
		"Open the credential and enter the seconds to wait for Vitally's rate limit, such as 300.",
	);
}

/**
 * Returns the `authenticate` function of a credential class, which n8n calls for every request with the credential: those of
 * our nodes, of the credential's test and of n8n's HTTP Request node. Unlike expressions, a function can read a pasted
 * header and check the host.
 *
 * @returns a function that throws VitallyError for a request to another origin, a write with a read-only
 * credential, or an unusable credential
 */
export function authenticateWith(credentialType: string) {
	const known = new WeakMap<ICredentialDataDecryptedObject, ReturnType<typeof readSignature>>();

	return async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		assertWritable(credentials, requestOptions.method);

		// n8n passes one object for all requests of a run.
		const signature = known.get(credentials) ?? readSignature(credentialType, credentials);

		known.set(credentials, signature);
		const { authorization, baseUrl, allowedDomains } = signature;
		if (!readAllowedDomains) assertDomainAllowed(credentials, baseUrl);

		assertCredentialOrigin(requestOptions, baseUrl);

		const signed: IHttpRequestOptions = {
			...requestOptions,
			...originOptions(requestOptions, baseUrl),
			headers: { ...omitRoutingHeaders(requestOptions.headers), authorization },
		};
		if (allowedDomains !== undefined) signed.allowedDomains = allowedDomains;

		return signed;
	};
}

function readSignature(credentialType: string, credentials: ICredentialDataDecryptedObject) {
	const allowedDomains = readAllowedDomains?.({
		node: { name: credentialType } as INode,
		credentialData: credentials,
		credentialOwnedSurface: true,
	});

	return { ...readCredential(credentialType, credentials), allowedDomains };
}

/**
 * Omits headers that lead a request elsewhere. n8n's engine takes `host` for the host of a request, and sends
 * `authorization` again to any host. By the others a service may treat a GET as a write, which 'Read Only' would not see.
 */
function omitRoutingHeaders(headers: IDataObject = {}): IDataObject {
	const isKept = (name: string) => !ROUTING_HEADERS.has(name.toLowerCase());

	return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}

/** @throws VitallyError where the credential is restricted to other domains, which n8n checks from 2.31 on */
function assertDomainAllowed(
	{ allowedHttpRequestDomains, allowedDomains }: ICredentialDataDecryptedObject,
	baseUrl: string,
): void {
	if (allowedHttpRequestDomains !== 'domains') return;

	const isAllowed = isDomainAllowed as unknown as (url: string, options: object) => boolean;
	if (!isEmpty(allowedDomains) && isAllowed(baseUrl, { allowedDomains })) return;

	throw new VitallyError(
		`Domain not allowed: the credential may not be used for ${new URL(baseUrl).hostname}`,
		'Add this domain to those that the credential is allowed for.',
	);
}

/**
 * Checks that a credential may send a request. The Analytics API has no 'Read Only'. The field may be an expression:
 * whatever it returns but false, also nothing, is read-only.
 *
 * @throws VitallyError for any method but GET where the credential is read-only
 */
export function assertWritable(
	credentials: ICredentialDataDecryptedObject,
	method: IHttpRequestMethods = 'GET',
): void {
	const readOnly = 'readOnly' in credentials ? credentials.readOnly : false;
	if (readOnly === false || readOnly === 'false' || method.toUpperCase() === 'GET') return;

	throw new VitallyError(
		'The credential is read-only, so nothing was written',
		"Choose a credential that may write, or turn 'Read Only' off in this one.",
	);
}

/**
 * Returns the `Authorization` value for the API of a credential type. For REST it is HTTP Basic with the key as user
 * name and no password, for Analytics `Basic` and the key, not encoded.
 *
 * Vitally's settings show the key and a ready-made header next to it; users paste either.
 *
 * @param input is the bare key, `Basic <value>` or `Authorization: Basic <value>`
 * @throws VitallyError when the key is empty, not valid in a header, or in quotation marks
 * Source: docs/internal/service.md, Authentication; docs/internal/public-facts.md, 1
 */
export function authorizationOf(credentialType: string, input: unknown): string {
	const isAnalytics = credentialType === 'vitallyAnalyticsApi';
	const { key, isHeader } = readKey(input);

	if (key === '') {
		const page = isAnalytics ? 'Vitally Analytics API' : 'Vitally REST API';

		throw new VitallyError(
			"The field 'API Key' in the credential is empty",
			`Copy the key from Settings, Integrations, ${page} in Vitally.`,
		);
	}

	if (!/^[!-~]+$/.test(key) || /^["'`]|["'`]$/.test(key)) {
		throw new VitallyError(
			"The value of 'API Key' in the credential contains invalid characters",
			'Copy the key again, without spaces, line breaks or quotation marks around it.',
		);
	}

	return `Basic ${isAnalytics || isHeader ? key : btoa(`${key}:`)}`;
}

/** Returns the key as it was entered, or what follows `Basic`; '' for none. */
export function readKey(input: unknown): { key: string; isHeader: boolean } {
	const text = (typeof input === 'string' ? input : '').trim().replace(/^authorization:\s*/i, '');
	const pasted = /^basic(?:\s+(\S.*))?$/is.exec(text);

	return { key: pasted ? (pasted[1] ?? '') : text, isHeader: pasted !== null };
}

import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { baseUrlOf } from './baseUrl';

/** The `authenticate` function of a credential class. */
type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/**
 * The `authenticate` function of a credential class, which n8n calls for every request, also those of its
 * HTTP Request node. Unlike expressions, a function can read a pasted header and check the host.
 *
 * @returns a function that throws VitallyError for a request to another origin, a write with a read-only
 * credential, or an unusable credential
 */
export function authenticateWith(credentialType: string): Authenticate {
	return async (credentials, requestOptions) => {
		assertWritable(credentials, requestOptions.method);
		const Authorization = authorizationOf(credentialType, credentials.apiKey);
		return {
			...assertCredentialOrigin(requestOptions, baseUrlOf(credentialType, credentials)),
			headers: { ...requestOptions.headers, Authorization },
		};
	};
}

/** @throws VitallyError for any method but GET where the credential is read-only */
export function assertWritable(
	{ readOnly }: ICredentialDataDecryptedObject,
	method: IHttpRequestMethods = 'GET',
): void {
	// An expression may return a string: when in doubt, the credential is read-only.
	const isWritable = ['', 'false', 'undefined'].includes(String(readOnly ?? ''));
	if (isWritable || method.toUpperCase() === 'GET') return;
	throw new VitallyError(
		'The credential is read-only, so nothing was written',
		"Choose a credential that may write, or turn 'Read Only' off in this one.",
	);
}

/**
 * Checks that a request goes to the origin of its credential, because the key is sent with it.
 *
 * @param options a request that is about to get the key; without an absolute address it is completed
 * @param baseUrl base URL of the credential
 * @returns the request with its address; a redirect to another origin does not carry the key
 * @throws VitallyError for a request to any other origin
 */
export function assertCredentialOrigin(
	options: IHttpRequestOptions,
	baseUrl: string,
): IHttpRequestOptions {
	// n8n's HTTP Request node names the address `uri`.
	const { uri } = options as { uri?: string };
	const base = options.baseURL === undefined || options.baseURL === '' ? baseUrl : options.baseURL;
	const targets = [base, uri, options.url]
		.filter((address) => address !== undefined)
		.map((address) => new URL(address, base.endsWith('/') ? base : `${base}/`));
	// n8n's helpers differ in which of the addresses they use, so all of them are checked.
	for (const target of targets) {
		if (target.origin === new URL(baseUrl).origin) continue;
		throw new VitallyError(
			`The key of this credential is not sent to ${target.host}`,
			`The credential is for ${baseUrl}. Use that address, or a credential for the other one.`,
		);
	}
	const checked = { ...options, sendCredentialsOnCrossOriginRedirect: false };
	return uri === undefined ? { ...checked, baseURL: base } : checked;
}

/**
 * The `Authorization` value for the API of a credential type. REST: HTTP Basic with the key as user name and no
 * password. Analytics: `Basic` and the key, not encoded.
 *
 * Vitally's settings show the key and a ready-made header next to it; users paste either.
 *
 * @param input the bare key, `Basic <value>` or `Authorization: Basic <value>`
 * @throws VitallyError when the key is empty or not valid in a header
 * Source: docs/internal/service.md, Authentication; docs/internal/public-facts.md, 1
 */
export function authorizationOf(credentialType: string, input: unknown): string {
	const isAnalytics = credentialType === 'vitallyAnalyticsApi';
	const text = (typeof input === 'string' ? input : '').trim().replace(/^authorization:\s*/i, '');
	const pasted = /^basic(?:\s+(.*))?$/is.exec(text);
	const key = pasted ? (pasted[1] ?? '') : text;
	if (key === '') {
		const page = isAnalytics ? 'Vitally Analytics API' : 'Vitally REST API';
		throw new VitallyError(
			"The field 'API Key' in the credential is empty",
			`Copy the key from Settings, Integrations, ${page} in Vitally.`,
		);
	}
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new VitallyError(
			"The value of 'API Key' in the credential contains invalid characters",
			'Copy the key again, without spaces, line breaks or quotation marks around it.',
		);
	}
	return `Basic ${isAnalytics || pasted ? key : btoa(`${key}:`)}`;
}

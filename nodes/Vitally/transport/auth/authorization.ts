import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { HostFields } from './baseUrl';
import { assertCredentialOrigin } from './sameOrigin';

/** A credential's way of adding its key to a request, as n8n calls it. */
type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/**
 * What n8n calls for every request with a credential. A function instead of expressions: it costs less
 * per request, understands a pasted header, and does not add the key to a request for any other host,
 * also in n8n's HTTP Request node.
 *
 * @param baseUrlOf where the credential's API is; completes a request without an address
 * @param authorizationOf the `Authorization` value of a key
 * @returns a function that throws VitallyError for a request to another origin, or an unusable credential
 */
export function authenticateWith(
	baseUrlOf: (fields: HostFields) => string,
	authorizationOf: (apiKey: unknown) => string,
): Authenticate {
	return async (credentials, requestOptions) => ({
		...assertCredentialOrigin(requestOptions, baseUrlOf(credentials)),
		headers: { ...requestOptions.headers, Authorization: authorizationOf(credentials.apiKey) },
	});
}

/**
 * The `Authorization` value of the REST API: HTTP Basic with the key as user name and no password.
 *
 * Vitally's settings show the secret token and, beside it, a ready-made header; people copy either.
 *
 * @param input the secret token, `Basic <base64>` or `Authorization: Basic <base64>`
 * @returns the header's value, `Basic <base64 of 'key:'>`
 * @throws VitallyError when there is no key, or one that cannot stand in a header
 * Source: docs/service.md, Authentication 1; docs/public-facts.md, 1
 */
export function restAuthorization(input: unknown): string {
	const { key, isHeader } = readApiKey(input, 'Vitally REST API');
	return `Basic ${isHeader ? key : btoa(`${key}:`)}`;
}

/**
 * The `Authorization` value of the Analytics API: its own key as it is, behind `Basic`.
 *
 * @param input the key, with or without `Basic` before it
 * @throws VitallyError when there is no key, or one that cannot stand in a header
 * Source: docs/service.md, Authentication 2; docs/public-facts.md, 1
 */
export function analyticsAuthorization(input: unknown): string {
	return `Basic ${readApiKey(input, 'Vitally Analytics API').key}`;
}

/** The `Authorization` value of the API of a credential. */
export function authorizationOf(credentialType: string, input: unknown): string {
	return credentialType === 'vitallyAnalyticsApi'
		? analyticsAuthorization(input)
		: restAuthorization(input);
}

/**
 * The key out of what people paste for it: the bare key, `Basic <value>` or `Authorization: Basic <value>`.
 *
 * @param page where Vitally's settings show the key, for the error
 * @returns the text, and whether it stood behind `Basic`
 */
function readApiKey(input: unknown, page: string): { key: string; isHeader: boolean } {
	const text = (typeof input === 'string' ? input : '').trim().replace(/^authorization:\s*/i, '');
	const pasted = /^basic(?:\s+(.*))?$/is.exec(text);
	const key = pasted ? (pasted[1] ?? '') : text;
	if (key === '') {
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
	return { key, isHeader: pasted !== null };
}

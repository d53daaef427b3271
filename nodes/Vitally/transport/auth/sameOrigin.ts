import type { IHttpRequestOptions } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';

/**
 * Lets a request pass only if it goes to the address of its credential, because the key goes with it.
 *
 * @param options a request that is about to get the key; without an absolute address it is completed
 * @param baseUrl address of the credential
 * @returns the request with its address, bound not to take the key along on a redirect
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
		.map((address) => new URL(address, withSlash(base)));
	// n8n's helpers differ in which of them they follow: each has to be right.
	for (const target of targets) {
		if (target.origin === new URL(baseUrl).origin) continue;
		throw new VitallyError(
			`The key of this credential is not sent to ${target.host}`,
			`The credential is for ${baseUrl}. Use that address, or a credential for the other one.`,
		);
	}
	const bound = { ...options, sendCredentialsOnCrossOriginRedirect: false };
	return uri === undefined ? { ...bound, baseURL: base } : bound;
}

function withSlash(base: string): string {
	return base.endsWith('/') ? base : `${base}/`;
}

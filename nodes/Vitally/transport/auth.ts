import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';

/** The fields of a credential that determine its base URL. */
interface HostFields {
	dataCenter?: unknown;
	subdomain?: unknown;
	baseUrl?: unknown;
}

/** One label of a host name (RFC 1035). */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `acme`, `acme.vitally.io`, `acme.rest.vitally.io` and `acme.api.vitally.io`. */
const WORKSPACE_HOST = /^([^.]*)(?:(?:\.(?:rest|api))?\.vitally\.io)?$/;

/**
 * The base URL of the API of a credential type. The key is sent to this address, so everything doubtful is rejected.
 *
 * @param fields `dataCenter` (`us`, `eu`, `custom`), `subdomain` (US), `baseUrl` (custom; Analytics also in the EU)
 * @returns origin and path prefix without a trailing slash, for example `https://acme.rest.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/internal/public-facts.md, 1: the Analytics host in the EU is not published, so users enter it
 */
export function baseUrlOf(credentialType: string, fields: HostFields): string {
	const isAnalytics = credentialType === 'vitallyAnalyticsApi';
	switch (fields.dataCenter ?? 'us') {
		case 'us':
			return `https://${parseSubdomain(fields.subdomain)}.${isAnalytics ? 'api' : 'rest'}.vitally.io`;
		case 'eu':
			return isAnalytics ? analyticsUrlInEu(fields.baseUrl) : 'https://rest.vitally-eu.io';
		case 'custom':
			return customBaseUrl(fields.baseUrl);
		default:
			throw new VitallyError(
				"The value of 'Data Center' in the credential is unknown",
				'Open the credential and choose US, EU or Custom.',
			);
	}
}

function analyticsUrlInEu(baseUrl: unknown): string {
	if (baseUrl) return customBaseUrl(baseUrl);
	throw new VitallyError(
		'Vitally publishes no address of its Analytics API in the EU data center',
		"Ask Vitally support for the address and enter it under 'Base URL' in the credential.",
	);
}

/**
 * Where the pages of the workspace are: its address in the browser, known only for the US data center, and its host,
 * for the EU data center the domain of all workspaces.
 *
 * Source: docs/internal/public-facts.md, 1
 */
export function appAddressOf({ dataCenter, subdomain }: HostFields): {
	appUrl?: string;
	appHost?: string;
} {
	if (dataCenter === 'eu') return { appHost: 'vitally-eu.io' };
	if ((dataCenter ?? 'us') !== 'us') return {};
	const appHost = `${parseSubdomain(subdomain)}.vitally.io`;
	return { appHost, appUrl: `https://${appHost}` };
}

/**
 * Reads the subdomain of a workspace from what users paste for it.
 *
 * @param input `acme`, `acme.vitally.io` or a URL of the workspace, with or without `https://`
 * @returns one lower-case DNS label
 * @throws VitallyError for anything else, because the key is sent to the resulting host
 */
function parseSubdomain(input: unknown): string {
	const text = typeof input === 'string' ? input.trim().toLowerCase() : '';
	const host = text.replace(/^https?:\/\//, '').replace(/[/?#].*$/s, '');
	const label = WORKSPACE_HOST.exec(host)?.[1] ?? '';
	// A label such as `xn--acme` matches the pattern but is not a valid host.
	const isHost = URL.canParse(`https://${label}.vitally.io`);
	if (DNS_LABEL.test(label) && isHost) return label;
	throw new VitallyError(
		text === ''
			? "The field 'Subdomain' in the credential is empty"
			: "The value of 'Subdomain' in the credential is not a subdomain such as 'acme'",
		"Enter the part before '.vitally.io' in your Vitally URL, e.g. 'acme' for https://acme.vitally.io. For the EU data center or another address choose it under 'Data Center'.",
	);
}

function customBaseUrl(input: unknown): string {
	const text = typeof input === 'string' ? input.trim() : '';
	// A user name, a query or a fragment would change where the paths of the API lead.
	if (/^https?:\/\/[^?#@\\]+$/i.test(text) && URL.canParse(text)) {
		const { origin, pathname } = new URL(text);
		return `${origin}${pathname}`.replace(/\/+$/, '');
	}
	throw new VitallyError(
		"The value of 'Base URL' in the credential is not a web address such as https://proxy.example.com",
		"Enter the URL before '/resources', without a user name, query or fragment.",
	);
}

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

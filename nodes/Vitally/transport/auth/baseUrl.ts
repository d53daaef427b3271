import { VitallyError } from '../../errors/vitallyError';

/** The fields of a credential that determine its base URL. */
export interface HostFields {
	dataCenter?: unknown;
	subdomain?: unknown;
	baseUrl?: unknown;
}

/** One label of a host name (RFC 1035). */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `acme`, `acme.vitally.io`, `acme.rest.vitally.io` and `acme.api.vitally.io`. */
const WORKSPACE_HOST = /^([^.]*)(?:(?:\.(?:rest|api))?\.vitally\.io)?$/;

/**
 * The base URL of the REST API. The key is sent to this address, so everything doubtful is rejected.
 *
 * @param fields `dataCenter` (`us`, `eu`, `custom`), `subdomain` (US), `baseUrl` (custom)
 * @returns origin and path prefix without a trailing slash, for example `https://acme.rest.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/internal/public-facts.md, 1
 */
export function restBaseUrl(fields: HostFields): string {
	switch (fields.dataCenter ?? 'us') {
		case 'us':
			return `https://${parseSubdomain(fields.subdomain)}.rest.vitally.io`;
		case 'eu':
			return 'https://rest.vitally-eu.io';
		case 'custom':
			return customBaseUrl(fields.baseUrl);
		default:
			throw new VitallyError(
				"The value of 'Data Center' in the credential is unknown",
				'Open the credential and choose US, EU or Custom.',
			);
	}
}

/**
 * The base URL of the Analytics API.
 *
 * @param fields as for `restBaseUrl`; `baseUrl` also for the EU data center
 * @returns origin and path prefix without a trailing slash, for example `https://acme.api.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/internal/public-facts.md, 1: the host in the EU is not published, so users enter it
 */
export function analyticsBaseUrl(fields: HostFields): string {
	switch (fields.dataCenter ?? 'us') {
		case 'us':
			return `https://${parseSubdomain(fields.subdomain)}.api.vitally.io`;
		case 'eu':
			if (fields.baseUrl) return customBaseUrl(fields.baseUrl);
			throw new VitallyError(
				'Vitally publishes no address of its Analytics API in the EU data center',
				"Ask Vitally support for the address and enter it under 'Base URL' in the credential.",
			);
		default:
			return restBaseUrl(fields);
	}
}

/**
 * The address of the workspace in the browser; known only for the US data center.
 *
 * Source: docs/internal/public-facts.md, 1
 */
export function appUrlOf({ dataCenter, subdomain }: HostFields): string | undefined {
	if ((dataCenter ?? 'us') !== 'us') return undefined;
	return `https://${parseSubdomain(subdomain)}.vitally.io`;
}

/**
 * The host of the pages of the workspace; for the EU data center its domain, for a custom address unknown.
 *
 * Source: docs/internal/public-facts.md, 1
 */
export function appHostOf(fields: HostFields): string | undefined {
	if (fields.dataCenter === 'eu') return 'vitally-eu.io';
	const appUrl = appUrlOf(fields);
	return appUrl && new URL(appUrl).host;
}

/** The base URL of the API of a credential type. */
export function baseUrlOf(credentialType: string, fields: HostFields): string {
	return credentialType === 'vitallyAnalyticsApi' ? analyticsBaseUrl(fields) : restBaseUrl(fields);
}

/**
 * Reads the subdomain of a workspace from what users paste for it.
 *
 * @param input `acme`, `acme.vitally.io` or a URL of the workspace, with or without `https://`
 * @returns one lower-case DNS label
 * @throws VitallyError for anything else, because the key is sent to the resulting host
 */
export function parseSubdomain(input: unknown): string {
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
	const url = parseUrl(text);
	if (url === undefined || !/^https?:\/\//i.test(text)) {
		throw baseUrlError(
			'is not a web address such as https://proxy.example.com',
			"Enter the URL before '/resources'.",
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw baseUrlError(
			'contains a user name or password',
			'Enter the address without the part before the @ sign.',
		);
	}
	if (url.search !== '' || url.hash !== '' || /[?#\\]/.test(text)) {
		throw baseUrlError(
			'contains a query or fragment',
			'Enter the address without the part from ? or # on.',
		);
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

function baseUrlError(what: string, description: string): VitallyError {
	return new VitallyError(`The value of 'Base URL' in the credential ${what}`, description);
}

import { VitallyError } from '../../errors/vitallyError';

/** The fields of the credential that say where the service is. */
export interface HostFields {
	dataCenter?: unknown;
	subdomain?: unknown;
	baseUrl?: unknown;
}

/** One label of a host name (RFC 1035): what a workspace's subdomain can be. */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `acme`, `acme.vitally.io` and the REST and Analytics hosts below it; nothing else under any domain. */
const TENANT_HOST = /^([^.]*)(?:(?:\.(?:rest|api))?\.vitally\.io)?$/;

/**
 * Where the REST API of a workspace is. The key is sent to this address, so everything doubtful is rejected.
 *
 * @param fields `dataCenter` (`us`, `eu`, `custom`), `subdomain` (US), `baseUrl` (custom)
 * @returns origin and path prefix without a trailing slash, for example `https://acme.rest.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/public-facts.md, 1
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
 * Where the Analytics API of a workspace is.
 *
 * @param fields as of `restBaseUrl`; `baseUrl` for the EU data center too
 * @returns origin and path prefix without a trailing slash, for example `https://acme.api.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/public-facts.md, 1: the host in the EU is published nowhere, so it is asked for
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
 * Where people open the workspace of a credential in their browser; unknown but for the US data center.
 *
 * Source: docs/public-facts.md, 1
 */
export function appUrlOf({ dataCenter, subdomain }: HostFields): string | undefined {
	if ((dataCenter ?? 'us') !== 'us') return undefined;
	return `https://${parseSubdomain(subdomain)}.vitally.io`;
}

/** Where the API of a credential is. */
export function baseUrlOf(credentialType: string, fields: HostFields): string {
	return credentialType === 'vitallyAnalyticsApi' ? analyticsBaseUrl(fields) : restBaseUrl(fields);
}

/**
 * The workspace's label out of what people paste for it.
 *
 * @param input `acme`, `acme.vitally.io` or an address of the workspace's application, with or without `https://`
 * @returns one lower-case DNS label
 * @throws VitallyError for anything else, because the key is sent to the host that is built from it
 */
export function parseSubdomain(input: unknown): string {
	const text = typeof input === 'string' ? input.trim().toLowerCase() : '';
	const host = text.replace(/^https?:\/\//, '').replace(/[/?#].*$/s, '');
	const label = TENANT_HOST.exec(host)?.[1] ?? '';
	// Such as `xn--acme`, which looks like one and is none.
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

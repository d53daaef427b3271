import type { IHttpRequestOptions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { isEmpty } from '../values/emptyValues';

/**
 * A label of a host name (RFC 1035). `xn--` is left out: versions of Node.js differ in which international
 * names they accept.
 */
const DNS_LABEL = /^(?!xn--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domains of the workspaces in each data center (docs/internal/public-facts.md, 1). */
const US_DOMAIN = 'vitally.io';
const EU_DOMAIN = 'vitally-eu.io';

/** `acme`, `acme.vitally.io`, `acme.rest.vitally.io` and `acme.api.vitally.io`, and those of the EU. */
const WORKSPACE_HOST = /^([^.]*)(?:(?:\.(?:rest|api))?\.(vitally(?:-eu)?\.io))?$/;

const HOST_OF_WORKSPACE = /^https:\/\/[^./]+\.(?:rest|api)\.vitally\.io$/;

/** Hosts of all workspaces. */
const API_HOSTS = ['rest', 'api'];

/** Every part that matters for where a request goes, in the one form that all HTTP clients read in the same way. */
const WEB_ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:[/?#][^\t\r\n]*)?$/i;

/** An address that all clients read as a path on the host of the base URL. */
const PATH = /^\/\w/;

/**
 * Hosts of which every network decides for itself: loopback, private and link-local addresses (RFC 1918, 4193, 3927),
 * and names that no public DNS has (RFC 2606, 6762, 8375). A host name without a dot is that of a container.
 */
const PRIVATE_HOST =
	/^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$|^\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$|^[^.:]+$|\.(localhost|local|internal|lan|test|home\.arpa)$/;

/** Follow no redirect; the helper of n8n's HTTP Request node has two names of its own for it. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** Returns `undefined` for an address that a client might repair, such as one without `//` or with a user name. */
function parseAddress(text: string): URL | undefined {
	return WEB_ADDRESS.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Returns the base URL of the API of a credential type. The key is sent to this address, so everything doubtful is rejected.
 *
 * @param fields contains `dataCenter` (`us`, `eu`, `custom`), `subdomain` (US), `baseUrl` (custom; Analytics also in
 * the EU)
 * @returns origin and path prefix without a trailing slash, for example `https://acme.rest.vitally.io`
 * @throws VitallyError naming the field of the credential
 * Source: docs/internal/public-facts.md, 1: the Analytics host in the EU is not published, so users enter it
 */
export function baseUrlOf(credentialType: string, fields: Record<string, unknown>): string {
	const isAnalytics = credentialType === 'vitallyAnalyticsApi';
	const { dataCenter = 'us' } = fields;

	switch (dataCenter) {
		case 'us':
			return `https://${parseSubdomain(fields.subdomain)}.${isAnalytics ? 'api' : 'rest'}.vitally.io`;
		case 'eu':
			if (!isAnalytics) return 'https://rest.vitally-eu.io';
			if (fields.baseUrl) return parseBaseUrl(fields.baseUrl);

			throw new VitallyError(
				'Vitally publishes no address of its Analytics API in the EU data center',
				"Ask Vitally support for the address and enter it under 'Base URL' in the credential.",
			);
		case 'custom':
			return parseBaseUrl(fields.baseUrl);
		default:
			throw new VitallyError(
				"The value of 'Data Center' in the credential is unknown",
				'Open the credential and choose US, EU or Custom.',
			);
	}
}

/** Whether the host of a base URL is that of one workspace, and not of all in a data center or behind a proxy. */
export function isHostOfWorkspace(baseUrl: string): boolean {
	return HOST_OF_WORKSPACE.test(baseUrl);
}

/**
 * Returns where the pages of the workspace are: its address in the browser, and its host. Without a subdomain, the host of
 * the EU data center is the domain of all its workspaces, and that behind a proxy is not known.
 *
 * @throws VitallyError for a subdomain that is none
 */
export function appAddressOf({ dataCenter = 'us', subdomain }: Record<string, unknown>): {
	appUrl?: string;
	appHost?: string;
} {
	const isMissing = isEmpty(subdomain);
	if (dataCenter === 'eu' && isMissing) return { appHost: EU_DOMAIN };
	if (dataCenter !== 'us' && isMissing) return {};

	const { label, domain } = parseWorkspaceHost(
		subdomain,
		dataCenter === 'eu' ? EU_DOMAIN : US_DOMAIN,
	);
	const appHost = `${label}.${domain}`;

	return { appHost, appUrl: `https://${appHost}` };
}

/**
 * Reads the subdomain of a workspace in the US from what users paste for it.
 *
 * @returns one lower-case DNS label
 * @throws VitallyError for anything else, because the key is sent to the resulting host
 */
function parseSubdomain(input: unknown): string {
	const { label, domain } = parseWorkspaceHost(input, US_DOMAIN);
	if (domain === US_DOMAIN) return label;

	throw new VitallyError(
		`The value of 'Subdomain' in the credential is an address of the EU data center: ${label}.${domain}`,
		"Choose EU as 'Data Center' in the credential.",
	);
}

/**
 * Reads the host of a workspace.
 *
 * @param input is `acme`, `acme.vitally.io` or a URL of the workspace, with or without `https://`
 * @param usualDomain is that of a subdomain alone
 * @throws VitallyError for anything else
 */
function parseWorkspaceHost(
	input: unknown,
	usualDomain: string,
): { label: string; domain: string } {
	const text = typeof input === 'string' ? input.trim().toLowerCase() : '';
	const [host] = text.replace(/^https?:\/\//, '').split(/[/?#]/, 1);
	const [, label = '', domain = usualDomain] = WORKSPACE_HOST.exec(host) ?? [];
	if (DNS_LABEL.test(label) && !API_HOSTS.includes(label)) return { label, domain };

	throw new VitallyError(
		text === ''
			? "The field 'Subdomain' in the credential is empty"
			: "The value of 'Subdomain' in the credential is not a subdomain such as 'acme'",
		"Enter the part before '.vitally.io' in your Vitally URL, e.g. 'acme' for https://acme.vitally.io. For the EU data center or another address choose it under 'Data Center'.",
	);
}

function parseBaseUrl(input: unknown): string {
	const text = typeof input === 'string' ? input.trim() : '';
	// A query or a fragment would change where the paths of the API lead.
	const url = /[\s?#@\\]/.test(text) ? undefined : parseAddress(text);

	if (url) {
		assertEncrypted(url);

		return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
	}

	throw new VitallyError(
		"The value of 'Base URL' in the credential is not a web address such as https://proxy.example.com",
		"Enter the URL before '/resources', without a user name, query or fragment.",
	);
}

/** @throws VitallyError for http to a public host, on the way to which anyone could read the key */
function assertEncrypted({ protocol, hostname }: URL): void {
	if (protocol === 'https:' || PRIVATE_HOST.test(hostname)) return;

	throw new VitallyError(
		"The 'Base URL' in the credential starts with http://, so the API key would be sent unencrypted",
		`Enter it with https://. Only an address in your own network, such as localhost, may start with http://, and ${hostname} is not in it.`,
	);
}

/**
 * Checks that a request goes to the origin of its credential, because the key is sent with it.
 *
 * @throws VitallyError for a request to any other origin, and for an address that clients read in different ways
 */
export function assertCredentialOrigin(options: IHttpRequestOptions, baseUrl: string): void {
	const { uri, base } = addressesOf(options, baseUrl);

	// n8n's helpers differ in which of the addresses they use, so all of them are checked.
	for (const address of [base, uri, options.url]) {
		if (address === undefined || address === baseUrl) continue;
		// The base itself may be no path.
		if (address !== base && PATH.test(address)) continue;

		// What is left is a whole address, or what some clients read as one.
		const target = targetOf(String(address).trim(), base);
		if (target?.origin === new URL(baseUrl).origin) continue;

		throw new VitallyError(
			`The key of this credential is not sent to ${target?.host ?? 'an address in this form'}`,
			`The credential is for ${baseUrl}. Use that address, or a credential for the other one.`,
		);
	}
}

/**
 * Returns what keeps a request at the origin of its credential: its base URL, and that it follows no redirect. On a
 * redirect n8n's engines keep the key for subdomains, and those before 2.5 for every host.
 */
export function originOptions(
	options: IHttpRequestOptions,
	baseUrl: string,
): Partial<IHttpRequestOptions> {
	const { uri, base } = addressesOf(options, baseUrl);

	return uri === undefined ? { ...NO_REDIRECT, baseURL: base } : NO_REDIRECT;
}

/** Returns the addresses in a request; n8n's HTTP Request node names its address `uri`. */
function addressesOf(
	options: IHttpRequestOptions,
	baseUrl: string,
): { uri?: string; base: string } {
	const { uri } = options as { uri?: string };

	return { uri, base: options.baseURL || baseUrl };
}

/**
 * Returns where a request to an address goes.
 *
 * @param base completes an address without a scheme
 * @returns `undefined` where clients disagree: some read `http:host/path` as a path, others as an address
 */
function targetOf(address: string, base: string): URL | undefined {
	// Parsers ignore blanks and line breaks within a scheme.
	const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(address.replace(/[^!-~]/g, ''));
	if (hasScheme) return parseAddress(address);

	return URL.canParse(address, `${base}/`) ? new URL(address, `${base}/`) : undefined;
}

import { VitallyError } from '../errors/vitallyError';
import type { RequestOptions } from '../transport/client';

/** What n8n's editor stores under 'Request Options' of the node's settings, as its routing reads them. */
interface StoredOptions {
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	proxy?: string;
	timeout?: number;
	allowUnauthorizedCerts?: boolean;
}

/** The name of the parameter in which n8n stores them. */
export const REQUEST_OPTIONS = 'requestOptions';

/**
 * Time limit, proxy and certificates for the requests of an item.
 *
 * @throws VitallyError for a proxy that is no address
 */
export function readRequestOptions(stored: unknown): RequestOptions {
	const { proxy, timeout, allowUnauthorizedCerts } = (stored ?? {}) as StoredOptions;
	return {
		...(proxy && { proxy: proxyOf(proxy) }),
		...(timeout && { timeout }),
		...(allowUnauthorizedCerts && { skipSslCertificateValidation: true }),
	};
}

/**
 * n8n's Batching: a pause after each batch of items.
 *
 * @returns the size `Infinity` where the user has set no pause
 */
export function readBatching(stored: unknown): { size: number; pauseMs: number } {
	const { batchSize = 1, batchInterval = 0 } = (stored as StoredOptions)?.batching?.batch ?? {};
	if (batchInterval <= 0) return { size: Infinity, pauseMs: 0 };
	return { size: Math.max(1, batchSize), pauseMs: batchInterval };
}

function proxyOf(text: string): RequestOptions['proxy'] {
	const proxy = parseProxy(text);
	if (proxy) return proxy;
	throw new VitallyError(
		"The value of 'Proxy' under Request Options is not a web address",
		'Enter an address such as http://proxy.example.com:8080. Write % in a password as %25.',
	);
}

/** @returns `undefined` for what is no address */
function parseProxy(text: string): RequestOptions['proxy'] {
	try {
		const { hostname: host, port, protocol, username, password } = new URL(text);
		if (host === '' || !(protocol in DEFAULT_PORTS)) return undefined;
		const auth = {
			username: decodeURIComponent(username),
			password: decodeURIComponent(password),
		};
		return {
			host,
			port: Number(port) || DEFAULT_PORTS[protocol],
			protocol: protocol.slice(0, -1),
			...(username !== '' && { auth }),
		};
	} catch {
		return undefined;
	}
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

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
 * @returns the size `Infinity` where there is no pause
 */
export function readBatching(stored: unknown): { size: number; pauseMs: number } {
	const { batchSize = 1, batchInterval = 0 } = (stored as StoredOptions)?.batching?.batch ?? {};
	// n8n's editor: -1 disables batches, 0 counts as 1.
	if (batchInterval <= 0 || batchSize < 0) return { size: Infinity, pauseMs: 0 };
	return { size: Math.max(1, batchSize), pauseMs: batchInterval };
}

function proxyOf(text: string): RequestOptions['proxy'] {
	try {
		const { hostname: host, port, protocol, username, password } = new URL(text);
		// n8n decodes them; an error here is one of the user's text.
		decodeURIComponent(`${username}:${password}`);
		if (host !== '' && protocol in DEFAULT_PORTS) {
			return {
				host,
				port: Number(port) || DEFAULT_PORTS[protocol],
				protocol: protocol.slice(0, -1),
				...(username !== '' && { auth: { username, password } }),
			};
		}
	} catch {
		// The text is no address.
	}
	throw new VitallyError(
		"The value of 'Proxy' under Request Options is not a web address",
		'Enter an address such as http://proxy.example.com:8080. Write % in a password as %25.',
	);
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from '../fields/itemParameters';
import { readNumber, wholeNumber } from '../fields/readers';
import type { RequestOptions } from '../transport/client';
import type { ResolvedParameters } from './parameters';

/** Where n8n's editor stores what is under 'Request Options' of the node's settings. */
const STORED = 'requestOptions';
const BATCH = `${STORED}.batching.batch`;

const MILLISECONDS = {
	fallback: 0,
	isAllowed: (ms: number) => ms >= 0,
	wanted: 'a number of milliseconds, 0 or more',
};

/**
 * Time limit, proxy and certificates for the requests of an item.
 *
 * @throws VitallyError for a time limit that is no number, and a proxy that is no address
 */
export function readRequestOptions(item: Pick<ItemParameters, 'param'>): RequestOptions {
	const proxy = item.param(`${STORED}.proxy`) ?? '';
	const ref = { parameter: `${STORED}.timeout`, label: 'Timeout' };

	return {
		...(proxy !== '' && { proxy: proxyOf(String(proxy)) }),
		timeout: readNumber(item, ref, MILLISECONDS),
		skipSslCertificateValidation: item.param(`${STORED}.allowUnauthorizedCerts`) === true,
	};
}

/** As `readRequestOptions`, for the items of a run, which differ only by an expression. */
export function requestOptionsReader(): (item: ResolvedParameters) => RequestOptions {
	let fixed: RequestOptions | undefined;

	return (item) =>
		item.isExpression(STORED) ? readRequestOptions(item) : (fixed ??= readRequestOptions(item));
}

/**
 * n8n's Batching: a pause after each batch of items.
 *
 * @returns the size `Infinity` where there is no pause
 * @throws VitallyError for what is no number
 */
export function readBatching(item: Pick<ItemParameters, 'param'>) {
	const interval = { parameter: `${BATCH}.batchInterval`, label: 'Batch Interval (ms)' };
	const items = { parameter: `${BATCH}.batchSize`, label: 'Items per Batch' };
	const pauseMs = readNumber(item, interval, MILLISECONDS);
	const size = readNumber(item, items, { fallback: 1, ...wholeNumber(-1) });
	// n8n's editor: -1 disables batches, 0 counts as 1.
	if (pauseMs === 0 || size < 0) return { size: Infinity, pauseMs: 0 };

	return { size: Math.max(1, size), pauseMs };
}

function proxyOf(text: string): RequestOptions['proxy'] {
	try {
		const { hostname: host, port, protocol, username, password } = new URL(text);

		// n8n decodes them; an error here is one of the user's text.
		decodeURIComponent(`${username}:${password}`);

		if (protocol in DEFAULT_PORTS) {
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

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { readNumber, wholeNumber } from '../../fields/readers';
import type { RequestOptions } from '../../transport/client';
import type { ResolvedParameters } from './parameters';

/** The parameter in which n8n's editor stores Request Options of the node's settings. */
const STORED = 'requestOptions';
const BATCH = `${STORED}.batching.batch`;

const MILLISECONDS = {
	fallback: 0,
	isAllowed: (ms: number) => ms >= 0,
	wanted: 'a number of milliseconds, 0 or more',
};

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/**
 * Reads time limit, proxy and certificates for the requests of an item.
 *
 * @throws VitallyError for a time limit that is no number, and a proxy that is no address
 */
export function readRequestOptions(item: Pick<ItemParameters, 'param'>): RequestOptions {
	const options: RequestOptions = {};
	const proxy = item.param(`${STORED}.proxy`) ?? '';
	if (proxy !== '') options.proxy = parseProxy(String(proxy));

	const timeout = { parameter: `${STORED}.timeout`, label: 'Timeout' };

	options.timeout = readNumber(item, timeout, MILLISECONDS);
	options.skipSslCertificateValidation = item.param(`${STORED}.allowUnauthorizedCerts`) === true;

	return options;
}

/** Returns `readRequestOptions` for the items of a run, whose options differ only by an expression. */
export function requestOptionsReader(): (item: ResolvedParameters) => RequestOptions {
	let fixed: RequestOptions | undefined;

	return (item) => {
		if (item.isExpression(STORED)) return readRequestOptions(item);

		fixed ??= readRequestOptions(item);

		return fixed;
	};
}

/**
 * Reads n8n's Batching: a pause after each batch of items.
 *
 * @returns the size `Infinity` where there is no pause
 * @throws VitallyError for what is no number
 */
export function readBatching(item: Pick<ItemParameters, 'param'>) {
	const interval = { parameter: `${BATCH}.batchInterval`, label: 'Batch Interval (ms)' };
	const items = { parameter: `${BATCH}.batchSize`, label: 'Items per Batch' };
	const pauseMs = readNumber(item, interval, MILLISECONDS);
	const size = readNumber(item, items, { fallback: 1, ...wholeNumber(-1) });
	// In n8n's editor -1 disables batches, and 0 counts as 1.
	if (pauseMs === 0 || size < 0) return { size: Infinity, pauseMs: 0 };

	return { size: Math.max(1, size), pauseMs };
}

/** @throws VitallyError for a text that is no address of a proxy */
function parseProxy(text: string): RequestOptions['proxy'] {
	const url = URL.canParse(text) ? new URL(text) : undefined;

	if (!url || !(url.protocol in DEFAULT_PORTS) || !canDecodeCredentials(url)) {
		throw new VitallyError(
			"The value of 'Proxy' under Request Options is not a web address",
			'Enter an address such as http://proxy.example.com:8080. Write % in a password as %25.',
		);
	}

	const { hostname, port, protocol, username, password } = url;
	const proxy: RequestOptions['proxy'] = {
		host: hostname,
		port: Number(port) || DEFAULT_PORTS[protocol],
		protocol: protocol.slice(0, -1),
	};
	if (username !== '') proxy.auth = { username, password };

	return proxy;
}

/** Whether n8n can decode the user name and the password; otherwise its error would not name the field. */
function canDecodeCredentials({ username, password }: URL): boolean {
	try {
		decodeURIComponent(`${username}:${password}`);

		return true;
	} catch {
		return false;
	}
}

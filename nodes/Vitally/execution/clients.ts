import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { fieldAt } from '../fields/fieldAt';
import { openClient, type Client, type RequestOptions } from '../transport/client';

/**
 * The clients of a run. The credential is read once, because each read is a query to n8n's database. One
 * with expressions is read for every item, because it may name another workspace each time.
 */
export class Clients {
	private readonly run = randomUUID();
	private shared: Promise<Client> | undefined;
	private hasExpressions = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentialType: string,
		private readonly fields: INodeProperties[],
	) {}

	/** @throws VitallyError when the credential does not name the service */
	async of(itemIndex: number): Promise<Client> {
		if (!this.hasExpressions) {
			this.shared ??= this.openFirst();
			const client = await this.shared;
			if (!this.hasExpressions) return client;
		}
		return await this.open(itemIndex);
	}

	/**
	 * n8n does not report whether a credential contains expressions, but it reads the item's index to
	 * resolve one and does not for a plain value: an index that detects being read distinguishes the two.
	 * If in doubt, the credential is read for every item.
	 */
	private async openFirst(): Promise<Client> {
		const detect = (): number => {
			this.hasExpressions = true;
			return 0;
		};
		const index = { [Symbol.toPrimitive]: detect, toJSON: detect };
		return await this.open(index as unknown as number).catch(async (error: unknown) => {
			if (!this.hasExpressions) throw error;
			return await this.open(0);
		});
	}

	private async open(itemIndex: number): Promise<Client> {
		return {
			...(await openClient(this.context, this.credentialType, itemIndex)),
			labelOf: (path) => fieldAt(this.fields, path),
			run: this.run,
			signal: this.context.getExecutionCancelSignal(),
		};
	}
}

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
		const auth = {
			username: decodeURIComponent(username),
			password: decodeURIComponent(password),
		};
		if (host !== '' && protocol in DEFAULT_PORTS) {
			return {
				host,
				port: Number(port) || DEFAULT_PORTS[protocol],
				protocol: protocol.slice(0, -1),
				...(username !== '' && { auth }),
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

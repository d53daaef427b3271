import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { readCredential, workspaceKeyOf } from '../nodes/Vitally/transport/auth';
import type { Client, ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { send } from '../nodes/Vitally/transport/send';
import { Conformance } from './conformance.cts';

/** A reading run stays far below the limit of a minute that others share. */
const MAX_READS = 100;

/** While fewer requests are left in the limit, the run pauses. */
const MIN_REMAINING = 50;
const MAX_PAUSE_S = 60;

const MAX_REQUEST_MS = 15_000;

/** An answer with one of these is what a fact asks for. */
const HANDLED_STATUSES = [400, 403, 404, 405, 409, 422];

/** Fields of a credential of this package. */
export type CredentialFields = Record<string, string>;

/** A workspace in Vitally, through the nodes' own `send`: their limits, retries, deadlines and redaction. */
export class Workspace {
	readonly conformance = new Conformance();
	readonly baseUrl: string;
	requests = 0;
	private readonly client: Client;
	private remaining = Infinity;
	private resetSeconds = 0;

	/**
	 * @param credentialType `vitallyApi` or `vitallyAnalyticsApi`
	 * @param writes whether anything but GET may be sent
	 * @param signal ends requests and waits at once
	 * @throws VitallyError for an unusable key or address
	 */
	constructor(
		readonly credentialType: string,
		readonly fields: CredentialFields,
		private readonly writes: boolean,
		signal?: AbortSignal,
	) {
		const credential = readCredential(credentialType, fields);

		this.baseUrl = credential.baseUrl;
		this.client = {
			credentials: fields,
			baseUrl: credential.baseUrl,
			workspaceKey: workspaceKeyOf(credential),
			maxWaitMs: credential.maxWaitMs,
			limited: {},
			request: async (options) => await fetchJson(options, credential.authorization),
			options: { timeout: MAX_REQUEST_MS },
			signal,
		};
	}

	/** The same workspace for what has to be sent after the run was ended. */
	withoutSignal(): Workspace {
		return new Workspace(this.credentialType, this.fields, this.writes);
	}

	/**
	 * Sends a request of which any answer is an answer.
	 *
	 * @throws VitallyError without an answer, and for 401, 429 and 5xx
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		if (request.method !== 'GET' && !this.writes) {
			throw new Error(`A reading run sends no ${request.method}`);
		}

		if (!this.writes && this.requests >= MAX_READS) {
			throw new Error(`A reading run sends at most ${MAX_READS} requests`);
		}

		if (this.remaining < MIN_REMAINING) {
			const seconds = Math.min(this.resetSeconds, MAX_PAUSE_S);

			await sleep(seconds * 1000, undefined, { signal: this.client.signal });
		}

		this.requests++;
		const response = await send(this.client, { ...request, handledStatuses: HANDLED_STATUSES });

		this.remaining = numberIn(response.headers['ratelimit-remaining']) ?? Infinity;
		this.resetSeconds = numberIn(response.headers['ratelimit-reset']) ?? 0;
		this.conformance.check(request, response);

		return response;
	}
}

/** The rows of a page, of a bare list, or of a survey; `undefined` for anything else. */
export function recordsIn({ status, body }: ServiceResponse): IDataObject[] | undefined {
	if (status >= 300) return undefined;

	const { results, data } = (body ?? {}) as { results?: unknown; data?: unknown };
	const rows: unknown = [results, data, body].find((one) => Array.isArray(one));
	const isList =
		Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);

	return isList ? (rows as IDataObject[]) : undefined;
}

/** As n8n's HTTP helper answers; no redirect is followed, so the key stays at its host. */
async function fetchJson(options: IHttpRequestOptions, authorization: string): Promise<unknown> {
	const url = new URL(`${options.baseURL}${options.url}`);

	for (const [name, value] of Object.entries(options.qs ?? {})) {
		url.searchParams.set(name, String(value));
	}

	const response = await fetch(url, {
		method: options.method,
		headers: {
			accept: 'application/json',
			authorization,
			...(options.body !== undefined && { 'content-type': 'application/json' }),
		},
		body: options.body === undefined ? undefined : JSON.stringify(options.body),
		redirect: 'manual',
		signal: options.abortSignal as AbortSignal | undefined,
	}).catch((error: Error) => {
		// `fetch failed` does not say why.
		throw error.cause ?? error;
	});

	return {
		statusCode: response.status,
		headers: Object.fromEntries(response.headers),
		body: parseBody(await response.text()),
	};
}

function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function numberIn(header: unknown): number | undefined {
	const number = Number.parseInt(String(header), 10);

	return Number.isNaN(number) ? undefined : number;
}

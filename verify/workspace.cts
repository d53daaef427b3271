import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { rateLimitKeyOf, readCredential, workspaceOf } from '../nodes/Vitally/transport/auth';
import type { Client, ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { send } from '../nodes/Vitally/transport/send';
import { ContractComparison } from './contractComparison.cts';

/** A reading run stays far below the limit of a minute that others share. */
const MAX_READS = 100;

/** The run pauses while fewer requests than this are left in the limit. */
const MIN_REMAINING = 50;
const MAX_PAUSE_S = 60;

const MAX_REQUEST_MS = 15_000;

/** An answer with one of these is what a fact asks for. */
const HANDLED_STATUSES = [400, 403, 404, 405, 409, 422];

/** Fields of a credential of this package. */
export type CredentialFields = Record<string, string>;

interface WorkspaceOptions {
	/** `vitallyApi` or `vitallyAnalyticsApi`. */
	credentialType: string;
	fields: CredentialFields;
	/** Whether anything but GET may be sent. */
	writes: boolean;
	/** Ends requests and waits at once. */
	signal?: AbortSignal;
}

/** A workspace in Vitally, through the nodes' own `send`: their limits, retries, deadlines and redaction. */
export class Workspace {
	readonly comparison = new ContractComparison();
	readonly baseUrl: string;
	requestCount = 0;
	private readonly client: Client;
	/** What the last answer says of the rate limit. */
	private remaining = Infinity;
	private resetSeconds = 0;

	/** @throws VitallyError for an unusable key or address */
	constructor(private readonly options: WorkspaceOptions) {
		const { credentialType, fields, signal } = options;
		const credential = readCredential(credentialType, fields);

		this.baseUrl = credential.baseUrl;
		this.client = {
			credentials: fields,
			baseUrl: credential.baseUrl,
			rateLimitKey: rateLimitKeyOf(credential),
			workspace: workspaceOf(credential),
			maxWaitMs: credential.maxWaitMs,
			limited: {},
			request: async (request) => await fetchJson(request, credential.authorization),
			options: { timeout: MAX_REQUEST_MS },
			signal,
		};
	}

	get fields(): CredentialFields {
		return this.options.fields;
	}

	/** Returns the same workspace for what has to be sent after the run was ended. */
	withoutSignal(): Workspace {
		return new Workspace({ ...this.options, signal: undefined });
	}

	/**
	 * Sends a request of which any answer is an answer.
	 *
	 * @throws VitallyError without an answer, and for 401, 429 and 5xx
	 */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		this.assertMaySend(request);
		await this.waitForLimit();

		this.requestCount++;
		const response = await send(this.client, { ...request, handledStatuses: HANDLED_STATUSES });

		this.remaining = readInteger(response.headers['ratelimit-remaining']) ?? Infinity;
		this.resetSeconds = readInteger(response.headers['ratelimit-reset']) ?? 0;
		this.comparison.add(request, response);

		return response;
	}

	private assertMaySend({ method }: ServiceRequest): void {
		if (this.options.writes) return;
		if (method !== 'GET') throw new Error(`A reading run sends no ${method}`);

		if (this.requestCount >= MAX_READS) {
			throw new Error(`A reading run sends at most ${MAX_READS} requests`);
		}
	}

	private async waitForLimit(): Promise<void> {
		if (this.remaining >= MIN_REMAINING) return;

		const seconds = Math.min(this.resetSeconds, MAX_PAUSE_S);

		await sleep(seconds * 1000, undefined, { signal: this.options.signal });
	}
}

/** Returns the records of a page, of a bare list, or of a survey; `undefined` for anything else. */
export function recordsIn({ status, body }: ServiceResponse): IDataObject[] | undefined {
	if (status >= 300) return undefined;

	const { results, data } = (body ?? {}) as { results?: unknown; data?: unknown };
	const list: unknown = [results, data, body].find((candidate) => Array.isArray(candidate));
	if (!Array.isArray(list)) return undefined;

	const hasRecordsOnly = list.every((row) => typeof row === 'object' && row !== null);

	return hasRecordsOnly ? (list as IDataObject[]) : undefined;
}

/** Answers as n8n's HTTP helper does. No redirect is followed, so the key stays at its host. */
async function fetchJson(request: IHttpRequestOptions, authorization: string): Promise<unknown> {
	const url = new URL(`${request.baseURL}${request.url}`);

	for (const [name, value] of Object.entries(request.qs ?? {})) {
		url.searchParams.set(name, String(value));
	}

	const headers = new Headers({ accept: 'application/json', authorization });
	if (request.body !== undefined) headers.set('content-type', 'application/json');

	const response = await fetch(url, {
		method: request.method,
		headers,
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		redirect: 'manual',
		signal: request.abortSignal as AbortSignal | undefined,
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

function readInteger(header: unknown): number | undefined {
	const number = Number.parseInt(String(header), 10);

	return Number.isNaN(number) ? undefined : number;
}

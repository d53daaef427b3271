import type { IDataObject } from 'n8n-workflow';

import { isDryRun } from '../fields/dryRun';
import type { ItemParameters } from '../fields/itemParameters';
import { maxWaitOf } from '../fields/options';
import { VitallyError } from '../errors/vitallyError';
import type { Client, RequestOptions, ServiceRequest, ServiceResponse } from '../transport/client';
import { apiError } from '../transport/errors/apiErrors';
import { wait } from '../transport/limits/wait';
import { runExclusive, withOptimisticLock, type LockedUpdate } from '../transport/lock';
import { send, trySend, type SendResult } from '../transport/send';
import { DryRunPreview } from './dryRun';
import type { Identity } from './identity';
import type { ItemContext } from './operation';

/** What the two doors of an item, the runner and the tool hook, have to know of it. */
export interface ItemSource {
	parameters: ItemParameters;
	client: Client;
	requestOptions: RequestOptions;
	/** Look-ups of the run, by tenant and name. */
	lookUps: Map<string, Promise<unknown>>;
	/** Throws when the run has stopped, so that items which have sent nothing stay unsent. */
	assertRunning(): void;
	/** Called when a dry run ends the item in place of a write. */
	previewed?(): void;
	identity: ItemContext['identity'];
}

/** Statuses of requests that name a record which is not there. */
const NAMES_MISSED: ReadonlySet<number> = new Set([400, 404, 422]);

/** The context of an item, whichever door it came through. */
export class SourcedItem implements ItemContext {
	readonly annotations: IDataObject = {};
	readonly timeZone: string;
	requestsSent = 0;
	/** The first one has written nothing when it is refused. */
	private writesSent = 0;
	private readonly hints: Array<() => Promise<string>> = [];

	constructor(private readonly source: ItemSource) {
		this.timeZone = source.parameters.timeZone;
	}

	get input(): ItemParameters['input'] {
		return this.source.parameters.input;
	}

	get appUrl(): string | undefined {
		return this.source.client.appUrl;
	}

	get tenant(): string {
		return this.source.client.limiterKey;
	}

	param(name: string, fallback?: unknown): unknown {
		return this.source.parameters.param(name, fallback);
	}

	async send(request: ServiceRequest): Promise<ServiceResponse> {
		return await send(this.clientFor(request), request, this.beforeSending);
	}

	async trySend(request: ServiceRequest): Promise<SendResult> {
		return await trySend(this.clientFor(request), request, this.beforeSending);
	}

	apiError(response: ServiceResponse, request: ServiceRequest): VitallyError {
		return apiError(response, request, this.source.client);
	}

	async lock<T>(key: string, task: () => Promise<T>): Promise<T> {
		return await runExclusive(`${this.tenant} ${key}`, task);
	}

	async withFreshRead<T>(task: (update: LockedUpdate) => Promise<T>): Promise<T> {
		return await withOptimisticLock(
			async (update) =>
				await task(async (key, ...rest) => await update(`${this.tenant} ${key}`, ...rest)),
		);
	}

	async lookUpOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
		const { lookUps } = this.source;
		// A credential that holds expressions may name another tenant for each item.
		const key = `${this.tenant} ${name}`;
		const found = (lookUps.get(key) as Promise<T> | undefined) ?? read();
		lookUps.set(key, found);
		// What is not there stays so for the run; after another error, a later item may have more luck.
		found.catch((error: unknown) => {
			const isMissing = error instanceof VitallyError && error.facts.status === 404;
			if (!isMissing) lookUps.delete(key);
		});
		return await found;
	}

	async wait(ms: number): Promise<void> {
		await wait(ms, this.source.client.signal);
	}

	annotate(fields: IDataObject): void {
		Object.assign(this.annotations, fields);
	}

	ifRefused(more: () => Promise<string>): void {
		this.hints.push(more);
	}

	/** The error that ends the item, with what further reads find out as long as it has written nothing. */
	async explained(error: unknown): Promise<unknown> {
		if (!(error instanceof VitallyError) || this.writesSent > 1) return error;
		const { more, ...facts } = error.facts;
		if (!NAMES_MISSED.has(facts.status ?? 0)) return error;
		for (const find of more ? [more] : this.hints) {
			const text = await find();
			if (text) return new VitallyError(error.message, `${text}${error.description}`, facts);
		}
		return error;
	}

	identity(): Identity {
		return this.source.identity();
	}

	/** The only place that knows which requests may leave. */
	private clientFor(request: ServiceRequest): Client {
		const { client, requestOptions } = this.source;
		if (request.method !== 'GET' && isDryRun(this)) {
			this.source.previewed?.();
			throw new DryRunPreview(request, client.baseUrl);
		}
		if (request.method !== 'GET' && client.isReadOnly) throw readOnlyError();
		if (request.method !== 'GET') this.writesSent++;
		const options = { ...client.options, ...requestOptions };
		return { ...client, options, maxWaitMs: maxWaitOf(this) };
	}

	private readonly beforeSending = (): void => {
		if (this.requestsSent === 0) this.source.assertRunning();
		this.requestsSent++;
	};
}

function readOnlyError(): VitallyError {
	return new VitallyError(
		'The credential is read-only, so nothing was written',
		"Choose a credential that may write, or turn 'Read Only' off in this one.",
	);
}

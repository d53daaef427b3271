import { randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { isOutcomeUnknown, unknownOutcomeError } from '../errors/unknownOutcome';
import { isMissingError, VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from '../fields/itemParameters';
import { readDryRunField, readDryRunOption } from '../fields/writeOptions';
import { assertWritable } from '../transport/auth';
import type { Client, RequestOptions, ServiceRequest, ServiceResponse } from '../transport/client';
import { apiError } from '../transport/errors/apiErrors';
import { mayBeSaved } from '../transport/errors/responseError';
import { wait } from '../transport/limits/wait';
import { send } from '../transport/send';
import { jsonValue } from '../values/json/json';
import {
	keyInWorkspace,
	mapRecords,
	runExclusive,
	withRecordLock,
	type LockedUpdate,
} from './concurrency';
import type { ItemContext, ItemKey, Operation } from './operation';
import type { ResolvedParameters } from './parameters/parameters';
import { readNameColumns } from './recordNames';

/** What `runItems` and `runRoutedItem` provide. */
interface ItemContextOptions {
	parameters: ResolvedParameters;
	client: Client;
	requestOptions: RequestOptions;
	/** The look-ups of the run, by API key and name. */
	cache: Map<string, Promise<unknown>>;
	/** Whether the operation processes all items together. */
	isTable: boolean;
	isTool: boolean;
	/** Throws when the run has stopped. It is called before each request until the item has written. */
	assertRunning?(): void;
	/** Receives the label of a field that is not sent, because it is empty. */
	notSent?: ItemParameters['notSent'];
	hint?: ItemParameters['hint'];
	itemKey: ItemContext['itemKey'];
	assertWholeTable: ItemContext['assertWholeTable'];
}

export class ExecutionItem implements ItemContext {
	private readonly annotations: IDataObject = {};
	/** The request that would follow the one of a dry run, see `announce`. */
	private nextRequest: ServiceRequest | undefined;
	readonly timeZone: string;
	readonly input: ItemParameters['input'];
	readonly isTool: boolean;
	readonly appUrl: string | undefined;
	readonly appHost: string | undefined;
	readonly rateLimitKey: string;
	readonly workspace: string;
	requestsSent = 0;
	private hasWritten = false;
	/** Whether a request of this item may have changed something. */
	private mayBeSaved = false;

	constructor(private readonly options: ItemContextOptions) {
		const { parameters, client } = options;

		this.timeZone = parameters.timeZone;
		this.input = parameters.input;
		this.isTool = options.isTool;
		this.appUrl = client.appUrl;
		this.appHost = client.appHost;
		this.rateLimitKey = client.rateLimitKey;
		this.workspace = client.workspace;
	}

	/**
	 * Runs an operation on the item.
	 *
	 * @returns the records of the operation, or the preview of a dry run, both with the annotations
	 */
	async run(operation: Operation): Promise<IDataObject[]> {
		const run = this.sayIfSaved(async () => await operation(this));
		const records = await run.catch(async (error: unknown) => {
			if (!(error instanceof DryRunPreview)) throw error;

			return [await this.previewOf(error.request)];
		});
		if (Object.keys(this.annotations).length === 0) return records;

		return await mapRecords(records, (record) => ({ ...record, ...this.annotations }));
	}

	async sayIfSaved<T>(task: () => Promise<T>): Promise<T> {
		try {
			return await task();
		} catch (error) {
			throw this.mayBeSaved ? unknownOutcomeError(error) : error;
		}
	}

	param(name: string, fallback?: unknown): unknown {
		return this.options.parameters.param(name, fallback);
	}

	notSent(label: string): void {
		this.options.notSent?.(label);
	}

	hint(text: string): void {
		this.options.hint?.(text);
	}

	isExpression(name: string): boolean {
		return this.options.parameters.isExpression(name);
	}

	async send(request: ServiceRequest): Promise<ServiceResponse> {
		this.assertFinite(request.body);
		this.assertMaySend(request);

		const { client, requestOptions } = this.options;
		const isWrite = request.method !== 'GET';

		const beforeSending = () => {
			// An item that has begun to write is completed.
			if (!this.hasWritten) this.options.assertRunning?.();

			this.hasWritten ||= isWrite;
			this.requestsSent++;
		};

		const sending = send({ ...client, options: requestOptions }, request, beforeSending);
		const response = await sending.catch((error: unknown) => {
			this.mayBeSaved ||= isOutcomeUnknown(error);

			throw error;
		});

		this.mayBeSaved ||= mayBeSaved(request, response.outcome);

		return response;
	}

	apiError(response: ServiceResponse): VitallyError {
		return apiError(response, this.options.client);
	}

	async lock<T>(key: string, task: () => Promise<T>): Promise<T> {
		return await runExclusive(keyInWorkspace(this, key), task);
	}

	async withRecordLock<T>(task: (update: LockedUpdate) => Promise<T>): Promise<T> {
		return await withRecordLock(
			async (update) =>
				await task(async (key, ...rest) => await update(keyInWorkspace(this, key), ...rest)),
		);
	}

	async oncePerRun<T>(name: string, read: () => Promise<T>): Promise<T> {
		const { cache } = this.options;
		// A credential with expressions may have another key for each item, which may see less.
		const key = `${this.rateLimitKey} ${name}`;
		const known = cache.get(key) as Promise<T> | undefined;
		if (known) return await known;

		const found = read();

		cache.set(key, found);

		// A missing record counts as missing for the run; after another error, a later item tries again.
		found.catch((error: unknown) => {
			if (!isMissingError(error)) cache.delete(key);
		});

		return await found;
	}

	async wait(ms: number): Promise<void> {
		await wait(ms, this.options.client.signal);
	}

	announce(request: ServiceRequest): void {
		this.nextRequest = request;
	}

	annotate(fields: IDataObject): void {
		Object.assign(this.annotations, fields);
	}

	itemKey(): ItemKey {
		return this.options.itemKey();
	}

	assertWholeTable(): void {
		this.options.assertWholeTable();
	}

	/** Returns the output of a dry run: names first, because the editor's table shows the first columns. */
	private async previewOf(request: ServiceRequest): Promise<IDataObject> {
		const { baseUrl } = this.options.client;
		const { method, url, ...content } = describeRequest(request, baseUrl);
		const names = await readNameColumns(this, content.body);
		const preview: IDataObject = { ...names, ...content, dryRun: true, method, url };
		if (this.nextRequest) preview.nextRequest = describeRequest(this.nextRequest, baseUrl);

		return preview;
	}

	/** @throws DryRunPreview or VitallyError for a write that must not be sent */
	private assertMaySend(request: ServiceRequest): void {
		const { client } = this.options;
		// The switch is read for each request: without a value, it ends the item before anything is sent.
		const isDryRun = this.options.isTable ? readDryRunField(this) : readDryRunOption(this);
		if (isDryRun && request.method !== 'GET') throw new DryRunPreview(request);

		assertWritable(client.credentials, request.method);
	}

	/** @throws VitallyError for a number that JSON writes as null, which would clear a field */
	private assertFinite(body: unknown, path: string[] = []): void {
		const value = jsonValue(body);

		if (typeof value === 'number' && !Number.isFinite(value)) {
			const place = this.options.client.labelOf?.(path) ?? path.join('.');

			throw new VitallyError(
				`The number in ${place} cannot be sent`,
				'Check what the expression returns: the number is too large, or a value of the calculation is missing.',
			);
		}

		if (typeof value !== 'object' || value === null) return;

		for (const [key, inner] of Object.entries(value)) this.assertFinite(inner, [...path, key]);
	}
}

/** Is thrown in place of sending a write, and has the request for the output. */
class DryRunPreview extends Error {
	/** @param request would have been sent */
	constructor(readonly request: ServiceRequest) {
		super('Nothing is sent in a dry run');
	}
}

/** Returns what a person needs to know of a request; body and query only where it has them. */
function describeRequest(
	{ method, path, query = {}, body }: ServiceRequest,
	baseUrl: string,
): IDataObject {
	const description: IDataObject = { method, url: `${baseUrl}${path}` };
	if (body !== undefined) description.body = body;
	if (Object.keys(query).length > 0) description.query = query;

	return description;
}

/**
 * Returns what identifies a run of a node. It is the same when n8n retries the node within the execution, and another one
 * for each call where there is no execution, such as that of a tool of the MCP Server Trigger.
 */
export function readRunKey(context: IExecuteFunctions | IExecuteSingleFunctions): ItemKey {
	return [
		context.getInstanceId(),
		context.getWorkflow().id,
		(context.getExecutionId() as string | undefined) ?? randomUUID(),
		context.getNode().id,
		context.getWorkflowDataProxy(0).$runIndex as number,
	];
}

import type { IDataObject } from 'n8n-workflow';

import type { HintText } from '../errors/shownText';
import type { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from '../fields/itemParameters';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { LockedUpdate } from './concurrency';

/** Identifies an item: n8n, workflow, execution, node, run and index; or a call of a tool. */
export type ItemKey = Array<string | number | undefined>;

/** What an operation has of its item: the parameters, and access to the service. */
export interface ItemContext extends ItemParameters {
	/**
	 * Sends one request. In a dry run a request that would write ends the item with its preview.
	 *
	 * @returns a response with a status below 300, or one that the request handles itself
	 * @throws VitallyError for every other response, and when there is none; see `send`
	 */
	send(request: ServiceRequest): Promise<ServiceResponse>;
	/** Runs a task; what it throws says where the item may have changed something before. */
	sayIfSaved<T>(task: () => Promise<T>): Promise<T>;
	/** Returns the error for a response that the operation handles itself but cannot use. */
	apiError(response: ServiceResponse): VitallyError;
	/**
	 * Runs a task while no other item of this process runs one with the same key in the same workspace, whatever its
	 * API key.
	 *
	 * @param key is what the tasks have in common, for example the path of a record
	 */
	lock<T>(key: string, task: () => Promise<T>): Promise<T>;
	/**
	 * Runs a task that reads a record and then changes it, without a change by another item in between. See
	 * `KeyedMutex.withRecordLock`.
	 */
	withRecordLock<T>(task: (update: LockedUpdate) => Promise<T>): Promise<T>;
	/**
	 * Looks up a value once per name, API key and run of the node: another key may see other records.
	 *
	 * @param name identifies the value and its type, for example the path of the request
	 */
	oncePerRun<T>(name: string, read: () => Promise<T>): Promise<T>;
	/** Waits, and ends at once when the execution is canceled. */
	wait(ms: number): Promise<void>;
	/** Tells which request follows the next write: the preview of a dry run shows it under `nextRequest`. */
	announce(request: ServiceRequest): void;
	/** Adds fields to the output of the item: to its records, or to the preview of a dry run. */
	annotate(fields: IDataObject): void;
	/**
	 * Returns a key that no other item and no other call of a tool has. It is the same when n8n retries the item of a
	 * workflow within its execution.
	 */
	itemKey(): ItemKey;
	/** See `assertWholeTable`: for what depends on the rows that a table does not have. */
	assertWholeTable(): void;
	/** The address of the workspace, if it is known: `https://acme.vitally.io`. */
	readonly appUrl?: string;
	/** Identifies API key and address, by which requests share a rate limit and see the same records. */
	readonly rateLimitKey: string;
	/** Identifies the workspace, whatever the API key: what writes to one record has to be told apart by this alone. */
	readonly workspace: string;
	/** How many requests have been sent for the item, repeated ones included. */
	readonly requestsSent: number;
}

/**
 * Executes one item. An operation reads parameters and builds the request without waiting, so that writes to one
 * record keep the order of the items.
 *
 * @returns the records of the output items
 * @throws VitallyError
 */
export type Operation = (item: ItemContext) => Promise<IDataObject[]>;

/** Stores the records of an item, or why there are none. */
export type Settle = (item: ItemContext, result: IDataObject[] | Error) => Promise<void>;

/** An operation that processes several items with each request. */
export interface BatchOperation {
	/** The maximum number of items in a batch. */
	size: number;
	/** Whether the run is executed in batches, which the first item decides. */
	isWanted(parameters: ItemParameters): boolean;
	/**
	 * @param settle is called as soon as the result of an item is known, so that nothing is sent after an error that
	 * stops the run
	 * @param runItem executes one item alone
	 */
	run(items: ItemContext[], settle: Settle, runItem: Operation): Promise<void>;
}

/** An item of a table, or the error why it cannot be opened. */
export type TableRow = { index: number; item: ItemContext } | { index: number; error: unknown };

/** All items of a run, for an operation that processes them together. */
export interface Table {
	readonly size: number;
	/** Returns the items in their order, and opens each when it is requested. */
	rows(): AsyncIterable<TableRow>;
	/**
	 * What the operation keeps, by index, of rows that it has written, or may have. n8n's Retry On Fail runs the whole table
	 * again, and the next try begins with these: it returns the results of such rows as they were, and does nothing else
	 * with them.
	 */
	readonly earlier: Map<number, unknown>;
	/** Is aborted when the execution is stopped. */
	readonly signal?: AbortSignal;
	/** Adds a line above the node's output. */
	hint(text: HintText): void;
}

/** What a table returns. */
export interface TableOutcome {
	/** The output item for all rows, which is linked to each of them. */
	summary?: IDataObject;
	/**
	 * The results of single rows, by the index of their item. Where the node continues on errors, a row
	 * with an error becomes an error item.
	 */
	rows: Map<number, { json?: IDataObject; error?: unknown }>;
	/** Output items that belong to no row. */
	unpaired?: IDataObject[];
	/** The error that ends the run where the node stops on errors. Without an index it is that of the whole table. */
	error?: { cause: unknown; index?: number };
}

export type TableOperation = (table: Table) => Promise<TableOutcome>;

import type { IDataObject } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from '../fields/itemParameters';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { SendResult } from '../transport/send';
import type { ItemKey } from './itemKey';
import type { LockedUpdate } from './lock';

/** What an operation can use of n8n and of the service for its item. */
export interface ItemContext extends ItemParameters {
	/**
	 * Sends one request. In a dry run a request that would write ends the item with its preview.
	 *
	 * @returns an answer below 300, or one of the statuses that the request handles itself
	 * @throws VitallyError for every other answer, and when none came; see `send`
	 */
	send(request: ServiceRequest): Promise<ServiceResponse>;
	/** As `send`, but a write that may have been carried out without an answer is no error. */
	trySend(request: ServiceRequest): Promise<SendResult>;
	/** The error for an answer that the operation handled itself but cannot use. */
	apiError(response: ServiceResponse, request: ServiceRequest): VitallyError;
	/**
	 * Runs a task while no other item of this process runs one with the same key in the same workspace.
	 *
	 * @param key what the tasks have in common, for example the path of a record
	 */
	lock<T>(key: string, task: () => Promise<T>): Promise<T>;
	/**
	 * Lets a task read a record and then change what it read, with no other item in between; see
	 * `KeyedMutex.withOptimisticLock`.
	 */
	withOptimisticLock<T>(task: (update: LockedUpdate) => Promise<T>): Promise<T>;
	/**
	 * Looks something up, such as an id, once per distinct name, workspace and run of the node.
	 *
	 * @param name what is looked up, for example the path of the read; one name has one type
	 */
	oncePerRun<T>(name: string, read: () => Promise<T>): Promise<T>;
	/** Waits, and ends at once when the execution is canceled. */
	wait(ms: number): Promise<void>;
	/** Adds fields to the output of the item: to its records, or to the preview of a dry run. */
	annotate(fields: IDataObject): void;
	/** Identifies the item: the same when n8n retries it within its execution, different for all others. */
	itemKey(): ItemKey;
	/** Represents key and address, without containing the key. */
	readonly workspaceKey: string;
	/** How many requests have been sent for the item, repeated ones included. */
	readonly requestsSent: number;
}

/**
 * What is done with one item. Reads parameters and builds the request without waiting, so that writes
 * to one record keep the order of the items.
 *
 * @returns the records that become items
 * @throws VitallyError
 */
export type Operation = (item: ItemContext) => Promise<IDataObject[]>;

/** How an operation carries out several items together. */
export interface BatchOperation {
	/** Most items in one batch. */
	size: number;
	/** Whether the run is executed in batches; the first item decides. */
	isWanted(parameters: ItemParameters): boolean;
	/** @returns the result of each item, in their order */
	run(items: ItemContext[]): Promise<Array<PromiseSettledResult<IDataObject[]>>>;
}

/** An item of a table, or why it could not be opened. */
export type TableRow = { index: number; item: ItemContext } | { index: number; error: unknown };

/** All items of a run as one table. */
export interface Table {
	/** How many items there are. */
	readonly size: number;
	/** The items in their order, each opened when it is requested. */
	rows(): AsyncIterable<TableRow>;
	/**
	 * To be called before the requests of a row: yields to the event loop, and waits where n8n's
	 * Batching has a pause.
	 *
	 * @throws VitallyError when the execution is canceled
	 */
	turn(): Promise<void>;
	/** Writes a line to n8n's log. */
	log(text: string): void;
	/** Adds a line above the node's output. */
	hint(text: string): void;
}

/** The result of a table. */
export interface TableOutcome {
	/** An item for all rows, linked to each of them. */
	summary?: IDataObject;
	/**
	 * The results of single rows, by the index of their item. Where the node continues on errors, a row
	 * with an error becomes an error item.
	 */
	rows: Map<number, { json?: IDataObject; error?: unknown }>;
	/** Ends the run where the node stops on errors. */
	error?: { cause: unknown; index: number };
}

/** How an operation carries out all items of a run together. */
export interface TableOperation {
	run(table: Table): Promise<TableOutcome>;
}

import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import type { VitallyError } from '../errors/vitallyError';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { LockedUpdate } from '../transport/lock';
import type { SendResult } from '../transport/send';
import type { Identity } from './identity';

/** All that an operation has of n8n and of the service for its item. */
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
	 * Runs a task while no other item of this process runs one with the same key on the same tenant.
	 *
	 * @param key what the tasks have in common, for example the path of a record
	 */
	lock<T>(key: string, task: () => Promise<T>): Promise<T>;
	/**
	 * Lets a task read a record and then change what it read, with no other item in between; see
	 * `KeyedMutex.withOptimisticLock`.
	 */
	withFreshRead<T>(task: (update: LockedUpdate) => Promise<T>): Promise<T>;
	/**
	 * Looks something up, such as an id, once per distinct name, tenant and run of the node.
	 *
	 * @param name what is looked up, for example the path of the read; one name has one type
	 */
	lookUpOnce<T>(name: string, read: () => Promise<T>): Promise<T>;
	/** Waits, and ends at once when the execution is canceled. */
	wait(ms: number): Promise<void>;
	/** Adds fields to whatever comes out of the item, be it records or the preview of a dry run. */
	annotate(fields: IDataObject): void;
	/**
	 * Has the error text of a request that the service refuses say more, if that ends the item before it has
	 * written anything.
	 *
	 * @param more reads what stands in front of the description; gives an empty text for nothing, never fails
	 */
	ifRefused(more: () => Promise<string>): void;
	/** Names the item: the same when n8n tries it again within its execution, different for all others. */
	identity(): Identity;
	/** Stands for key and address, without holding the key. */
	readonly tenant: string;
	/** How many requests have left for the item, repeated ones included. */
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
	/** Whether the run shall go in batches; asked of its first item. */
	isWanted(parameters: ItemParameters): boolean;
	/** @returns what became of each item, in their order */
	run(items: ItemContext[]): Promise<Array<PromiseSettledResult<IDataObject[]>>>;
}

/** An item of a table, or why it could not be opened. */
export type TableRow = { index: number; item: ItemContext } | { index: number; error: unknown };

/** All items of a run as one table. */
export interface Table {
	/** How many items there are. */
	readonly size: number;
	/** The items in their order, each opened when it is asked for. */
	rows(): AsyncIterable<TableRow>;
	/**
	 * To be called before the requests of a row: lets others have n8n's process, and waits where n8n's
	 * Batching has a pause.
	 *
	 * @throws VitallyError when the execution is canceled
	 */
	turn(): Promise<void>;
	/** Writes a line to n8n's log. */
	log(text: string): void;
	/** Shows a line above the node's output. */
	hint(text: string): void;
}

/** What became of a table. */
export interface TableOutcome {
	/** An item for all rows, linked to each of them. */
	summary?: IDataObject;
	/**
	 * What became of single rows, by the index of their item. Where the node continues on errors, an
	 * item of the error stands for a row that has one.
	 */
	rows: Map<number, { json?: IDataObject; error?: unknown }>;
	/** Ends the run where the node stops on errors. */
	error?: { cause: unknown; index: number };
}

/** How an operation carries out all items of a run together. */
export interface TableOperation {
	run(table: Table): Promise<TableOutcome>;
}

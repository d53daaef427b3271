import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, type RecordList } from './recordList';

export interface ExistingRecord {
	/** The Vitally ID. */
	id: string;
	/** The whole record, where a single read found it. */
	record?: IDataObject;
}

/**
 * The record with an external ID, looked up right before it is changed or created: by a single read where
 * the service has one, else in the index of the run. Neither may contain what this process has created since.
 *
 * @throws VitallyError when several records have the external ID
 */
export async function findExisting(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const record = list.read
		? await readByExternalId(item, list, externalId)
		: await (await recordIndexOf(item, list)).find(item, externalId);
	if (record) return { id: String(record.id), ...(list.read && { record }) };
	return await findCreated(item, list, externalId);
}

/**
 * The record that this process created with an external ID, unless it is gone or has another one since. Only
 * where there is one, a request reads it.
 *
 * @returns without the record where the service's search does not find it yet
 */
export async function findCreated(
	item: ItemContext,
	list: RecordList,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const key = creationKey(item, list.path, externalId);
	const created = createdRecords.recall(key);
	if (!created) return undefined;
	const { id, isRecent } = created;
	const record = await list.readById(item, id);
	if (record?.externalId === externalId) return { id, record };
	if (!record && list.externalIds?.lookup === 'search' && isRecent) return { id };
	createdRecords.forget(key);
	return undefined;
}

/** Two runs that create the same records from both ends of a table meet within these. */
const MAX_REMEMBERED = 100_000;
const REMEMBERED_MS = 2 * 60 * 60_000;

/** Longer than a search of the service lags behind. */
const RECENT_MS = 10 * 60_000;

/**
 * The Vitally IDs of records that this process created: a run may have read the list before, and the
 * service's search may lag behind.
 */
export class CreatedRecords {
	/** The oldest first. */
	private readonly records = new Map<string, { id: string; createdAtMs: number }>();
	private readonly keyOfId = new Map<string, string>();

	/** @param now a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	get size(): number {
		return this.records.size;
	}

	remember(key: string, id: string): void {
		this.forget(key);
		this.records.set(key, { id, createdAtMs: this.now() });
		this.keyOfId.set(id, key);
		for (const [oldest, { createdAtMs }] of this.records) {
			if (!this.isOlder(createdAtMs, REMEMBERED_MS) && this.size <= MAX_REMEMBERED) return;
			this.forget(oldest);
		}
	}

	/** @returns `undefined` for a record that was not created by this process, or too long ago */
	recall(key: string): { id: string; isRecent: boolean } | undefined {
		const record = this.records.get(key);
		if (!record || this.isOlder(record.createdAtMs, REMEMBERED_MS)) return undefined;
		return { id: record.id, isRecent: !this.isOlder(record.createdAtMs, RECENT_MS) };
	}

	forget(key: string): void {
		const record = this.records.get(key);
		this.records.delete(key);
		if (record) this.keyOfId.delete(record.id);
	}

	forgetId(id: string): void {
		const key = this.keyOfId.get(id);
		if (key !== undefined) this.forget(key);
	}

	private isOlder(createdAtMs: number, ms: number): boolean {
		return this.now() - createdAtMs >= ms;
	}
}

/** Shared by all runs of the process. */
const createdRecords = new CreatedRecords(() => performance.now());

/** @param path of the list */
export function rememberCreated(
	item: ItemContext,
	path: string,
	externalId: string,
	{ id }: IDataObject,
): void {
	if (typeof id === 'string') createdRecords.remember(creationKey(item, path, externalId), id);
}

/** For a record that no longer exists. */
export function forgetCreated(item: ItemContext, path: string, externalId: string): void {
	createdRecords.forget(creationKey(item, path, externalId));
}

export function forgetCreatedId(id: string): void {
	createdRecords.forgetId(id);
}

function creationKey({ workspaceKey }: ItemContext, path: string, externalId: string): string {
	return `${workspaceKey} ${path} ${externalId}`;
}

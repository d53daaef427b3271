import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, type RecordList } from './recordList';

/** A record that exists. */
export interface ExistingRecord {
	/** The Vitally ID. */
	id: string;
	/** The whole record, where a single read found it. */
	record?: IDataObject;
}

/**
 * The record with an external ID, looked up right before it is changed or created: by a single read where
 * the service has one, else in the index of the run. Where the service would create a second record, one
 * that this process created recently is found even if the service's search lags behind.
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
	const id = list.createsDuplicates && createdRecords.recall(keyOf(item, list.path, externalId));
	return id ? { id } : undefined;
}

const MAX_REMEMBERED = 10_000;

/** Longer than a search or a list of the service lags behind. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * The Vitally IDs of records that this process created recently: a run may have read the list before, and
 * the service's search may lag behind.
 */
export class CreatedRecords {
	/** The oldest first. */
	private readonly records = new Map<string, { id: string; createdAtMs: number }>();

	/** @param now a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	get size(): number {
		return this.records.size;
	}

	remember(key: string, id: string): void {
		this.records.delete(key);
		this.records.set(key, { id, createdAtMs: this.now() });
		for (const [oldest, { createdAtMs }] of this.records) {
			const isRecent = this.now() - createdAtMs < REMEMBERED_MS;
			if (isRecent && this.records.size <= MAX_REMEMBERED) return;
			this.records.delete(oldest);
		}
	}

	/** @returns `undefined` for a record that was not created by this process, or too long ago */
	recall(key: string): string | undefined {
		const record = this.records.get(key);
		return record && this.now() - record.createdAtMs < REMEMBERED_MS ? record.id : undefined;
	}

	forget(key: string): void {
		this.records.delete(key);
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
	if (typeof id === 'string') createdRecords.remember(keyOf(item, path, externalId), id);
}

/** For a record that no longer exists. */
export function forgetCreated(item: ItemContext, path: string, externalId: string): void {
	createdRecords.forget(keyOf(item, path, externalId));
}

function keyOf({ workspaceKey }: ItemContext, path: string, externalId: string): string {
	return `${workspaceKey} ${path} ${externalId}`;
}

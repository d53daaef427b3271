import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';

/** Two runs that create the same records from both ends of a table meet within these. */
const REMEMBERED_MS = 2 * 60 * 60_000;
const MAX_REMEMBERED = 40_000;

/** Longer than a search of the service lags behind. */
const RECENT_MS = 10 * 60_000;

interface CreatedRecord {
	key: string;
	id: string;
	createdAtMs: number;
}

/**
 * The Vitally IDs of records that this process created: a run may have read the list before, and the
 * service's search may lag behind.
 */
export class CreatedRecords {
	/** By key and by Vitally ID; when there is half of what is remembered, the older ones are dropped as a whole. */
	private newer = new Map<string, CreatedRecord>();
	private older = new Map<string, CreatedRecord>();

	/** @param now a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	get size(): number {
		return (this.newer.size + this.older.size) / 2;
	}

	remember(key: string, id: string): void {
		this.forget(key);
		if (this.newer.size >= MAX_REMEMBERED) {
			[this.older, this.newer] = [this.newer, new Map<string, CreatedRecord>()];
		}
		const record = { key, id, createdAtMs: this.now() };
		this.newer.set(key, record).set(id, record);
	}

	/** @returns `undefined` for a record that was not created by this process, or too long ago */
	recall(key: string): { id: string; isRecent: boolean } | undefined {
		const record = this.newer.get(key) ?? this.older.get(key);
		if (!record || this.ageOf(record) >= REMEMBERED_MS) return undefined;
		return { id: record.id, isRecent: this.ageOf(record) < RECENT_MS };
	}

	forget(keyOrId: string): void {
		for (const records of [this.newer, this.older]) {
			const { key = '', id = '' } = records.get(keyOrId) ?? {};
			records.delete(key);
			records.delete(id);
		}
	}

	private ageOf({ createdAtMs }: CreatedRecord): number {
		return this.now() - createdAtMs;
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

export function recallCreated(
	item: ItemContext,
	path: string,
	externalId: string,
): { id: string; isRecent: boolean } | undefined {
	return createdRecords.recall(creationKey(item, path, externalId));
}

export function forgetCreated(item: ItemContext, path: string, externalId: string): void {
	createdRecords.forget(creationKey(item, path, externalId));
}

export function forgetCreatedId(id: string): void {
	createdRecords.forget(id);
}

function creationKey({ workspaceKey }: ItemContext, path: string, externalId: string): string {
	return `${workspaceKey} ${path} ${externalId}`;
}

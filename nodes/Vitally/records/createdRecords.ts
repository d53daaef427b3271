import type { ItemContext } from '../execution/operation';

/** As many creations are remembered at most. */
const MAX_REMEMBERED = 10_000;

/** A search or a list of the service lags behind by less. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * The Vitally IDs of records that this process created a moment ago: a run that looks for one of them may
 * have read the list before, and the service's search may lag behind.
 */
export class CreatedRecords {
	/** The oldest first. */
	private readonly records = new Map<string, { id: string; createdAtMs: number }>();

	/** @param now a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	/** How many are remembered. */
	get size(): number {
		return this.records.size;
	}

	remember(key: string, id: string): void {
		this.records.delete(key);
		this.records.set(key, { id, createdAtMs: this.now() });
		for (const [oldest, { createdAtMs }] of this.records) {
			const isNeeded =
				this.records.size <= MAX_REMEMBERED && this.now() - createdAtMs < REMEMBERED_MS;
			if (isNeeded) return;
			this.records.delete(oldest);
		}
	}

	/** @returns `undefined` for a record that was not created here, or too long ago */
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
	item: Pick<ItemContext, 'workspaceKey'>,
	path: string,
	{ id, externalId }: { id?: unknown; externalId: string },
): void {
	if (typeof id === 'string') createdRecords.remember(keyOf(item, path, externalId), id);
}

/** The Vitally ID of a record with an external ID that this process created a moment ago. */
export function recallCreated(
	item: Pick<ItemContext, 'workspaceKey'>,
	path: string,
	externalId: string,
): string | undefined {
	return createdRecords.recall(keyOf(item, path, externalId));
}

/** To be called for a record that turns out to be gone. */
export function forgetCreated(
	item: Pick<ItemContext, 'workspaceKey'>,
	path: string,
	externalId: string,
): void {
	createdRecords.forget(keyOf(item, path, externalId));
}

function keyOf(
	{ workspaceKey }: Pick<ItemContext, 'workspaceKey'>,
	path: string,
	externalId: string,
): string {
	return `${workspaceKey} ${path} ${externalId}`;
}

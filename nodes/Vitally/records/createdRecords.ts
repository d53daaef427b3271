import type { ItemContext } from '../execution/operation';

/** Two runs that create the same records from both ends of a table meet within these. */
const REMEMBERED_MS = 2 * 60 * 60_000;
const MAX_REMEMBERED = 40_000;

/** A longer time than a search of the service lags behind. */
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
	/** The records by key and by Vitally ID, the oldest first. Of too many, the older half is dropped as a whole. */
	private readonly records = new Map<string, CreatedRecord>();

	/** @param now is a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	remember(key: string, id: string): void {
		this.forget(key);

		if (this.records.size >= 2 * MAX_REMEMBERED) {
			const older = [...this.records.keys()].slice(0, MAX_REMEMBERED);

			for (const keyOrId of older) this.records.delete(keyOrId);
		}

		const record = { key, id, createdAtMs: this.now() };

		this.records.set(key, record).set(id, record);
	}

	/** Returns `undefined` for a record that was not created by this process, or too long ago. */
	recall(key: string): { id: string; isRecent: boolean } | undefined {
		const record = this.records.get(key);
		if (!record || this.ageOf(record) >= REMEMBERED_MS) return undefined;

		return { id: record.id, isRecent: this.ageOf(record) < RECENT_MS };
	}

	forget(keyOrId: string): void {
		const { key, id } = this.records.get(keyOrId) ?? { key: '', id: '' };

		this.records.delete(key);
		this.records.delete(id);
	}

	private ageOf({ createdAtMs }: CreatedRecord): number {
		return this.now() - createdAtMs;
	}
}

/** Shared by all runs of the process. */
export const createdRecords = new CreatedRecords(() => performance.now());

/**
 * Returns what identifies a record for `CreatedRecords`.
 *
 * @param path is that of the list
 */
export function creationKey(
	{ workspaceKey }: ItemContext,
	path: string,
	externalId: string,
): string {
	return `${workspaceKey} ${path} ${externalId}`;
}

import type { ItemContext } from '../../execution/operation';

/** Two runs that create the same records from both ends of a table meet within these. */
const REMEMBERED_MS = 2 * 60 * 60_000;
const MAX_REMEMBERED = 40_000;

/** A longer time than a search of the service lags behind. */
const RECENT_MS = 10 * 60_000;

/** A record that this process created. */
interface Creation {
	id: string;
	/**
	 * Stands for the API key. Another key may not see the record, or may belong to another workspace of the same
	 * host.
	 */
	rateLimitKey: string;
}

interface RememberedRecord extends Creation {
	key: string;
	createdAtMs: number;
}

/**
 * The Vitally IDs of records that this process created: a run may have read the list before, and the
 * service's search may lag behind.
 */
export class CreatedRecords {
	/** The records by Vitally ID, the oldest first. Of too many, the older half is dropped. */
	private readonly byId = new Map<string, RememberedRecord>();
	/** The records that were created with one key, the oldest first. */
	private readonly byKey = new Map<string, RememberedRecord[]>();

	/** @param now is a clock in milliseconds */
	constructor(private readonly now: () => number) {}

	remember(key: string, { id, rateLimitKey }: Creation): void {
		this.forget(id);

		if (this.byId.size >= MAX_REMEMBERED) {
			const older = [...this.byId.keys()].slice(0, MAX_REMEMBERED / 2);

			for (const olderId of older) this.forget(olderId);
		}

		const record = { key, id, rateLimitKey, createdAtMs: this.now() };

		this.byId.set(id, record);
		this.byKey.set(key, [...(this.byKey.get(key) ?? []), record]);
	}

	/** Returns the records that this process created with a key, and not too long ago, the newest first. */
	recall(key: string): Array<Creation & { isRecent: boolean }> {
		const records = this.byKey.get(key) ?? [];
		const remembered = records.filter((record) => this.ageOf(record) < REMEMBERED_MS);

		return remembered.reverse().map((record) => ({
			id: record.id,
			rateLimitKey: record.rateLimitKey,
			isRecent: this.ageOf(record) < RECENT_MS,
		}));
	}

	/** @param id is the Vitally ID of a record that is gone, or has another external ID */
	forget(id: string): void {
		const record = this.byId.get(id);
		if (!record) return;

		this.byId.delete(id);
		const others = this.byKey.get(record.key)?.filter((other) => other !== record) ?? [];

		if (others.length > 0) this.byKey.set(record.key, others);
		else this.byKey.delete(record.key);
	}

	private ageOf({ createdAtMs }: RememberedRecord): number {
		return this.now() - createdAtMs;
	}
}

/** Shared by all runs of the process. */
export const createdRecords = new CreatedRecords(() => performance.now());

/**
 * Returns the key of a record in `CreatedRecords`.
 *
 * @param path is that of the list
 */
export function creationKey(
	{ workspace }: Pick<ItemContext, 'workspace'>,
	path: string,
	externalId: string,
): string {
	return `${workspace} ${path} ${externalId}`;
}

import { parseTimestamp } from './record';
import type { RecordVersion, StoreState } from './types';

/** Characters of all values as JSON: 100,000 accounts with a watched number need about 4.8 million. */
export const MAX_STORE_SIZE = 10_000_000;

/** Quotes, colon and comma around an entry. */
const ENTRY_FRAME = 6;

/** The values of each record that the next polls compare with, in a limited size. */
export class RecordStore {
	/** Whether a value was not stored because of the limit. */
	isFull = false;
	status: StoreState['status'];
	/** See `StoreState`. */
	since: number | undefined;
	private size: number;
	private opened: Map<string, string> | undefined;

	constructor(private readonly stored: StoreState = { size: 0, values: {}, status: 'pending' }) {
		this.size = stored.size;
		this.status = stored.status;
		this.since = stored.since;
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The values of ${this.values.size} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`,
		];
	}

	get(id: string): unknown {
		const text = this.values.get(id);
		return text === undefined ? undefined : (JSON.parse(text) as unknown);
	}

	/** @returns false when the value exceeds the limit; the record is then unknown */
	keep(id: string, value: unknown): boolean {
		const text = JSON.stringify(value);
		const before = this.values.get(id);
		const without = this.size - (before === undefined ? 0 : sizeOf(id, before));
		const size = without + sizeOf(id, text);
		if (size > this.size && size > MAX_STORE_SIZE) {
			this.isFull = true;
			this.size = without;
			this.values.delete(id);
			return false;
		}
		this.size = size;
		this.values.set(id, text);
		return true;
	}

	/** Whether the state of an unknown record may be from before the feed started. */
	isOld(happenedMs: number): boolean {
		return this.status !== 'complete' && happenedMs <= (this.since ?? 0);
	}

	/** Whether a record was created after the feed started. */
	isLater({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? 0) > (this.since ?? Infinity);
	}

	saved(): StoreState {
		const { size, since, status } = this;
		const values = this.opened ? Object.fromEntries(this.opened) : this.stored.values;
		return { size, values, status, ...(since !== undefined && { since }) };
	}

	/** Created on first use, so that an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.values));
		return this.opened;
	}
}

function sizeOf(id: string, text: string): number {
	return id.length + text.length + ENTRY_FRAME;
}

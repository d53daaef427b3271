import { VitallyError } from '../../errors/vitallyError';
import { parseTimestamp } from '../../values/recordValues';
import type { RecordVersion, StoreState } from './types';

/** Characters of all values as JSON: 100,000 accounts with a watched number need about 4.8 million. */
export const MAX_STORE_SIZE = 10_000_000;

/** The same with full list readings: n8n writes the state to its database at every poll. */
const MAX_FULL_LIST_STORE_SIZE = 1_000_000;

/** Quotes and commas around an entry. */
const ENTRY_FRAME = 6;

/** What a store does with a value for which it has no room. */
export type WhenFull =
	/** Does not store it: its record is unknown. */
	| { action: 'stopStoring' }
	/** Leaves out the records that meet no condition; `unmet` is the value that stands for each of them. */
	| { action: 'leaveOutUnmet'; unmet: unknown[] }
	/** Throws, because every record has to be known. */
	| { action: 'fail' };

/** The values of each record that the next polls compare with, in a limited size. */
export class RecordStore {
	/** Whether a value was not stored because of the limit. */
	isFull = false;
	status: StoreState['status'];
	/** Records that were created after this are new, in ms since 1970; see `StoreState`. */
	since: number | undefined;
	private size: number;
	private readonly maxSize: number;
	/** Whether the records that meet no condition are left out. */
	private isCompact: boolean;
	/** The values by ID as JSON; undefined before they are used. */
	private opened: Map<string, string> | undefined;

	constructor(
		private readonly whenFull: WhenFull,
		private readonly stored: StoreState = { size: 0, values: [], status: 'pending' },
	) {
		this.size = stored.size;
		this.status = stored.status;
		this.since = stored.since;
		this.isCompact = stored.isCompact === true;
		this.maxSize = whenFull.action === 'stopStoring' ? MAX_STORE_SIZE : MAX_FULL_LIST_STORE_SIZE;
	}

	get notices(): string[] {
		if (!this.isFull) return [];

		return [
			`The values of ${this.values.size} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`,
		];
	}

	/** The stored value of a record; undefined: unknown. */
	get(version: RecordVersion): unknown {
		const text = this.values.get(version.id);
		if (text !== undefined) return JSON.parse(text) as unknown;

		const { whenFull } = this;
		if (whenFull.action !== 'leaveOutUnmet' || this.status !== 'complete') return undefined;

		return this.leavesOut(version) ? whenFull.unmet : undefined;
	}

	/**
	 * Stores the value of a record, or leaves it out if the value that stands for it says the same.
	 *
	 * @returns false when the value exceeds the limit; the record is then unknown
	 * @throws VitallyError where every record has to be known, and even the values that are needed are too many
	 */
	keep(version: RecordVersion, value: unknown): boolean {
		const { id } = version;

		if (this.leavesOut(version) && meetsNone(value)) {
			this.delete(id);

			return true;
		}

		const text = JSON.stringify(value);
		const size = this.sizeWithout(id) + sizeOf(id, text);

		// A store that is too large already, by an earlier limit, may shrink.
		if (size <= this.size || size <= this.maxSize) {
			this.values.set(id, text);
			this.size = size;

			return true;
		}

		if (this.whenFull.action === 'stopStoring') {
			this.isFull = true;
			this.delete(id);

			return false;
		}

		this.makeRoom();

		// Ends, because the second time there is nothing more to leave out, which is an error.
		return this.keep(version, value);
	}

	/** Whether the state of an unknown record may be from before the feed started. */
	isOld(happenedMs: number): boolean {
		return this.status !== 'complete' && happenedMs <= (this.since ?? 0);
	}

	/** From now on, a record that is created later is new. A compact store has no other way to show it. */
	noteAllRead(watermark: number): void {
		if (this.since === undefined || this.isCompact) this.since = watermark;
	}

	/** Whether a record was created after `since`. */
	isCreatedLater({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? 0) > (this.since ?? Infinity);
	}

	saved(): StoreState {
		const { size, since, status } = this;
		const values = this.opened ? flatEntries(this.opened) : this.stored.values;

		return { size, values, status, since, isCompact: this.isCompact ? true : undefined };
	}

	/**
	 * Whether nothing is stored of a record that meets no condition. One that was created since the last poll is
	 * stored: it may not have been read before, whatever its value is.
	 */
	private leavesOut(version: RecordVersion): boolean {
		return this.isCompact && !this.isCreatedLater(version);
	}

	/**
	 * Leaves out the records that meet no condition, also those that were new when they were read.
	 *
	 * @throws VitallyError when there is none
	 */
	private makeRoom(): void {
		if (this.whenFull.action !== 'leaveOutUnmet') throw tooLargeError();

		const { size } = this;

		this.isCompact = true;

		for (const [id, text] of this.values) {
			if (meetsNone(JSON.parse(text))) this.delete(id);
		}

		if (this.size === size) throw tooLargeError();
	}

	private delete(id: string): void {
		this.size = this.sizeWithout(id);
		this.values.delete(id);
	}

	private sizeWithout(id: string): number {
		const text = this.values.get(id);

		return text === undefined ? this.size : this.size - sizeOf(id, text);
	}

	/** Created on first use, so that an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= entriesOf(this.stored.values);

		return this.opened;
	}
}

/** A map of a list that contains each key, followed by its value. */
function entriesOf(list: readonly string[]): Map<string, string> {
	const values = new Map<string, string>();

	for (let i = 0; i < list.length; i += 2) values.set(list[i], list[i + 1]);

	return values;
}

/** Each key, followed by its value; without a list for each, which would cost more than the rest of a poll. */
function flatEntries(values: ReadonlyMap<string, string>): string[] {
	const list: string[] = [];

	for (const [id, text] of values) list.push(id, text);

	return list;
}

/** Whether a stored value is that of a record that meets no condition. */
function meetsNone(value: unknown): boolean {
	return (value as Array<[isMet: unknown]>).every(([isMet]) => isMet === false);
}

/** The characters that a value needs in the state. */
function sizeOf(id: string, text: string): number {
	return id.length + text.length + ENTRY_FRAME;
}

function tooLargeError(): VitallyError {
	return new VitallyError(
		"The values of all records need more than the 1 MB that n8n should store, so 'All Records' cannot be checked",
		"Choose an account or organization in 'From', so that fewer records are read, or set 'Check' to 'Updated Records'.",
		{ failure: { cause: 'configuration-invalid' } },
	);
}

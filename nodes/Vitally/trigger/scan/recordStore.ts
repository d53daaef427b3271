import { VitallyError } from '../../errors/vitallyError';
import { jsonByteLength } from '../../values/byteLimits';
import { parseTimestamp } from '../../values/recordValues';
import { digest } from './detectors/fieldDetector';
import { Listing } from './listing';
import type { RecordVersion, StoreState } from './types';

/** The most bytes of all values, as n8n stores them. With the seen versions, the state is 10 MB at most. */
export const MAX_STORE_SIZE = 7_000_000;

/** The most bytes with full list readings: at every poll, n8n writes the state of at most 1 MB to its database. */
const MAX_FULL_LIST_STORE_SIZE = 800_000;

/** The length of a key of 48 bits. Two of 100,000 records have the same key with a probability of 1 to 50,000. */
const KEY_LENGTH = 8;

const EACH_KEY = new RegExp(`.{${KEY_LENGTH}}`, 'g');

/** Stands for the blank value in memory. */
const BLANK = '';

/** The number of quotes around a text in JSON. */
const QUOTES = 2;

/** What a store does with a value for which it has no room. */
export type WhenFull =
	/** Does not store it: its record is unknown. `blank` is the value of records that full list readings stored as blank. */
	| { action: 'stopStoring'; blank?: unknown }
	/** Leaves out some records. */
	| ({ action: 'leaveOut' } & LeftOut)
	/** Throws, because every record has to be known. */
	| { action: 'fail' };

/** Decides which records are left out of the store, and which of the others need only their key. */
export interface LeftOut {
	/** Whether nothing needs to be known of a record with this value. */
	isNothing: (value: unknown) => boolean;
	/** The value that such a record has for later polls. */
	standIn: unknown;
	/** The value of a record that has none; its record takes 8 bytes. */
	blank?: unknown;
}

/** A store in memory. */
interface OpenStore {
	/** The values as JSON. */
	values: Map<string, string>;
	/** Which of the values the lists show. */
	listing: Listing;
	/** Whether keys may be digests. */
	hasDigests: boolean;
}

/** The values of each record that the next polls compare with, in a limited size. */
export class RecordStore {
	/** Whether a value was not stored because of the limit. */
	isFull = false;
	status: StoreState['status'];
	/** Records that were created after this are new, in ms since 1970; see `StoreState`. */
	since: number | undefined;
	private size: number;
	private readonly maxSize: number;
	/** Whether records of which nothing needs to be known are left out. */
	private isCompact: boolean;
	private lastKey = { id: '', key: '' };
	/** Undefined before it is used. */
	private opened: OpenStore | undefined;

	/** @param otherBytes that are stored beside the values */
	constructor(
		private readonly whenFull: WhenFull,
		private readonly stored: StoreState = { size: 0, values: [], status: 'pending' },
		otherBytes = 0,
	) {
		const maxSize = whenFull.action === 'stopStoring' ? MAX_STORE_SIZE : MAX_FULL_LIST_STORE_SIZE;

		this.size = stored.size;
		this.status = stored.status;
		this.since = stored.since;
		this.isCompact = stored.isCompact === true;
		this.maxSize = maxSize - otherBytes;
	}

	get notices(): string[] {
		if (!this.isFull) return [];

		return [
			`The values of ${this.open.values.size} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`,
		];
	}

	/** Returns the stored value of a record, or undefined if it is unknown. */
	get(version: RecordVersion): unknown {
		const text = this.open.values.get(this.keyOf(version));
		if (text !== undefined) return this.valueOf(text);

		const { whenFull } = this;
		if (whenFull.action !== 'leaveOut' || this.status !== 'complete') return undefined;

		return this.leavesOut(version) ? whenFull.standIn : undefined;
	}

	/**
	 * Stores the value of a record, or leaves it out if the value that stands for it says the same.
	 *
	 * @returns false when the value exceeds the limit; the record is then unknown
	 * @throws VitallyError where every record has to be known, and even the values that are needed are too many
	 */
	keep(version: RecordVersion, value: unknown): boolean {
		const key = this.keyOf(version);

		if (this.leavesOut(version) && this.isNothing(value)) {
			this.delete(key);

			return true;
		}

		const json = JSON.stringify(value);
		const isBlank = this.whenFull.action === 'leaveOut' && json === this.blank;
		const text = isBlank ? BLANK : json;
		const size = this.sizeWithout(key) + sizeOf(key, text);

		// A store that is too large already, by an earlier limit, may shrink.
		if (size <= this.size || size <= this.maxSize) {
			this.open.values.set(key, text);
			this.size = size;

			return true;
		}

		if (this.whenFull.action === 'stopStoring') {
			this.isFull = true;
			this.delete(key);

			return false;
		}

		this.makeRoom();

		// Without enough room, the second time throws, because there is nothing more to leave out.
		return this.keep(version, value);
	}

	/** Whether the state of an unknown record may be from before the feed started. */
	isOld(happenedMs: number): boolean {
		return this.status !== 'complete' && happenedMs <= (this.since ?? 0);
	}

	/**
	 * Notes that all records were read, so a record that is created later is new. A compact store has no other
	 * way to show it.
	 */
	noteAllRead(watermark: number): void {
		if (this.since === undefined || this.isCompact) this.since = watermark;
	}

	/** Whether a record was created after `since`. */
	isCreatedLater({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? 0) > (this.since ?? Infinity);
	}

	/** Whether a record was certainly not created after `since`. */
	isCreatedBefore({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? Infinity) <= (this.since ?? 0);
	}

	/** Notes that a reading of the whole list begins. */
	beginListing(): void {
		this.open.listing.begin(this.open.values.keys());
	}

	/** Notes that a list shows the record, which is therefore not deleted. */
	noteListed(version: RecordVersion): void {
		this.open.listing.note(this.keyOf(version));
	}

	/** Notes that the reading has ended: every record of the list is known, and the deleted ones are forgotten. */
	endListing(): void {
		for (const key of this.open.listing.end()) this.delete(key);
		if (!this.isFull) this.status = 'complete';
	}

	saved(): StoreState {
		const { since, status } = this;
		const isCompact = this.isCompact ? true : undefined;
		if (!this.opened) return { ...this.stored, status, since, isCompact };

		const { values, listing } = this.opened;
		const keys = [...values.keys()];
		const blanks = listing.arrange(keys.filter((key) => values.get(key) === BLANK));
		const others = listing.arrange(keys.filter((key) => values.get(key) !== BLANK));

		return {
			size: this.size,
			values: flatEntries(values, others.keys),
			missing: others.missing,
			unlisted: others.unlisted,
			blank: blanks.keys.length > 0 ? { ...blanks, keys: blanks.keys.join('') } : undefined,
			status,
			since,
			isCompact,
		};
	}

	/**
	 * Whether the record is left out if nothing needs to be known of its value. A record that was created since the
	 * last poll is stored with any value, because it may not have been read before.
	 */
	private leavesOut(version: RecordVersion): boolean {
		return this.isCompact && !this.isCreatedLater(version);
	}

	private valueOf(text: string): unknown {
		return JSON.parse(text === BLANK ? String(this.blank) : text) as unknown;
	}

	/** The blank value as JSON, or undefined without one. */
	private get blank(): string | undefined {
		return this.whenFull.action === 'fail' ? undefined : JSON.stringify(this.whenFull.blank);
	}

	private isNothing(value: unknown): boolean {
		return this.whenFull.action === 'leaveOut' && this.whenFull.isNothing(value);
	}

	/**
	 * Leaves out the records of which nothing needs to be known, also those that were new when they were read.
	 *
	 * @throws VitallyError when there is none
	 */
	private makeRoom(): void {
		const { size } = this;

		for (const [key, text] of this.open.values) {
			if (this.isNothing(this.valueOf(text))) this.delete(key);
		}

		this.isCompact = true;
		if (this.size === size) throw tooLargeError();
	}

	/**
	 * Returns what stands for a record in the store. With full list readings, it is a digest of the ID, which takes
	 * less room, and which a record keeps when there are none any more.
	 */
	private keyOf({ id }: RecordVersion): string {
		if (this.whenFull.action !== 'stopStoring') return this.digestOf(id);

		const { hasDigests, values } = this.open;
		const hasDigest = hasDigests && values.has(this.digestOf(id));

		return hasDigest ? this.digestOf(id) : id;
	}

	private digestOf(id: string): string {
		// A record is looked up several times in a row.
		if (this.lastKey.id !== id) this.lastKey = { id, key: digestKey(id) };

		return this.lastKey.key;
	}

	private delete(key: string): void {
		const { values, listing } = this.open;

		this.size = this.sizeWithout(key);
		values.delete(key);
		listing.note(key);
	}

	private sizeWithout(key: string): number {
		const text = this.open.values.get(key);

		return text === undefined ? this.size : this.size - sizeOf(key, text);
	}

	/** The opened store. It is created on first use, so that an idle poll does not copy 100,000 entries. */
	private get open(): OpenStore {
		if (this.opened) return this.opened;

		const stored = this.whenFull.action === 'stopStoring' ? this.stored : byDigest(this.stored);

		this.size = stored.size;
		this.opened = openStored(stored);

		return this.opened;
	}
}

/** Returns a store with digests in place of the IDs that it has from a time without full list readings. */
function byDigest(stored: StoreState): StoreState {
	const hasDigest = (text: string, index: number) => index % 2 === 1 || isDigest(text);
	// Each key is followed by its value.
	if (stored.values.every(hasDigest)) return stored;

	const entries = [...entriesOf(stored.values)];
	const values = new Map(
		entries.map(([key, text]) => [isDigest(key) ? key : digestKey(key), text]),
	);
	const size = [...values].reduce((sum, [key, text]) => sum + sizeOf(key, text), 0);

	return { ...stored, size, values: flatEntries(values, [...values.keys()]) };
}

/** IDs of the service are longer. */
function isDigest(key: string): boolean {
	return key.length === KEY_LENGTH;
}

function digestKey(id: string): string {
	return digest(id).slice(0, KEY_LENGTH);
}

function openStored(stored: StoreState): OpenStore {
	const values = entriesOf(stored.values);
	const keys = [...values.keys()];
	const blanks = stored.blank?.keys.match(EACH_KEY) ?? [];
	const hasDigests = blanks.length > 0 || keys.some(isDigest);
	const listing = new Listing();

	listing.add(keys, stored);

	for (const key of blanks) values.set(key, BLANK);
	if (stored.blank) listing.add(blanks, stored.blank);

	return { values, listing, hasDigests };
}

/** Returns the map of a list that contains each key, followed by its value. */
function entriesOf(list: readonly string[]): Map<string, string> {
	const values = new Map<string, string>();

	for (let i = 0; i < list.length; i += 2) values.set(list[i], list[i + 1]);

	return values;
}

/** Returns each key followed by its value, in one list: a list for each would cost more than the rest of a poll. */
function flatEntries(values: ReadonlyMap<string, string>, keys: readonly string[]): string[] {
	const list: string[] = [];

	for (const key of keys) list.push(key, values.get(key) as string);

	return list;
}

function sizeOf(key: string, text: string): number {
	return text === BLANK ? key.length : storedBytes(key) + storedBytes(text);
}

/** The bytes of a value and a comma in n8n's database, where the state is a text within JSON. */
export function storedBytes(value: unknown): number {
	return jsonByteLength(`${JSON.stringify(value)},`) - QUOTES;
}

function tooLargeError(): VitallyError {
	return new VitallyError(
		'The values of all records need more than the 1 MB that n8n should store, so they cannot all be compared',
		"Set 'Compare' to the updated records, which every poll reads. If the event has 'From', you can also choose an account or organization there, so that the trigger reads fewer records.",
		{ failure: { cause: 'configuration-invalid' } },
	);
}

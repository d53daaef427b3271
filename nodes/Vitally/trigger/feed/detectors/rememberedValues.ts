import { parseTimestamp, type RecordVersion } from '../record';
import type { WatchedValues } from '../state';

/** 100,000 accounts with a watched number take about 4.8 million. */
export const WATCHED_VALUES_LIMIT = 10_000_000;

/** Quotes, colon and comma around an entry. */
const ENTRY_FRAME = 6;

/** What detectors compare with: a compact text for each record. */
export class RememberedValues {
	/** No room is left for further records, or for longer values. */
	isFull = false;
	private size: number;
	private since: number | undefined;
	private opened: Map<string, string> | undefined;

	constructor(private readonly stored: WatchedValues = { size: 0, values: {} }) {
		this.size = stored.size;
		this.since = stored.since;
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The watched values of ${this.values.size} records are all that fit into its memory. Events of other records say previousUnknown.`,
		];
	}

	get(id: string): string | undefined {
		return this.values.get(id);
	}

	/** A value for which no room is left is forgotten: the next event of the record says so. */
	keep(id: string, after: string): void {
		const before = this.values.get(id);
		const without = this.size - (before === undefined ? 0 : sizeOf(id, before));
		const size = without + sizeOf(id, after);
		if (size > this.size && size > WATCHED_VALUES_LIMIT) {
			this.isFull = true;
			this.size = without;
			this.values.delete(id);
			return;
		}
		this.size = size;
		this.values.set(id, after);
	}

	/** Of all records. */
	texts(): string[] {
		return [...this.values.values()];
	}

	/** As `DetectorSnapshot` has it; a list that is empty tells no time. */
	startedAt(timeMs: number): void {
		if (timeMs > 0) this.since = timeMs;
	}

	/** Whether the record was like that when the feed started, as far as this is known. */
	isOld({ timeMs }: RecordVersion): boolean {
		return timeMs !== undefined && this.since !== undefined && timeMs <= this.since;
	}

	/** Whether the record was created after the feed started. */
	isNew({ record }: RecordVersion): boolean {
		const createdMs = parseTimestamp(record.createdAt) ?? 0;
		return createdMs > (this.since ?? Infinity);
	}

	saved(): WatchedValues {
		const { size, since } = this;
		return {
			...this.stored,
			...(this.opened && { size, values: Object.fromEntries(this.opened) }),
			...(since !== undefined && { since }),
		};
	}

	/** Opened only when a record is looked at: an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.values));
		return this.opened;
	}
}

function sizeOf(id: string, value: string): number {
	return id.length + value.length + ENTRY_FRAME;
}

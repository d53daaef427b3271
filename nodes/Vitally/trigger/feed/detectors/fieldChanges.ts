import { isUntouched, versionKey, type RecordVersion } from '../record';
import type { WatchedValues } from '../state';
import type { ChangeDetector, DetectorSnapshot, FeedEvent } from './detector';
import { difference, watchedText } from './watchedFields';

/** 100,000 accounts with a watched number take about 4.8 million. */
export const WATCHED_VALUES_LIMIT = 10_000_000;

/** Quotes, colon and comma around an entry. */
const ENTRY_FRAME = 6;

/** Updated events with watched fields: fires when one of them differs from what is remembered. */
export class FieldChangeDetector implements ChangeDetector, DetectorSnapshot {
	readonly snapshot = this;
	isFull = false;
	private size: number;
	private opened: Map<string, string> | undefined;

	constructor(
		private readonly paths: readonly string[],
		private readonly stored: WatchedValues = { size: 0, values: {} },
	) {
		this.size = stored.size;
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The watched values of ${this.values.size} records are all that is kept. Events of further records say previousUnknown.`,
		];
	}

	detect(version: RecordVersion): FeedEvent | null {
		const before = this.values.get(version.id);
		const after = watchedText(version.record, this.paths);
		this.keep(version.id, after);
		if (before === after) return null;
		if (before === undefined) return isUntouched(version) ? null : this.unknown(version);
		const { changedKeys, previous, incomplete } = difference(before, after, this.paths);
		return {
			key: versionKey(version),
			record: version.record,
			changedKeys,
			previous,
			...(incomplete && { previousUnknown: true }),
		};
	}

	detectInitial(version: RecordVersion): FeedEvent {
		this.observeInitial(version);
		return this.unknown(version);
	}

	observeInitial({ id, record }: RecordVersion): void {
		if (!this.values.has(id)) this.keep(id, watchedText(record, this.paths));
	}

	saved(): { watchedValues: WatchedValues } {
		if (!this.opened) return { watchedValues: this.stored };
		return { watchedValues: { size: this.size, values: Object.fromEntries(this.opened) } };
	}

	private unknown(version: RecordVersion): FeedEvent {
		return {
			key: versionKey(version),
			record: version.record,
			changedKeys: [],
			previous: {},
			previousUnknown: true,
		};
	}

	/** Opened only when a record is looked at: an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.values));
		return this.opened;
	}

	private keep(id: string, after: string): void {
		const before = this.values.get(id);
		const growth =
			before === undefined ? id.length + after.length + ENTRY_FRAME : after.length - before.length;
		if (before === undefined && this.size + growth > WATCHED_VALUES_LIMIT) {
			this.isFull = true;
			return;
		}
		this.size += growth;
		this.values.set(id, after);
	}
}

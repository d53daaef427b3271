import { isUntouched, versionKey, type RecordVersion } from '../record';
import type { WatchedValues } from '../state';
import type { ChangeDetector, DetectorSnapshot, FeedEvent } from './detector';
import { RememberedValues } from './rememberedValues';
import { difference, watchedText } from './watchedFields';

/** Updated events with watched fields: fires when one of them differs from what is remembered. */
export class FieldChangeDetector implements ChangeDetector, DetectorSnapshot {
	readonly snapshot = this;
	private readonly values: RememberedValues;

	constructor(
		private readonly paths: readonly string[],
		stored?: WatchedValues,
	) {
		this.values = new RememberedValues(stored);
	}

	get isFull(): boolean {
		return this.values.isFull;
	}

	get notices(): string[] {
		return this.values.notices;
	}

	detect(version: RecordVersion): FeedEvent | null {
		const before = this.values.get(version.id);
		const after = watchedText(version.record, this.paths);
		this.values.keep(version.id, after);
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
		if (this.values.get(id) === undefined) this.values.keep(id, watchedText(record, this.paths));
	}

	saved(): { watchedValues: WatchedValues } {
		return { watchedValues: this.values.saved() };
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
}

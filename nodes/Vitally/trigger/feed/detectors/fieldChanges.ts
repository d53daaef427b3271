import { isUntouched, versionKey, type RecordVersion } from '../record';
import type { WatchedValues } from '../state';
import { ComparingDetector } from './comparing';
import type { FeedEvent } from './detector';
import { difference, watchedText } from './watchedFields';

/** Updated events with watched fields: fires when one of them differs from what is remembered. */
export class FieldChangeDetector extends ComparingDetector {
	constructor(
		private readonly paths: readonly string[],
		stored?: WatchedValues,
	) {
		super(stored);
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

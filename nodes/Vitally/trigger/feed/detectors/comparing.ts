import type { RecordVersion } from '../record';
import type { DetectorState, WatchedValues } from '../state';
import type { ChangeDetector, DetectorSnapshot, FeedEvent } from './detector';
import { RememberedValues } from './rememberedValues';

/** A detector that compares a record with what it remembers of it. */
export abstract class ComparingDetector implements ChangeDetector, DetectorSnapshot {
	readonly snapshot = this;
	protected readonly values: RememberedValues;

	constructor(stored?: WatchedValues) {
		this.values = new RememberedValues(stored);
	}

	abstract detect(version: RecordVersion): FeedEvent | null;
	abstract detectInitial(version: RecordVersion): FeedEvent | null;
	abstract observeInitial(version: RecordVersion): void;

	get isFull(): boolean {
		return this.values.isFull;
	}

	get notices(): string[] {
		return this.values.notices;
	}

	saved(): DetectorState {
		return { watchedValues: this.values.saved() };
	}
}

import { isUntouched, versionKey, type RecordVersion } from '../record';
import type { ChangeDetector, FeedEvent } from './detector';

/** Created and updated events without watched fields: every unread version counts. */
export class VersionDetector implements ChangeDetector {
	constructor(private readonly isCreation: boolean) {}

	detect(version: RecordVersion): FeedEvent | null {
		return !this.isCreation && isUntouched(version) ? null : this.detectInitial(version);
	}

	detectInitial(version: RecordVersion): FeedEvent {
		return { key: this.isCreation ? version.id : versionKey(version), record: version.record };
	}
}

import { comparesValues, conditionsOf, watchedPaths } from './config';
import { conditionDetector } from './detectors/conditionDetector';
import { fieldDetector } from './detectors/fieldDetector';
import { SegmentDetector } from './detectors/segmentDetector';
import {
	fingerprintDetector,
	transitionDetector,
	versionDetector,
} from './detectors/versionDetectors';
import { isNew } from './record';
import { RecordStore } from './recordStore';
import type { Detector, FeedConfig, FeedEvent, RecordVersion, StoreState } from './types';

/** Decides which versions are events, and remembers what the next polls compare with. */
export class ChangeDetection {
	readonly store: RecordStore;
	private readonly detector: Detector<unknown>;
	private readonly segments: SegmentDetector | undefined;
	private readonly remembers: boolean;
	private withoutTime = 0;

	/** @param isUntimed the records have no timestamps */
	constructor(
		private readonly config: FeedConfig,
		stored?: StoreState,
		isUntimed = false,
	) {
		const { segments, transitionField } = config.feed;
		this.store = new RecordStore(stored);
		this.segments = segments && new SegmentDetector(config, stored?.names);
		this.detector = this.segments ?? detectorFor(config, isUntimed);
		this.remembers = isUntimed || transitionField !== undefined || comparesValues(config);
	}

	get notices(): string[] {
		const { transitionField } = this.config.feed;
		const left = `${this.withoutTime} records of the list have no readable ${transitionField} and were left out.`;
		return [
			...(this.withoutTime ? [left] : []),
			...this.store.notices,
			...(this.segments?.notices ?? []),
		];
	}

	/** Remembers a version without an event. */
	observe(version: RecordVersion): void {
		if (!this.remembers) return;
		const before = this.store.get(version.id);
		this.remember(version, this.detector.detect(before, version).remembered);
	}

	/** The event of a record of the first run. */
	initialEvent(version: RecordVersion): FeedEvent | undefined {
		return this.detector.detect(undefined, version).event;
	}

	/** Call this with the oldest version first. */
	detect(version: RecordVersion): FeedEvent | undefined {
		const { store, detector } = this;
		const known = this.remembers ? store.get(version.id) : undefined;
		const before = known ?? (store.isLater(version) ? detector.unborn : undefined);
		const isSilent = known === undefined && (this.isCreation(version) || this.isOld(version));
		const { remembered, event } = detector.detect(before, version);
		this.remember(version, remembered);
		return isSilent ? undefined : event;
	}

	/** @returns undefined when no values are remembered */
	saved(): StoreState | undefined {
		if (!this.remembers) return undefined;
		const names = this.segments?.savedNames;
		return { ...this.store.saved(), ...(names && { names }) };
	}

	/** A creation is not an update, but a new record enters its first segments. */
	private isCreation(version: RecordVersion): boolean {
		const { changeKind, segments } = this.config.feed;
		return changeKind === 'updated' && !segments && isNew(version);
	}

	private isOld(version: RecordVersion): boolean {
		return this.remembers && this.store.isOld(this.happenedMs(version));
	}

	/** The earlier time, because a churn date may be in the future. */
	private happenedMs({ record, timeMs }: RecordVersion): number {
		return Math.min(timeMs, this.detector.happenedMs?.(record) ?? Infinity);
	}

	private remember(version: RecordVersion, value: unknown): void {
		const { store } = this;
		const { transitionField, query } = this.config.feed;
		if (value === undefined && transitionField && query) this.withoutTime++;
		if (!this.remembers || value === undefined || store.keep(version.id, value)) return;
		// From here on, an unknown record need not be a new one.
		store.status = 'pending';
		// Else every later edit of a record that could not be stored would repeat its transition.
		if (this.detector.happenedMs) {
			store.since = Math.max(store.since ?? 0, this.happenedMs(version));
		}
	}
}

function detectorFor(config: FeedConfig, isUntimed: boolean): Detector<unknown> {
	const { changeKind, transitionField } = config.feed;
	const conditions = conditionsOf(config);
	const paths = watchedPaths(config);
	if (transitionField) return transitionDetector(transitionField);
	if (conditions.length) return conditionDetector(conditions);
	if (paths.length) return fieldDetector(paths);
	return isUntimed
		? fingerprintDetector(changeKind === 'created')
		: versionDetector(changeKind === 'created');
}

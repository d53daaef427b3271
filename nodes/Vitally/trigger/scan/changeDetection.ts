import { parseTimestamp, type NamedSegment } from '../../values/recordValues';
import { comparesValues, isThreshold } from './config';
import { answerDetector } from './detectors/answerDetector';
import { conditionDetector, unmetThresholds } from './detectors/conditionDetector';
import { fieldDetector } from './detectors/fieldDetector';
import { segmentDetector, WITHOUT_SEGMENTS } from './detectors/segmentDetector';
import {
	fingerprintDetector,
	presenceDetector,
	transitionDetector,
	versionDetector,
} from './detectors/versionDetectors';
import { RecordStore, storedBytes, type WhenFull } from './recordStore';
import type { Detector, FeedConfig, FeedEvent, RecordVersion, StoreState } from './types';

/** Decides which versions are events, and remembers what the next polls compare with. */
export class ChangeDetection {
	readonly store: RecordStore;
	private readonly detector: Detector<unknown>;
	/** The segments of all records, where they are watched. */
	private readonly names: NamedSegment[] | undefined;
	private withoutTime = 0;

	constructor(
		private readonly config: FeedConfig,
		stored?: StoreState,
	) {
		this.names = config.feed.segments && [...(stored?.names ?? [])];
		this.store = new RecordStore(whenFullOf(config), stored, storedBytes(this.names ?? []));
		this.detector = this.names ? segmentDetector(config, this.names) : detectorFor(config);
	}

	get notices(): string[] {
		const { transitionField } = this.config.feed;
		const { notices } = this.store;
		if (this.withoutTime === 0) return notices;

		return [
			`${this.withoutTime} records of the list have no readable ${transitionField} and were left out.`,
			...notices,
		];
	}

	/** Remembers a version without an event. */
	observe(version: RecordVersion): void {
		this.store.noteListed(version);

		const before = this.store.get(version);

		this.remember(version, this.detector.detect(before, version).remembered);
	}

	/** The event of a record that a first run emits, as if nothing were known of it. */
	initialEvent(version: RecordVersion): FeedEvent | undefined {
		return this.isWanted(version) ? this.detector.detect(undefined, version).event : undefined;
	}

	/** The event of a record as the editor shows it for a test. */
	exampleEvent(version: RecordVersion): FeedEvent | undefined {
		const { example } = this.detector;
		if (!example) return this.initialEvent(version);

		return this.isWanted(version) ? example(version) : undefined;
	}

	/** Whether a record belongs to what the trigger watches; nothing is remembered of another one. */
	isInScope({ record }: Pick<RecordVersion, 'record'>): boolean {
		return this.config.isInScope?.(record) ?? true;
	}

	/**
	 * Compares a version with what is remembered, and remembers it. Call this with the oldest version first.
	 *
	 * @returns the event, if the version is one
	 */
	detect(version: RecordVersion): FeedEvent | undefined {
		const { store, detector } = this;

		store.noteListed(version);

		const known = store.get(version);
		const before = known ?? (store.isCreatedLater(version) ? detector.unborn : undefined);
		const { remembered, event } = detector.detect(before, version);
		// A record that is known shows by itself whether it changed.
		const isSilent =
			known === undefined && (this.isHistory(version) || this.isEmptyCreation(version, remembered));

		this.remember(version, remembered);

		return isSilent || !this.isWanted(version) ? undefined : event;
	}

	/**
	 * Compares a record of a full list reading with what is remembered, whatever its times are. What is not known
	 * yet is remembered; a new record is left to the list of changes.
	 *
	 * @returns the event, if its values differ
	 */
	detectListed(version: RecordVersion): FeedEvent | undefined {
		const { store } = this;
		if (store.get(version) !== undefined) return this.detect(version);
		if (!store.isCreatedLater(version)) this.observe(version);

		return undefined;
	}

	/** @returns undefined when no values are remembered */
	saved(): StoreState | undefined {
		if (!comparesValues(this.config)) return undefined;

		const { names } = this;

		return names ? { ...this.store.saved(), names } : this.store.saved();
	}

	private isWanted({ record }: RecordVersion): boolean {
		return this.config.isWanted?.(record) ?? true;
	}

	/** Whether the values of an unknown record are no news. */
	private isHistory(version: RecordVersion): boolean {
		const { store, config } = this;
		if (this.isCreation(version) || store.isOld(this.happenedMs(version))) return true;

		// A record that moved while the first poll read the list may be unknown after it.
		if (config.feed.isReadWhole && store.isCreatedBefore(version)) return true;

		// The first full list reading is about to learn them.
		const isLearning = config.readsFullList === true && store.status !== 'complete';

		return isLearning && !store.isCreatedLater(version);
	}

	/** Whether a record that is new, although it was edited since, has none of the watched values. */
	private isEmptyCreation(version: RecordVersion, remembered: unknown): boolean {
		const { store, detector } = this;
		// Else a record may be unknown because there was no room for it.
		const isNew = store.status === 'complete' && store.isCreatedLater(version);

		return isNew && detector.isEmpty?.(remembered) === true;
	}

	/** A creation is not an update, but a new record enters its first segments, and may begin with a message. */
	private isCreation({ record, timeMs }: RecordVersion): boolean {
		const { changeKind, segments, onlyReplies } = this.config.feed;
		if (segments || onlyReplies) return false;

		return changeKind === 'updated' && parseTimestamp(record.createdAt) === timeMs;
	}

	/** The earlier time, because a churn date may be in the future. */
	private happenedMs({ record, timeMs }: RecordVersion): number {
		return Math.min(timeMs, this.detector.happenedMs?.(record) ?? Infinity);
	}

	private remember(version: RecordVersion, value: unknown): void {
		const { store } = this;
		const { transitionField, query } = this.config.feed;
		if (value === undefined && transitionField && query) this.withoutTime++;
		if (value === undefined || store.keep(version, value)) return;

		// From here on, an unknown record need not be a new one.
		store.status = 'pending';

		// Otherwise, every later edit of a record that could not be stored would repeat its transition.
		if (this.detector.happenedMs) {
			store.since = Math.max(store.since ?? 0, this.happenedMs(version));
		}
	}
}

/**
 * Decides what happens when the store is full. With full list readings every record has to be known: what is
 * unknown would be an event too late, or never.
 */
function whenFullOf({ readsFullList, conditions = [], feed }: FeedConfig): WhenFull {
	const areThresholds = conditions.length > 0 && conditions.every(isThreshold);
	// A record that meets no threshold is left out: nothing else need be known of it.
	const thresholds = areThresholds ? unmetThresholds(conditions) : undefined;
	if (!readsFullList) return { action: 'stopStoring', blank: thresholds?.blank };
	if (feed.segments) return { action: 'leaveOut', ...WITHOUT_SEGMENTS };
	if (thresholds) return { action: 'leaveOut', ...thresholds };

	return { action: 'fail' };
}

function detectorFor(config: FeedConfig): Detector<unknown> {
	const { changeKind, needsScore } = config.feed;
	const detector = recordDetectorFor(config);

	return needsScore ? answerDetector(detector, changeKind) : detector;
}

/** The detector of records that all count, not only those with a score. */
function recordDetectorFor(config: FeedConfig): Detector<unknown> {
	const { feed, watch = [], conditions = [] } = config;
	if (feed.transitionField) return transitionDetector(feed.transitionField);
	if (conditions.length > 0) return conditionDetector(conditions);
	if (watch.length > 0) return fieldDetector(watch);
	if (!feed.isReadWhole) return versionDetector;

	return feed.changeKind === 'created' ? presenceDetector : fingerprintDetector;
}

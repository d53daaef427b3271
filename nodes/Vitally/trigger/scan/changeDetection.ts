import { comparesValues } from './config';
import { answerDetector } from './detectors/answerDetector';
import { conditionDetector } from './detectors/conditionDetector';
import { fieldDetector } from './detectors/fieldDetector';
import { segmentDetector } from './detectors/segmentDetector';
import {
	fingerprintDetector,
	transitionDetector,
	versionDetector,
} from './detectors/versionDetectors';
import { isNew, parseTimestamp } from './record';
import type {
	Detector,
	FeedConfig,
	FeedEvent,
	NamedSegment,
	RecordVersion,
	StoreState,
} from './types';

/** Characters of all values as JSON: 100,000 accounts with a watched number need about 4.8 million. */
export const MAX_STORE_SIZE = 10_000_000;

/** Quotes, colon and comma around an entry. */
const ENTRY_FRAME = 6;

/** Decides which versions are events, and remembers what the next polls compare with. */
export class ChangeDetection {
	readonly store: RecordStore;
	private readonly detector: Detector<unknown>;
	/** The segments of all records, where they are watched. */
	private readonly names: NamedSegment[] | undefined;
	private readonly remembers: boolean;
	private withoutTime = 0;

	constructor(
		private readonly config: FeedConfig,
		stored?: StoreState,
	) {
		this.store = new RecordStore(stored);
		this.names = config.feed.segments && [...(stored?.names ?? [])];
		this.detector = this.names ? segmentDetector(config, this.names) : detectorFor(config);
		this.remembers = comparesValues(config);
	}

	get notices(): string[] {
		const { transitionField } = this.config.feed;
		const left = `${this.withoutTime} records of the list have no readable ${transitionField} and were left out.`;
		return [...(this.withoutTime ? [left] : []), ...this.store.notices];
	}

	/** Remembers a version without an event. */
	observe(version: RecordVersion): void {
		if (!this.remembers) return;
		const before = this.store.get(version.id);
		this.remember(version, this.detector.detect(before, version).remembered);
	}

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
		const { names } = this;
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

function detectorFor(config: FeedConfig): Detector<unknown> {
	const { feed, watch = [], conditions = [] } = config;
	const { changeKind, transitionField, isReadWhole, needsScore } = feed;
	const isCreation = changeKind === 'created';
	let detector: Detector<unknown> = isReadWhole
		? fingerprintDetector(isCreation)
		: versionDetector(isCreation);
	if (transitionField) detector = transitionDetector(transitionField);
	else if (conditions.length) detector = conditionDetector(conditions);
	else if (watch.length) detector = fieldDetector(watch);
	return needsScore ? answerDetector(detector, isCreation) : detector;
}

/** The values of each record that the next polls compare with, in a limited size. */
class RecordStore {
	/** Whether a value was not stored because of the limit. */
	isFull = false;
	status: StoreState['status'];
	since: number | undefined;
	private size: number;
	private opened: Map<string, string> | undefined;

	constructor(private readonly stored: StoreState = { size: 0, values: {}, status: 'pending' }) {
		this.size = stored.size;
		this.status = stored.status;
		this.since = stored.since;
	}

	get notices(): string[] {
		if (!this.isFull) return [];
		return [
			`The values of ${this.values.size} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`,
		];
	}

	get(id: string): unknown {
		const text = this.values.get(id);
		return text === undefined ? undefined : (JSON.parse(text) as unknown);
	}

	/** @returns false when the value exceeds the limit; the record is then unknown */
	keep(id: string, value: unknown): boolean {
		const text = JSON.stringify(value);
		const before = this.values.get(id);
		const without = this.size - (before === undefined ? 0 : sizeOf(id, before));
		const size = without + sizeOf(id, text);
		if (size > this.size && size > MAX_STORE_SIZE) {
			this.isFull = true;
			this.size = without;
			this.values.delete(id);
			return false;
		}
		this.size = size;
		this.values.set(id, text);
		return true;
	}

	/** Whether the state of an unknown record may be from before the feed started. */
	isOld(happenedMs: number): boolean {
		return this.status !== 'complete' && happenedMs <= (this.since ?? 0);
	}

	isLater({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? 0) > (this.since ?? Infinity);
	}

	saved(): StoreState {
		const { size, since, status } = this;
		const values = this.opened ? Object.fromEntries(this.opened) : this.stored.values;
		return { size, values, status, ...(since !== undefined && { since }) };
	}

	/** Created on first use, so that an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.values));
		return this.opened;
	}
}

function sizeOf(id: string, text: string): number {
	return id.length + text.length + ENTRY_FRAME;
}

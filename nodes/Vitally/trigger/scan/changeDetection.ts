import { VitallyError } from '../../errors/vitallyError';
import { comparesValues, isThreshold } from './config';
import { answerDetector } from './detectors/answerDetector';
import { conditionDetector } from './detectors/conditionDetector';
import { fieldDetector } from './detectors/fieldDetector';
import { segmentDetector } from './detectors/segmentDetector';
import {
	fingerprintDetector,
	transitionDetector,
	versionDetector,
} from './detectors/versionDetectors';
import { parseTimestamp } from './record';
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

/** The same where all records are read: n8n writes the state to its database at every poll. */
const MAX_ROUND_STORE_SIZE = 1_000_000;

/** Quotes and commas around an entry. */
const ENTRY_FRAME = 6;

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
		this.store = new RecordStore(stored, config.readsAll ? compactable(config) : undefined);
		this.names = config.feed.segments && [...(stored?.names ?? [])];
		this.detector = this.names ? segmentDetector(config, this.names) : detectorFor(config);
	}

	get notices(): string[] {
		const { transitionField } = this.config.feed;
		const left = `${this.withoutTime} records of the list have no readable ${transitionField} and were left out.`;

		return [...(this.withoutTime ? [left] : []), ...this.store.notices];
	}

	/** Remembers a version without an event. */
	observe(version: RecordVersion): void {
		const before = this.store.get(version);

		this.remember(version, this.detector.detect(before, version).remembered);
	}

	initialEvent(version: RecordVersion): FeedEvent | undefined {
		return this.detector.detect(undefined, version).event;
	}

	/** Call this with the oldest version first. */
	detect(version: RecordVersion): FeedEvent | undefined {
		const { store, detector } = this;
		const known = store.get(version);
		const before = known ?? (store.isLater(version) ? detector.unborn : undefined);
		const isOld = store.isOld(this.happenedMs(version));
		const isSilent = known === undefined && (this.isCreation(version) || isOld);
		const { remembered, event } = detector.detect(before, version);

		this.remember(version, remembered);

		return isSilent ? undefined : event;
	}

	/**
	 * The event of a record whose values differ from those that are remembered, whatever its times are. What is not
	 * known yet is remembered; a new record is left to its list.
	 */
	compare(version: RecordVersion): FeedEvent | undefined {
		const { store } = this;
		if (store.get(version) !== undefined) return this.detect(version);
		if (!store.isLater(version)) this.observe(version);

		return undefined;
	}

	/** @returns undefined when no values are remembered */
	saved(): StoreState | undefined {
		if (!comparesValues(this.config)) return undefined;

		const { names } = this;

		return { ...this.store.saved(), ...(names && { names }) };
	}

	/** A creation is not an update, but a new record enters its first segments. */
	private isCreation({ record, timeMs }: RecordVersion): boolean {
		const { changeKind, segments } = this.config.feed;

		return changeKind === 'updated' && !segments && parseTimestamp(record.createdAt) === timeMs;
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

		// Else every later edit of a record that could not be stored would repeat its transition.
		if (this.detector.happenedMs) {
			store.since = Math.max(store.since ?? 0, this.happenedMs(version));
		}
	}
}

/**
 * What is left out of a store that would be too large: of a single threshold, the records that do not meet it.
 *
 * @returns the value that stands for them; null where nothing can be left out
 */
function compactable({ conditions = [] }: FeedConfig): unknown[] | null {
	return conditions.length > 0 && conditions.every(isThreshold)
		? conditions.map(() => [false, null])
		: null;
}

function detectorFor(config: FeedConfig): Detector<unknown> {
	const { feed, watch = [], conditions = [] } = config;
	const { changeKind, transitionField, isReadWhole, needsScore } = feed;
	const isCreation = changeKind === 'created';
	let detector: Detector<unknown> = isReadWhole ? fingerprintDetector(isCreation) : versionDetector;
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
	private isCompact: boolean;

	/** @param others what stands for records that are left out, where all are read; see `compactable` */
	constructor(
		private readonly stored: StoreState = { size: 0, values: [], status: 'pending' },
		private readonly others?: unknown[] | null,
	) {
		this.size = stored.size;
		this.status = stored.status;
		this.since = stored.since;
		this.isCompact = stored.isCompact === true;
	}

	get notices(): string[] {
		if (!this.isFull) return [];

		return [
			`The values of ${this.values.size} records are all that can be stored. Events of other records have previousUnknown, or are left out where earlier values decide.`,
		];
	}

	get(version: RecordVersion): unknown {
		const text = this.values.get(version.id);
		if (text !== undefined) return JSON.parse(text) as unknown;

		return this.status === 'complete' && this.leavesOut(version) ? this.others : undefined;
	}

	/**
	 * @returns false when the value exceeds the limit; the record is then unknown
	 * @throws VitallyError where all records are read, and even the values that are needed are too many
	 */
	keep(version: RecordVersion, value: unknown): boolean {
		const { id } = version;
		const text = JSON.stringify(value);
		const before = this.values.get(id);
		const without = this.size - (before === undefined ? 0 : sizeOf(id, before));
		const size = without + sizeOf(id, text);
		const isLeftOut = this.leavesOut(version) && meetsNone(value);
		const isTooLarge = !isLeftOut && size > this.size && size > this.maxSize;

		if (isTooLarge && this.others !== undefined) {
			this.compact();

			return this.keep(version, value);
		}

		this.isFull ||= isTooLarge;
		if (isTooLarge || isLeftOut) this.values.delete(id);
		else this.values.set(id, text);

		this.size = isTooLarge || isLeftOut ? without : size;

		return !isTooLarge;
	}

	private get maxSize(): number {
		return this.others === undefined ? MAX_STORE_SIZE : MAX_ROUND_STORE_SIZE;
	}

	/** Values of records that were new when they were read may be left out later. */
	private compact(): void {
		const { size, others } = this;

		this.isCompact = others !== null;

		for (const [id, text] of others ? this.values : []) {
			if (!meetsNone(JSON.parse(text))) continue;

			this.values.delete(id);
			this.size -= sizeOf(id, text);
		}

		if (this.size === size) throw tooLargeError();
	}

	/** A record that was created since the last poll is stored: it may not have been read before, whatever its value is. */
	private leavesOut(version: RecordVersion): boolean {
		return this.isCompact && !this.isLater(version);
	}

	/** Whether the state of an unknown record may be from before the feed started. */
	isOld(happenedMs: number): boolean {
		return this.status !== 'complete' && happenedMs <= (this.since ?? 0);
	}

	/** From now on, a record that is created later is new. A compact store has no other way to show it. */
	noteAllRead(watermark: number): void {
		if (this.since === undefined || this.isCompact) this.since = watermark;
	}

	isLater({ record }: RecordVersion): boolean {
		return (parseTimestamp(record.createdAt) ?? 0) > (this.since ?? Infinity);
	}

	saved(): StoreState {
		const { size, since, status } = this;

		return {
			size,
			values: this.opened ? flatEntries(this.opened) : this.stored.values,
			status,
			...(since !== undefined && { since }),
			...(this.isCompact && { isCompact: true }),
		};
	}

	/** Created on first use, so that an idle poll does not copy 100,000 entries. */
	private get values(): Map<string, string> {
		if (this.opened) return this.opened;

		const { values } = this.stored;

		this.opened = new Map();
		for (let i = 0; i < values.length; i += 2) this.opened.set(values[i], values[i + 1]);

		return this.opened;
	}
}

/** Each key, followed by its value; without a list for each, which would cost more than the rest of a poll. */
function flatEntries(values: ReadonlyMap<string, string>): string[] {
	const list: string[] = [];

	for (const [id, text] of values) list.push(id, text);

	return list;
}

function tooLargeError(): VitallyError {
	return new VitallyError(
		"The values of all records need more than the 1 MB that n8n should store, so 'All Records' cannot be checked",
		"Choose an account or organization in 'From', so that fewer records are read, or set 'Check' to 'Updated Records'.",
		{ failure: { cause: 'configuration-invalid' } },
	);
}

/** Whether a stored value is one of conditions of which none is met. */
function meetsNone(value: unknown): boolean {
	return (value as Array<[isMet: unknown]>).every(([isMet]) => isMet === false);
}

function sizeOf(id: string, text: string): number {
	return id.length + text.length + ENTRY_FRAME;
}

import type { Condition, ListChanges } from '../../operations/definition/resourceEvent';

export type ServiceRecord = Record<string, unknown>;

/** A version of a record. */
export interface RecordVersion {
	record: ServiceRecord;
	id: string;
	/** The timestamp that the list is sorted by, in ms since 1970; 0 in a list that is read whole. */
	timeMs: number;
}

/** The list or lists of an event, and which changes in them are events. */
export interface Feed extends ListChanges {
	/** Last part of the list's path, for example `accounts`. */
	collection: string;
}

/** The account or organization whose records the trigger watches. */
export interface Scope {
	of: 'account' | 'organization';
	id: string;
	/** When the user selected it by external ID: a re-created record with this ID continues the stream. */
	externalId?: string;
}

export interface FeedConfig {
	triggerOn: string;
	feed: Feed;
	/** Start of the workspace key; another workspace is another stream. */
	workspace?: string;
	parentId?: string;
	scope?: Scope;
	/** Account created and updated: also churned accounts, which the list hides by default. */
	includeChurned?: boolean;
	/** Updated events: only when one of these fields changed. Syntax: `watchedValue`. */
	watch?: readonly string[];
	/** Updated events: only when a record starts to meet one of these. Replaces `watch`. */
	conditions?: readonly Condition[];
	/** NPS responses: only those with a score from the first to the second number. */
	scores?: readonly [number, number];
	/** Entered and exited segments: ID or name of the only segment to watch. */
	segment?: string;
	/** Whether all records are read from time to time, for values that the service computes; see `Round`. */
	readsAll?: boolean;
	/** First poll: number of newest records to emit. Default 0. */
	newestOnFirstRun?: number;
	/** Maximum pages with unread records in one poll of a list. */
	maxPages: number;
	/** How late a record may become visible after its timestamp, in ms. Default 2 minutes. */
	lookbackMs: number;
}

/** The query of one list request, beside the size of the page (docs/internal/service.md, Pagination). */
export interface PageRequest {
	sortBy?: 'createdAt' | 'updatedAt';
	from?: string;
	status?: string;
	archived?: boolean;
	target?: string;
}

export interface FeedEvent {
	record: ServiceRecord;
	/** With watched fields: those that changed, as in the configuration. */
	changedKeys?: string[];
	/** With watched fields: the previous values of those that changed. */
	previous?: Record<string, unknown>;
	/** Entered and exited segments: their names. */
	segmentsAdded?: string[];
	segmentsRemoved?: string[];
	/** At least one previous value is unknown, so it may even be unchanged. */
	previousUnknown?: true;
}

/** Compares a version of a record with the stored value of the previous one; `T` is plain JSON. */
export interface Detector<T> {
	/**
	 * @param before the stored value; undefined: unknown
	 * @returns the event, if there is one, and the value to store; undefined: keep the stored one
	 */
	detect(
		before: T | undefined,
		version: RecordVersion,
	): { remembered: T | undefined; event: FeedEvent | undefined };
	/** The value of a record before its creation; absent: unknown. */
	readonly unborn?: T;
	/** Transitions: when it happened, which may be before the edit. */
	happenedMs?(record: ServiceRecord): number;
}

export interface PollResult {
	/** Oldest first. */
	events: FeedEvent[];
	/** To be stored together with the events; null: the next poll starts again. */
	state: FeedState | null;
	/** For the log: limits that were reached, and records that were left out. */
	notices: string[];
}

/**
 * The logic of one poll, without I/O: send `request` and pass the response to `page` until `request` is null,
 * then call `finish`. Finishing earlier is allowed: the next poll reads the rest.
 */
export interface Scan {
	/** The query of the next list request; null when the poll needs no more. */
	readonly request: PageRequest | null;
	/**
	 * @param clockMs the service's time at the response, in ms since 1970
	 * @throws ListError when the page cannot be right
	 */
	page(results: readonly ServiceRecord[], next: string | null, clockMs?: number): void;
	/**
	 * Call this when the service rejected the cursor of `request`.
	 * @returns true when an earlier poll stored the cursor: the scan continues without it. False when the
	 *   cursor is new, so the caller has to report the error. Absent: all cursors are new.
	 */
	cursorRejected?(): boolean;
	/** Finds the events of one record at each step. */
	readonly steps?: Iterable<unknown>;
	/** Whether the steps come before the next page. */
	readonly needsSteps?: boolean;
	/** Takes the steps that are left. */
	finish(): PollResult;
}

/**
 * What the trigger stores between two polls: plain JSON, times in ms since 1970. All are timestamps of
 * records, except for `clockMs`.
 */
export type FeedState = ListState | WholeListState;

export interface WholeListState {
	v: 2;
	stream: string;
	/** Identifies what is stored of each record (`watchedKey`). */
	watched: string;
	store?: StoreState;
}

export interface ListState extends WholeListState {
	/** The newest timestamp read in any list that was not ahead of the clock. */
	watermark: number;
	/** The clock when the watermark had been read. */
	clockMs?: number;
	/** In the order of `listsOf`. */
	lists: ListPosition[];
	/** Timestamps by ID of the records that were read and that a list may still return. */
	seen: Record<string, number>;
	/** IDs in `seen` whose timestamp was ahead of the clock when it was read. */
	ahead?: string[];
	round?: RoundState;
}

/** The last reading of all records, see `Round`. */
export interface RoundState {
	/** By the service's clock. */
	startedMs: number;
	/** Of the page to read next; absent when it has ended. */
	cursor?: string;
}

/** Everything below the floor and outside the gaps was read. */
export interface ListPosition {
	floor: number;
	/** Unread records of a poll that stopped early. */
	backlog?: Gap;
	/** Records from before the start that are still unread; they are not events. */
	snapshot?: Gap;
}

/** A part of a list, by timestamp, both ends included, that may contain unread records. */
export interface Gap {
	start: number;
	/** null: open at the newest end. */
	end: number | null;
	/**
	 * The cursor of the page that was read last, and the first record of that page (`versionKey`). Optional,
	 * because the cursor may be rejected or its page may have shifted.
	 */
	resume?: { cursor: string; first: string };
}

export interface StoreState {
	/** Characters of the values as JSON. */
	size: number;
	/** IDs of records, each followed by its value as JSON; a long list is read and written faster than an object. */
	values: string[];
	/** Records that were created later are new: the watermark of the start, or if compact of the last poll. */
	since?: number;
	/**
	 * `complete`: every record that was in the list at the start is known, so any other is new.
	 * `reconciling`: as `complete`, except for records that an edit moved to the front during the reading.
	 */
	status: 'pending' | 'reconciling' | 'complete';
	/** Values by which a record meets no condition are left out. */
	isCompact?: true;
	/** Segments; values contain indexes of this list. */
	names?: NamedSegment[];
}

export type NamedSegment = [id: string, name: string];

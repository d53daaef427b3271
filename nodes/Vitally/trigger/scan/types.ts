import type { IDataObject } from 'n8n-workflow';

import type { Condition, ListChanges } from '../../operations/definition/resourceEvent';
import type { NamedSegment } from '../../values/recordValues';

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
	type: 'account' | 'organization';
	id: string;
	/**
	 * The external ID by which the user selected the record: a record that is created again with it continues
	 * the stream.
	 */
	externalId?: string;
}

export interface FeedConfig {
	triggerOn: string;
	feed: Feed;
	/** Host of the workspace; another one is another stream. */
	workspace?: string;
	/** The reason why the poll starts from now although there is a state. The log shows it. */
	restartReason?: string;
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
	/** Whether there are full list readings, for values that the service computes; see `FullListReading`. */
	readsFullList?: boolean;
	/** First poll: number of newest records to emit. Default 0. */
	newestOnFirstRun?: number;
	/** Whether a record belongs to the account or organization; absent: the list shows no other. */
	isInScope?: (record: ServiceRecord) => boolean;
	/** Whether the settings want the events of a record, for example by its score; absent: of each. */
	isWanted?: (record: ServiceRecord) => boolean;
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
	/** The message of a customer, as columns of the item. */
	reply?: IDataObject;
	/** The watched fields that changed, as in the configuration. */
	changedKeys?: string[];
	/** The previous values of the watched fields that changed. */
	previous?: Record<string, unknown>;
	/** Entered and exited segments: their names. */
	segmentsAdded?: string[];
	segmentsRemoved?: string[];
	/** Whether at least one previous value is unknown. The field may then even be unchanged. */
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
	/** Whether a new record with this value has nothing that could have changed since its creation; absent: never. */
	isEmpty?(remembered: T | undefined): boolean;
	/** Absent: the event of a record of which nothing is known is an example. */
	example?(version: RecordVersion): FeedEvent | undefined;
	/** Transitions: when it happened, which may be before the edit. */
	happenedMs?(record: ServiceRecord): number;
}

export interface PollResult {
	/** Oldest first. */
	events: FeedEvent[];
	/** The state to store together with the events. With null, the next poll starts again. */
	state: FeedState | null;
	/** Sentences for the log: limits that were reached, and records that were left out. */
	notices: string[];
}

/**
 * The logic of one poll, without I/O: the phases one after the other, then `finish`. Ending earlier is allowed:
 * the next poll reads the rest.
 */
export interface Scan {
	readonly phases: readonly Phase[];
	/** Call this once, at the end of the poll. */
	finish(): PollResult;
}

/** A part of a poll: readings one after the other, then the comparison of what they have read. */
export interface Phase {
	readonly readings: readonly Reading[];
	/** Absent: the readings compare each page as it comes. */
	readonly comparison?: Comparison;
}

/** Finds the events of a phase once its readings have ended, because the oldest version comes first. */
export interface Comparison {
	/** The versions to pass to `compare`, in this order. */
	versions(): readonly RecordVersion[];
	compare(version: RecordVersion): void;
}

/** Reads pages of a list: send `request` and pass the response to `accept`, until `request` is null. */
export interface Reading {
	/** The query of the next list request; null when the poll needs no further page of this reading. */
	readonly request: PageRequest | null;
	/** @throws ListError when the page cannot be right */
	accept(page: ListPage): void;
	/**
	 * Call this when the service rejected the cursor of `request`.
	 *
	 * @returns true when an earlier poll stored the cursor: the reading continues without it. False when the
	 *   cursor is new, so the caller has to report the error.
	 */
	dropStoredCursor(): boolean;
	/**
	 * Present where the poll goes on without the rest of this reading. Call this when a page could not be read.
	 *
	 * @param message of the error
	 */
	fail?(message: string): void;
}

/** A page of a list. */
export interface ListPage {
	results: readonly ServiceRecord[];
	/** The cursor of the next page; null at the end of the list. */
	next: string | null;
	/** The service's time at the response, in ms since 1970. */
	clockMs?: number;
	/** Whether it is that of this machine, because the service sent none. */
	isOwnClock?: boolean;
}

/** A state of another version cannot be continued. */
export const STATE_VERSION = 4;

/**
 * What the trigger stores between two polls: plain JSON, times in ms since 1970. All are timestamps of
 * records, except for `clockMs`.
 */
export type FeedState = ListState | WholeListState;

export interface WholeListState {
	v: typeof STATE_VERSION;
	stream: string;
	/** Identifies what is stored of each record: `watchedKey` with the store. */
	watched: string;
	store?: StoreState;
	/** Tells workspaces apart that share a host. */
	workspace?: WorkspaceTrace;
	/** Events with a message of a customer: the messages that were found. */
	replies?: RepliesState;
}

/** The newest message of each conversation that was read. */
export interface RepliesState {
	/** Messages up to this time are no news in other conversations. */
	since: number;
	/** The newest message by conversation: its time, and a part of a hash of its ID. */
	newest: Record<string, [timeMs: number, key: string]>;
}

/** Shows whose records a state describes. */
export interface WorkspaceTrace {
	/** A part of a hash of the key and its address. */
	key: string;
	/** IDs of some records of the list. */
	records: string[];
}

export interface ListState extends WholeListState {
	/** The newest timestamp read in any list that was not ahead of the clock. */
	watermark: number;
	/** The clock when the watermark had been read. */
	clockMs?: number;
	/** The position in each list, in the order of `listsOf`. */
	lists: ListPosition[];
	/** What the last poll has raised, until the clock of the next one confirms it. */
	raised?: RaisedPositions;
	/** Timestamps by ID of the records that were read and that a list may still return. */
	seen: Record<string, number>;
	/** IDs in `seen` whose timestamp was ahead of the clock when it was read. */
	ahead?: string[];
	/** The last full list reading; the name is that of states that are stored. */
	fullList?: FullListState;
}

/** The positions that a poll has raised, as they were before. */
export interface RaisedPositions {
	/** The clock by which they were raised. */
	byClockMs: number;
	watermark: number;
	clockMs?: number;
	/** The floor of each list, in the order of the lists. */
	floors: number[];
}

/** The last full list reading, see `FullListReading`. */
export interface FullListState {
	/** The time of its beginning, by the service's clock. */
	startedMs: number;
	/** The cursor of the page to read next; absent when it has ended. */
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

export interface StoreState extends ListingState {
	/** Bytes of the values, as n8n stores them. */
	size: number;
	/** Keys of records, each followed by its value as JSON; a long list is read and written faster than an object. */
	values: string[];
	/** The keys of the records whose value is blank, without anything between them. */
	blank?: { keys: string } & ListingState;
	/** Records that were created later are new: the watermark of the start, or of the last poll if `isCompact`. */
	since?: number;
	/**
	 * `complete`: every record that was in the list at the start is known, so any other is new.
	 * `reconciling`: as `complete`, except for records that an edit moved to the front during the reading.
	 */
	status: 'pending' | 'reconciling' | 'complete';
	/** Values of records that meet no condition are left out. */
	isCompact?: true;
	/** Segments; values contain indexes of this list. */
	names?: NamedSegment[];
}

/** Which of the stored records the readings of the whole list have not shown: the first ones; see `Listing`. */
export interface ListingState {
	/** How many the last reading did not show. */
	missing?: number;
	/** How many a reading that has begun has not shown yet, those that are missing included. */
	unlisted?: number;
}

/** A record as a list of the service returns it. */
export type ServiceRecord = Record<string, unknown>;

/** A record as it was when it was read, with the timestamp that its list is sorted by. */
export interface RecordVersion {
	record: ServiceRecord;
	id: string;
	/** Differs between the versions of one record: its timestamp (`canonicalTimestamp`). */
	version: string;
	/** ms since 1970; 0 in a list without timestamps. */
	timeMs: number;
}

/** The list or lists in which the records of an event are. */
export interface Feed {
	/** Last part of the list's path, for example `accounts`. */
	collection: string;
	/** `transitioned`: the record has a time in its `transitionField` from then on. */
	changeKind: 'created' | 'updated' | 'transitioned';
	sortBy: 'createdAt' | 'updatedAt';
	/** Of a transition whose records have a list of their own. */
	query?: { status?: string; archived?: boolean; target?: string };
	/** The records are in several lists, some of them in more than one: what is asked for each. */
	lists?: ReadonlyArray<{ target: string }>;
	/** Of an update: the record entered or exited a segment. */
	segments?: 'entered' | 'exited';
	transitionField?: 'churnedAt' | 'archivedAt' | 'completedAt';
}

/** When a field counts as what the user waits for. */
export interface Condition {
	/** In the syntax of `watchedValue`. */
	field: string;
	is: 'dropsBelow' | 'risesAbove' | 'becomes' | 'isCleared' | 'isSet';
	/** Of the first three. */
	value?: string;
}

/** The account or organization whose records are meant. */
export interface Scope {
	of: 'account' | 'organization';
	/** Its Vitally ID. */
	id: string;
	/** The user's name for it: a record that is re-created under this name continues the same stream. */
	externalId?: string;
}

export interface FeedConfig {
	/** Name of the event. */
	triggerOn: string;
	feed: Feed;
	/** Identifies the workspace of the lists: another one is another stream. */
	workspace?: string;
	/** Vitally ID of the custom object whose instances are meant. */
	customObjectId?: string;
	/** A nested list instead of the whole one. */
	scope?: Scope;
	/** Account created and updated: churned accounts too (the list hides them by default). */
	includeChurned?: boolean;
	/** Updated events: fire only when one of these fields changed (syntax: `watchedValue`). */
	watch?: readonly string[];
	/** Updated events: fire only when a record starts to meet one of these. Instead of `watch`. */
	conditions?: readonly Condition[];
	/** Entered and exited segments: ID or name of the only one that counts. */
	segment?: string;
	/** First activation only: emit this many of the newest records. 0 or absent: start from now. */
	newestOnFirstRun?: number;
	/** Maximum pages with unread records in one poll of a list. Default 20, which is 2,000 records. */
	maxPages?: number;
	/** How late a record may become visible after its own timestamp, in ms. Default 2 minutes. */
	lookbackMs?: number;
	/** Maximum characters of the names of segments in the state. Default 1 million. */
	maxNamesSize?: number;
}

/** The query of one list request (docs/service.md, Pagination). */
export interface PageRequest {
	limit: number;
	sortBy: 'createdAt' | 'updatedAt';
	from?: string;
	status?: string;
	archived?: boolean;
	target?: string;
}

/** The time of a clock when a response came. */
export interface ClockReading {
	/** ms since 1970. */
	timeMs: number;
	/** `service`: the `Date` header of the response; `own`: of the machine that polls. */
	clock: 'service' | 'own';
}

export interface FeedEvent {
	/** Unique for good: `id` (created), `id|updatedAt`, `id|churnedAt`, `id|archivedAt`. */
	key: string;
	record: ServiceRecord;
	/** With watched fields: those that changed, as they were written in the configuration. */
	changedKeys?: string[];
	/** With watched fields: the values before. */
	previous?: Record<string, unknown>;
	/** Of entered and exited segments: their names. */
	segmentsAdded?: string[];
	segmentsRemoved?: string[];
	/** At least one value before is unknown, so it may even be unchanged. */
	previousUnknown?: true;
}

/**
 * Compares a version of a record with what is remembered of the one before.
 *
 * `T` is what is remembered: plain JSON.
 */
export interface Detector<T> {
	/**
	 * @param before undefined: not known
	 * @returns the event, if this is one, and what to remember; undefined: nothing new
	 */
	detect(
		before: T | undefined,
		version: RecordVersion,
	): { remembered: T | undefined; event: FeedEvent | undefined };
	/** What would be remembered of a record before its creation; absent: not known. */
	readonly unborn?: T;
	/** Of a transition: when it happened, which people may set to an earlier day. */
	happenedMs?(record: ServiceRecord): number;
}

/** The outcome of a poll. */
export interface PollResult {
	/** Oldest first. */
	events: FeedEvent[];
	/** To be stored together with the events; null: nothing to store, the next poll starts again. */
	state: FeedState | null;
	/** For the log: limits that were reached, and what was left out. */
	notices: string[];
	/** False when something was left unread for the next poll. */
	isComplete: boolean;
}

/**
 * One poll, without its requests: ask for `request` until it is null, pass each response to `page`,
 * then `finish`. Finishing earlier is allowed at any time: the next poll reads the rest. A scan that is
 * thrown away has changed nothing.
 */
export interface Scan {
	/** The query of the next list request; null when the poll has read what it may. */
	readonly request: PageRequest | null;
	/**
	 * @param results the records of the page asked for
	 * @param next the cursor that came with it
	 * @param reading the clock when the response came
	 * @returns the scan to continue with: another one when the first page has no timestamps
	 * @throws TimestampsMissingError when a list that had timestamps has them no more
	 */
	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan;
	/**
	 * The service answered that it does not accept the cursor of `request`.
	 * @returns true when the cursor was stored by an earlier poll: the scan continues without it.
	 *   False: it was fresh, so the response is the caller's to report.
	 */
	cursorRejected(): boolean;
	finish(): PollResult;
}

/**
 * What the trigger stores between two polls: plain JSON, times in ms since 1970, all of them the
 * service's own timestamps but for those of `clockSample`. `UntimedState`: of a list whose records have
 * no timestamps.
 */
export type FeedState = ListState | UntimedState;

export interface UntimedState {
	v: 2;
	/** Which list or lists this is about (`streamId`). */
	stream: string;
	/** What is remembered of each record (`watchedKey`). */
	watched: string;
	store?: StoreState;
}

export interface ListState extends UntimedState {
	/** The newest timestamp read in any list that was not ahead of the clock. */
	watermark: number;
	/** An earlier watermark and the clock when it was read. */
	clockSample?: ClockReading & { watermark: number };
	/** In the order of `listsOf`. */
	lists: ListPosition[];
	/** Versions by ID of the records that a list may still return and that were read. */
	seen: Record<string, string>;
	/** IDs in `seen` whose timestamp was ahead of the clock when it was read. */
	ahead?: string[];
}

/** Everything below the floor and outside of the gaps was read. */
export interface ListPosition {
	floor: number;
	/** What a poll that stopped early left unread. */
	backlog?: Gap;
	/** Records from before the start that are still to be read; they are no events. */
	snapshot?: Gap;
}

/** A part of a list, by timestamp, both ends included, that may contain unread records. */
export interface Gap {
	start: number;
	/** null: open at the newest end. */
	end: number | null;
	/**
	 * The cursor of the page that was read last, and the record it began with (`versionKey`). A shortcut
	 * only: the cursor may be rejected or have shifted.
	 */
	resume?: { cursor: string; first: string };
}

/** What is remembered of records, as JSON text by ID. */
export interface StoreState {
	/** Characters of the values as JSON. */
	size: number;
	values: Record<string, string>;
	/** The watermark of the start. Records created after that are new; absent: not known. */
	since?: number;
	/**
	 * `complete`: every record that was in the list at the start is known, so any other is new.
	 * `reconciling`: all but those that an edit moved to the front while the list was read.
	 */
	status: 'pending' | 'reconciling' | 'complete';
	/** Segments; a value contains their places here. */
	names?: NamedSegment[];
}

export type NamedSegment = [id: string, name: string];

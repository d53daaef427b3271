import type { ClockReading } from './scan';

/**
 * What the trigger remembers between two polls: plain JSON, times in ms since 1970, all of them
 * read off the service's own timestamps but for those of `clockSample`.
 */
export type FeedState = ListState | CombinedState;

/** What is remembered of one list. */
export type ListState = IncrementalState | SnapshotDiffState;

/** What is remembered of lists that may hold the same records. */
export interface CombinedState extends DetectorState {
	v: 1;
	stream: string;
	watched: string;
	/** In the order of the lists, without what their detectors share. */
	lists: ListState[];
	/** The keys of events that another list may still give, with the times of their records. */
	emitted: Record<string, string>;
}

interface StreamState extends DetectorState {
	v: 1;
	/** Which list this is a position in (`streamId`). */
	stream: string;
	/** The fields whose values are remembered, as JSON. */
	watched: string;
}

/** A position in a list that shows the timestamps it is sorted by. */
export interface IncrementalState extends StreamState {
	/** The newest timestamp read that was not ahead of the clock. */
	watermark: number;
	/** The newest end of the list, with whatever may be unread. */
	head: Slice;
	/** An earlier watermark and the clock when it was read. */
	clockSample?: ClockSample;
	/** What a poll that stopped early left unread below the head. At most one. */
	backlog?: Slice;
	/** Records from before the start that are still to be looked at; they give no events. */
	snapshot?: Slice;
}

/** What is remembered of a list that shows no timestamps. */
export interface SnapshotDiffState extends StreamState {
	/** In the order of the list, newest first. */
	rows: FingerprintedRow[];
	/** The rows hold the list to its end. */
	isWhole: boolean;
	/** So many rows at the front were read by polls that stopped early: below them may be unread ones. */
	emitted?: number;
}

export type FingerprintedRow = [id: string, fingerprint: string];

/** A part of the list, by timestamp, both ends included, that may hold unread records. */
export interface Slice {
	start: number;
	/** null: open at the newest end. */
	end: number | null;
	/** The records inside that were read already: id to timestamp (`canonicalTimestamp`). */
	seen: Record<string, string>;
	/** The page that was read last. A short cut only: its cursor may be rejected or have shifted. */
	resume?: Resume;
}

/** A page to go on from: its cursor, and the record it began with (`versionKey`). */
export interface Resume {
	cursor: string;
	first: string;
}

export interface ClockSample extends ClockReading {
	watermark: number;
}

/** What the change detectors remember. */
export interface DetectorState {
	watchedValues?: WatchedValues;
	transitions?: Transitions;
	/** Remembered values name them by their places here, or by ID; null: a place that is free. */
	segments?: Array<NamedSegment | null>;
}

export type NamedSegment = [id: string, name: string];

/** The watched values of each record, by id; `size` counts the characters they take as JSON. */
export interface WatchedValues {
	size: number;
	values: Record<string, string>;
	/** A record that was created after that is new; absent: not known. */
	since?: number;
}

/** When which records churned, were archived or completed. */
export interface Transitions {
	/** Transitions up to here are old, unless the snapshot is complete. */
	since: number;
	/**
	 * `complete`: every record that was in the list at the start is seen, so any other is news.
	 * `reconciling`: all but those that an edit moved to the front while the list was read.
	 */
	snapshot: 'pending' | 'reconciling' | 'complete';
	/** Id to `churnedAt`, `archivedAt` or `completedAt` (`canonicalTimestamp`). */
	seen: Record<string, string>;
}

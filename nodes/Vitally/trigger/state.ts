import type { Stretch } from './walk';

/**
 * What the trigger remembers between two polls: plain JSON, instants in ms since 1970, all of them
 * read off the service's own timestamps.
 */
export interface FeedState {
	v: 1;
	/** Which list this is a position in (`listName`). */
	list: string;
	/** The watched fields the snapshots were taken of, as JSON. */
	watched: string;
	/** The newest timestamp ever read. */
	watermark: number;
	/** From here on upwards the list may hold something unread. */
	head: Stretch;
	/** An earlier watermark and the service's clock (its `Date` header) when it was read. */
	mark?: Mark;
	/** What a poll that stopped early left unread below the head. At most one. */
	gap?: Stretch;
	/** What has not been looked at for its values yet; gives no events. */
	unlearned?: Stretch;
	snapshots?: Snapshots;
	moments?: Moments;
}

export interface Mark {
	watermark: number;
	servedAt: number;
}

/** Which records are known to have churned or been archived, and when: id to `churnedAt`/`archivedAt`. */
export interface Moments {
	/** Moments up to here are old news, unless the whole list was learned. */
	since: number;
	/**
	 * `yes`: every record that was in the list at the start is known, so any other is news. `soon`:
	 * all but those that were edited, and so moved to the front, while the list was learned.
	 */
	learned: 'no' | 'soon' | 'yes';
	known: Record<string, string>;
}

/** The watched values of each record, by id; `size` counts the characters they take as JSON. */
export interface Snapshots {
	size: number;
	values: Record<string, string>;
}

/** The stored state, or null when there is none or it is none of this version's. */
export function readState(stored: unknown): FeedState | null {
	if (typeof stored !== 'object' || stored === null) return null;
	const state = stored as Partial<FeedState>;
	const usable =
		state.v === 1 &&
		typeof state.list === 'string' &&
		typeof state.watermark === 'number' &&
		[state.head, state.gap ?? state.head, state.unlearned ?? state.head].every(isStretch);
	return usable ? (state as FeedState) : null;
}

function isStretch(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const { from, known } = value as Partial<Stretch>;
	return typeof from === 'number' && typeof known === 'object' && known !== null;
}

import type { Moments } from './moments';
import type { Snapshots } from './snapshots';
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

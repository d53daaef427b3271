import type { History } from './historyRun.cts';

/** A history of its own, and what it must not exceed beside the promises of every history. */
export interface NamedHistory extends History {
	/** The most polls from what happens to its event. */
	withinPolls?: number;
	/** Bytes of the largest state, where the event itself allows more. */
	maxStateBytes?: number;
	/** The most polls of a full list reading. */
	pollsOfFullReading?: number;
}

import type { Evidence } from '../evidence.cts';
import type { TestRecords } from '../testRecords.cts';

/** What a key can settle about a statement. */
export interface Finding {
	/**
	 * `observed` reports what is there where no answer is wrong. `notObservable` means that this workspace cannot
	 * show it.
	 */
	result: 'asExpected' | 'differs' | 'observed' | 'notObservable';
	/** What was observed, without a name, an address, a text or an ID of a record. */
	observation: string;
}

/** A statement of docs/internal that nobody has checked at the service. */
export interface Fact {
	/** Cited in docs/internal. */
	id: string;
	/** What the nodes rely on. */
	statement: string;
	/** The file of docs/internal and its section. */
	section: string;
	/** What a user would notice if it differs, and the file that decides. */
	ifItDiffers: string;
}

/** A fact that can be observed by reading. */
export interface ReadFact extends Fact {
	ask(evidence: Evidence): Promise<Finding>;
}

/** A fact that can be observed at the records that a run creates. */
export interface WriteFact extends Fact {
	ask(evidence: Evidence, records: TestRecords): Promise<Finding>;
}

/** No answer shows the fact; the message says why. */
export class NotObservableError extends Error {}

/** The service rejects a request that a fact needs. */
export class RejectedError extends NotObservableError {
	constructor(readonly status: number) {
		super(`the service answers ${status}`);
	}
}

/**
 * Reports what was observed where the nodes rely on one answer.
 *
 * @param comparison whether what `Evidence` returned is what the nodes rely on
 */
export function compare(observation: string, comparison: { isAsExpected: boolean }): Finding {
	return { result: comparison.isAsExpected ? 'asExpected' : 'differs', observation };
}

/** Reports what was observed where no answer is wrong. */
export function observed(observation: string): Finding {
	return { result: 'observed', observation };
}

/** Reports why the workspace cannot show the fact. */
export function notObservable(reason: string): Finding {
	return { result: 'notObservable', observation: reason };
}

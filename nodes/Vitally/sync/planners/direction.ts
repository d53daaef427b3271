import type { Change } from '../changes';
import type { Result, TableOperationName } from '../plan';

/**
 * The direction in which a table of changes is replayed: everything in which Sync: Apply Changes and Sync:
 * Undo differ.
 */
export interface Direction {
	operation: TableOperationName;
	/** The value at which a change begins. */
	from(change: Change): unknown;
	/** The value that is written. */
	to(change: Change): unknown;
	/** The change with another value to write. */
	withTo(change: Change, value: unknown): Change;
	/** The rows of a record in the order in which they are replayed. */
	order<T>(rows: readonly T[]): T[];
	/** Whether the records of rows that say so are created; otherwise they are left in place. */
	createsRecords: boolean;
	/** Whether failed rows with changes count: it is unknown whether these were written. */
	includesFailed: boolean;
	/** Whether lists to which the service only adds can be written. */
	writesAdditiveFields: boolean;
	/**
	 * Whether a row returns the changes that Vitally has already: an earlier attempt of the run may have written them,
	 * and an undo needs the old values.
	 */
	returnsPresentChanges: boolean;
	/** The result of a row whose fields are written. */
	written: Result;
}

export const APPLY: Direction = {
	operation: 'Sync: Apply Changes',
	from: (change) => change.old,
	to: (change) => change.new,
	withTo: (change, value) => ({ ...change, new: value }),
	order: (rows) => [...rows],
	createsRecords: true,
	includesFailed: false,
	writesAdditiveFields: true,
	returnsPresentChanges: true,
	written: 'applied',
};

export const UNDO: Direction = {
	operation: 'Sync: Undo',
	from: (change) => change.new,
	to: (change) => change.old,
	withTo: (change, value) => ({ ...change, old: value }),
	order: (rows) => [...rows].reverse(),
	createsRecords: false,
	includesFailed: true,
	writesAdditiveFields: false,
	returnsPresentChanges: false,
	written: 'restored',
};

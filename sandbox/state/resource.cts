import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** The parameters in path and query of a request, as text; the contract has checked them. */
export type RequestParameters = Partial<Record<string, string>>;

/**
 * A kind of record: its place in the contract and what the standard endpoints do with it. A
 * standard route without an entry does not exist; routes that are not standard are in routes/.
 */
export interface Resource<T extends Row> {
	/** The path of the list of all records, as the contract writes it. Records are at `path/{id}`. */
	path: string;
	/** Names a record in the text of a 404. */
	label: string;
	/** Returns the accounts and organizations that a record counts for; none when absent. */
	parentIds?(row: T): (string | null)[];
	/** Returns a record as the service shows it; as it is when absent. */
	view?(state: ServiceState, row: T): object;
	/** Returns a row of a list, if it shows less than `view`. */
	listView?(state: ServiceState, row: T): object;
	/** Returns which records a list contains, all or below a parent; all when absent. */
	matches?(state: ServiceState, parameters: RequestParameters): (row: T) => boolean;
	/** Finds the record that a path names; by service id when absent. */
	find?(state: ServiceState, parameters: RequestParameters): T | undefined;
	/** Finds the record of an update, where more ids are accepted; `find` when absent. */
	findToUpdate?(state: ServiceState, parameters: RequestParameters): T | undefined;
	/** Finds the record of a deletion, where fewer ids are accepted; `find` when absent. */
	findToDelete?(state: ServiceState, parameters: RequestParameters): T | undefined;
	create?(state: ServiceState, body: object, parameters: RequestParameters): T;
	update?(state: ServiceState, row: T, body: object): T;
	/** Archives or destroys a record. */
	remove?(state: ServiceState, row: T, parameters: RequestParameters): void;
}

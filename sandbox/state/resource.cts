import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** The parameters in path and query of a request, as text; the contract has checked them. */
export type RequestParameters = Partial<Record<string, string>>;

/**
 * One kind of record: its place in the contract and what the standard endpoints do with it. A
 * standard route without an entry does not exist; routes that are not standard are in routes/.
 */
export interface Resource<T extends Row> {
	/** Of the list of all, as the contract writes it. Records are at `path/{id}`. */
	path: string;
	/** Names a record in the text of a 404. */
	label: string;
	/** The accounts and organizations that a record counts for; none when absent. */
	parentIds?(row: T): (string | null)[];
	/** A record as the service shows it; as it is when absent. */
	view?(state: ServiceState, row: T): object;
	/** A row of a list, where it shows less than `view`. */
	listView?(state: ServiceState, row: T): object;
	/** Which records a list contains, all or below a parent; all when absent. */
	matches?(state: ServiceState, parameters: RequestParameters): (row: T) => boolean;
	/** The record that a path names; by service id when absent. */
	find?(state: ServiceState, parameters: RequestParameters): T | undefined;
	/** The same for an update, where more ids are good for one; `find` when absent. */
	findToUpdate?(state: ServiceState, parameters: RequestParameters): T | undefined;
	/** The same for a deletion, where fewer ids are good for one; `find` when absent. */
	findToDelete?(state: ServiceState, parameters: RequestParameters): T | undefined;
	create?(state: ServiceState, body: object, parameters: RequestParameters): T;
	update?(state: ServiceState, row: T, body: object): T;
	/** Archives or destroys a record. */
	remove?(state: ServiceState, row: T, parameters: RequestParameters): void;
}

import type { RequestParameters } from './resource.cts';
import type { Row } from './row.cts';
import type { Table } from './table.cts';

/** A record that may have come from an integration; `source` is its name. */
export interface Sourced extends Row {
	source: string | null;
}

/** Returns whether the record came from `source`, in any case of letters; true if no source is asked for. */
export const isFrom = (row: Sourced, { source }: RequestParameters) =>
	source === undefined || source.toLowerCase() === row.source?.toLowerCase();

/**
 * Finds a record by its service id or external id; `source`, if given, must be the record's (docs/internal/service.md,
 * Notes).
 */
export function findOfSource<T extends Sourced>(
	table: Table<T>,
	parameters: RequestParameters,
): T | undefined {
	const row = table.byEitherId(parameters.id);

	return row && isFrom(row, parameters) ? row : undefined;
}

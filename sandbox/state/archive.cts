import { HttpError } from '../httpError.cts';
import type { RequestParameters } from './resource.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { Table } from './table.cts';

/** A record that its deletion keeps, out of the way (docs/internal/service.md, States and transitions). */
export interface Archivable extends Row {
	archivedAt: string | null;
}

export const isArchived = ({ archivedAt }: Archivable) => archivedAt !== null;

/**
 * Returns whether a list contains the record: `archived=true` lists only archived ones (docs/internal/service.md,
 * Notes).
 */
export const isListed = (row: Archivable, { archived }: RequestParameters) =>
	isArchived(row) === (archived === 'true');

/** Sets `archivedAt`; a second deletion finds nothing (a neutral choice). */
export function archive<T extends Archivable>(state: ServiceState, table: Table<T>, row: T): void {
	if (isArchived(row)) throw new HttpError(404, 'Already deleted.');

	const now = state.now();

	table.change(row, { archivedAt: now, updatedAt: now } as Partial<T>);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { LeftOut } from '../../fields/traits/traitMapping';
import type { RecordType } from '../../records/recordType';
import type { TableOptions } from '../options';
import type { PlannedRow, RecordSpec, Result, TableOperationName } from '../plan';
import { describeColumnsLeftOut } from './describeColumnsLeftOut';

/** The names of results in a dry run. */
const NAMES_IN_DRY_RUN: Partial<Record<Result, string>> = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	applied: 'wouldUpdate',
	restored: 'wouldRestore',
};

/** Like all reasons of rows, it ends without a period. */
export const SPACES_REASON =
	'The External ID begins or ends with a space, which makes it another External ID';

/** The reason why a row failed, or why fields of it are left. */
export interface Explanation {
	reason?: string;
	description?: string;
}

interface ColumnFacts {
	operation: TableOperationName;
	options: Pick<TableOptions, 'isDryRun' | 'findsNotInTable'>;
	spec: Pick<RecordSpec, 'type' | 'placeColumns'>;
	columnsLeftOut: ReadonlyMap<string, LeftOut>;
}

/** All columns of the output in their order, so that every item has the same; those with one value have it. */
export function emptyColumns({
	operation,
	options: { isDryRun, findsNotInTable },
	spec: { type, placeColumns = [] },
	columnsLeftOut,
}: ColumnFacts): IDataObject {
	const names = ['result', 'name', 'changes', 'reason', 'row', 'externalId', 'description'];

	names.push('fieldsLeft', 'id');
	if (type.appPath !== undefined) names.push('url');

	names.push('resource', ...placeColumns);
	if (findsNotInTable) names.push('updatedAt', 'churnedAt', 'csmName');
	if (isDryRun) names.push('dryRun');

	// The column is for the person who approves the changes.
	const showsColumnsLeftOut = isDryRun && operation === 'Sync';
	if (showsColumnsLeftOut) names.push('columnsLeftOut');

	// JSON is for machines.
	names.push('changedFields');

	const columns: IDataObject = Object.fromEntries(names.map((name) => [name, null]));

	columns.resource = type.name;
	if (isDryRun) columns.dryRun = true;

	if (showsColumnsLeftOut && columnsLeftOut.size > 0) {
		columns.columnsLeftOut = describeColumnsLeftOut(columnsLeftOut, { showsAdvice: false });
	}

	return columns;
}

/** What the output calls the result of a row. */
export function nameOfResult(result: Result, { isDryRun }: Pick<TableOptions, 'isDryRun'>): string {
	return (isDryRun ? NAMES_IN_DRY_RUN[result] : undefined) ?? result;
}

export function explanationOf(
	{ error, reason, namesake, externalId = '' }: PlannedRow,
	{ noun }: RecordType,
): Explanation {
	if (error === undefined) {
		const named = namesake && `An ${noun} with this name exists: ${namesake}`;
		const otherReason = reason ?? named;
		if (externalId === externalId.trim()) return { reason: otherReason };

		return otherReason === undefined
			? { reason: SPACES_REASON }
			: { reason: otherReason, description: `${SPACES_REASON}.` };
	}

	const { message, description = '' } = error as Partial<VitallyError>;

	return { reason: message, description };
}

/** n8n's error item shows nothing else of a row. Rows of one record have the same error. */
export function errorWithRow(error: unknown, row: IDataObject): unknown {
	if (!(error instanceof VitallyError)) return error;

	const { message, description, facts } = error;

	return new VitallyError(message, description, { ...facts, details: row });
}

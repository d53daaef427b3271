import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { forEachRecord } from '../execution/concurrency';
import type { RecordType } from '../records/recordType';
import { formatCount } from './formatCount';
import type { TableOptions } from './options';
import {
	isChange,
	writes,
	type PlannedRow,
	type RecordPlan,
	type TableOperationName,
} from './plan';
import { NO_RESULTS, ResultCounts } from './resultCounts';

/** What is done with a table. */
interface TableTask {
	operation: TableOperationName;
	/** The kind of its records. */
	type: RecordType;
	/** The number of its rows. */
	size: number;
}

/** A limit that a plan exceeds. */
export interface ExceededLimit {
	/** What would change, and which limit does not allow it. */
	sentence: string;
	/** The plans that write anything. */
	changing: readonly RecordPlan[];
}

const MAX_EXAMPLES = 10;

/** Percentages are not exact in binary. */
const TOLERANCE = 1e-6;

/**
 * Compares the number of records that would change with the limits.
 *
 * @param plans of all records
 * @returns `undefined` where no limit is exceeded
 */
export async function findExceededLimit(
	{ maxChanges, maxChangesPercent }: Pick<TableOptions, 'maxChanges' | 'maxChangesPercent'>,
	{ operation, type, size }: TableTask,
	plans: readonly RecordPlan[],
): Promise<ExceededLimit | undefined> {
	const changing: RecordPlan[] = [];

	await forEachRecord(plans, (plan) => {
		if (writes(plan)) changing.push(plan);
	});

	const count = changing.length;
	const isAboveNumber = count > maxChanges;
	const isAbovePercent = count * 100 > maxChangesPercent * size + TOLERANCE;
	if (!isAboveNumber && !isAbovePercent) return undefined;

	const limit = isAboveNumber
		? `${formatCount(maxChanges)} that 'Max Changes'`
		: `${maxChangesPercent} % that 'Max Changes Percent'`;
	const sentence = `${operation} would change ${formatCount(count)} of ${formatCount(size)} ${type.plural}, more than the ${limit} allows`;

	return { sentence, changing };
}

/**
 * The error for a limit that is exceeded, with the number of each result and examples of what would be written.
 *
 * @param rows all rows of the table
 */
export async function exceededLimitError(
	{ sentence, changing }: ExceededLimit,
	operation: TableOperationName,
	rows: readonly PlannedRow[],
): Promise<VitallyError> {
	const counts = new ResultCounts();

	await forEachRecord(rows, (row) => counts.add(row));
	const named = operation === 'Sync' ? NO_RESULTS : {};
	const examples = changing.slice(0, MAX_EXAMPLES).map(exampleOf);

	return new VitallyError(
		sentence,
		"Check the table. If it is right, set a higher limit under 'Options'. 'Dry Run' returns all changes. Nothing was written.",
		{ details: { ...named, ...counts.toObject(), examples } },
	);
}

/** The first row of a record that is to be written. */
function exampleOf({ rows }: RecordPlan): IDataObject {
	const { name = null, externalId = null, changedFields } = rows.find(isChange) as PlannedRow;

	return { name, externalId, changedFields: changedFields as unknown as IDataObject };
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { SyncOptions } from './options';
import { isChange, type PlannedRow } from './plan';
import { countResults, withCommas } from './report';

const MAX_EXAMPLES = 10;

/** Percentages are not exact in binary. */
const TOLERANCE = 1e-6;

/**
 * @param changes number of records that would be created or updated
 * @param rows number of rows of the table
 * @returns the sentence about the limit that is exceeded; `undefined` when none is
 */
export function exceededLimit(
	{ maxChanges, maxChangesPercent }: Pick<SyncOptions, 'maxChanges' | 'maxChangesPercent'>,
	changes: number,
	rows: number,
	plural: string,
): string | undefined {
	const isOver = changes > maxChanges;
	if (!isOver && changes * 100 <= maxChangesPercent * rows + TOLERANCE) return undefined;
	const limit = isOver
		? `${withCommas(maxChanges)} that 'Max Changes'`
		: `${maxChangesPercent} % that 'Max Changes Percent'`;
	return `Sync would change ${withCommas(changes)} of ${withCommas(rows)} ${plural}, more than the ${limit} allows. Nothing was written.`;
}

/**
 * The error for a plan that is not carried out, with what it would do.
 *
 * @param sentence of `exceededLimit`
 * @param planned all rows of the table
 * @param changed the rows of each record that would change
 */
export function limitError(
	sentence: string,
	planned: readonly PlannedRow[],
	changed: ReadonlyArray<readonly PlannedRow[]>,
): VitallyError {
	const examples = changed.slice(0, MAX_EXAMPLES).map((rows) => {
		const { name = null, externalId = null, changedFields } = rows.find(isChange) as PlannedRow;
		return { name, externalId, changedFields } as unknown as IDataObject;
	});
	return new VitallyError(
		sentence,
		"Check the table. If it is right, set a higher limit under Options; 'Dry Run' returns all changes.",
		{ details: { ...countResults(planned), examples } },
	);
}

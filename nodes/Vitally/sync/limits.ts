import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { forEachRecord } from '../execution/concurrency';
import type { RecordType } from '../records/recordType';
import type { TableOptions } from './options';
import { isChange, writes, type PlannedRow, type RecordPlan, type Result } from './plan';
import { countResult, NONE, withCommas, type OperationName } from './report';

const MAX_EXAMPLES = 10;

/** Percentages are not exact in binary. */
const TOLERANCE = 1e-6;

/**
 * @param table its number of rows, and what is done with which records
 * @param plans of its records
 * @param done its other rows
 * @returns the sentence about the limit that a dry run exceeds; `undefined` when none is
 * @throws VitallyError for a plan that exceeds a limit, with what it would do
 */
export async function assertInLimits(
	{ maxChanges, maxChangesPercent, isDryRun }: TableOptions,
	{ operation, size, type }: { operation: OperationName; size: number; type: RecordType },
	plans: readonly RecordPlan[],
	done: readonly PlannedRow[],
): Promise<string | undefined> {
	const changed: RecordPlan[] = [];

	await forEachRecord(plans, (plan) => void (writes(plan) && changed.push(plan)));
	const isOver = changed.length > maxChanges;
	if (!isOver && changed.length * 100 <= maxChangesPercent * size + TOLERANCE) return undefined;

	const limit = isOver
		? `${withCommas(maxChanges)} that 'Max Changes'`
		: `${maxChangesPercent} % that 'Max Changes Percent'`;
	const sentence = `${operation} would change ${withCommas(changed.length)} of ${withCommas(size)} ${type.plural}, more than the ${limit} allows. Nothing was written.`;
	if (isDryRun) return sentence;

	const examples = changed.slice(0, MAX_EXAMPLES).map(({ rows }) => {
		const { name = null, externalId = null, changedFields } = rows.find(isChange) as PlannedRow;

		return { name, externalId, changedFields } as unknown as IDataObject;
	});
	const counts = new Map<Result, number>();
	const rows = [done, ...plans.map((plan) => plan.rows)].flat();

	await forEachRecord(rows, ({ result }) => countResult(counts, result));
	throw new VitallyError(
		sentence,
		"Check the table. If it is right, set a higher limit under Options; 'Dry Run' returns all changes.",
		{
			details: { ...(operation === 'Sync' && NONE), ...Object.fromEntries(counts), examples },
		},
	);
}

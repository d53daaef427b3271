import type { IDataObject } from 'n8n-workflow';

import { isOutcomeUnknown } from '../../errors/unknownOutcome';
import { VitallyError } from '../../errors/vitallyError';
import { comparedFields } from '../changes';
import {
	failedRow,
	isPartOfWrite,
	type PlannedRow,
	type Planner,
	type RecordSpec,
	type Row,
} from '../plan';
import { readAgain, type TableRecord } from '../reading/tableLists';
import { writeRecord } from './writeRecord';

/** Statuses of a rejection that does not depend on the values: the API key, and the rate limit. */
const NOT_OF_VALUES = [401, 403, 429];

/**
 * Writes what the rows of a record change, together. Where Vitally rejects that, and the planner wants it so, each row is
 * written alone, so that one value stops no other row.
 *
 * @param record keeps what was planned last, which is what is sent
 * @param found the record in Vitally as it is now; `undefined` where there is none
 * @returns the results of all rows
 * @throws VitallyError where no row is written, or it is unknown whether one is
 */
export async function writeRows<R extends Row>(
	record: TableRecord<R>,
	found: IDataObject | undefined,
	spec: RecordSpec,
	planner: Planner<R>,
): Promise<PlannedRow[]> {
	const { rows } = record;
	const [{ item }] = rows;

	const planFor = (read: IDataObject | undefined) => {
		const current = read && comparedFields(read, spec);
		const plan = planner.plan(rows, current);

		Object.assign(record, { current, plan });

		return plan;
	};

	const write = async () => await writeRecord(rows[0], found, spec, planFor);
	const written = await item.sayIfSaved(write).catch((error: unknown) => {
		const hasSeveral = record.plan.rows.filter(isPartOfWrite).length > 1;
		if (!planner.triesRowsAlone || !hasSeveral || !isOfValues(error)) throw error;

		return undefined;
	});
	if (written) return written;

	return await writeOneByOne(record, spec, planner);
}

/** Writes each row of a record alone. */
async function writeOneByOne<R extends Row>(
	record: TableRecord<R>,
	spec: RecordSpec,
	planner: Planner<R>,
): Promise<PlannedRow[]> {
	const plannedRows = record.plan.rows;
	const results: PlannedRow[] = [];

	const write = async (planned: PlannedRow) => {
		const row = record.rows.find(({ index }) => index === planned.index) as R;
		const plan = { rows: [planned], changes: {} };

		return await writeAlone({ ...record, rows: [row], plan }, spec, planner);
	};

	for (const planned of plannedRows) {
		results.push(isPartOfWrite(planned) ? await write(planned) : planned);
	}

	const creating = results.findIndex(({ result }) => result === 'created');

	// A row before the one that creates the record may have lacked what a new record needs.
	for (let position = 0; position < creating; position++) {
		const planned = plannedRows[position];
		const { result, error } = results[position];
		const wasSent = isOutcomeUnknown(error) || isOfValues(error);

		if (result === 'failed' && isPartOfWrite(planned) && !wasSent) {
			results[position] = await write(planned);
		}
	}

	return results;
}

/** Writes the only row of a record, and returns its result, also where it cannot be written. */
async function writeAlone<R extends Row>(
	record: TableRecord<R>,
	spec: RecordSpec,
	planner: Planner<R>,
): Promise<PlannedRow> {
	try {
		const found = await readAgain(record.rows[0]);
		const [result] = await writeRows(record, found, spec, planner);

		return result;
	} catch (error) {
		return failedRows(record, error, spec)[0];
	}
}

/**
 * The results of the rows of a record that is not written.
 *
 * @param record with what was planned last
 */
export function failedRows<R extends Row>(
	{ rows, plan, current }: TableRecord<R>,
	error: unknown,
	spec: RecordSpec,
): PlannedRow[] {
	return plan.rows.map((planned, position) => {
		if (!isPartOfWrite(planned)) return planned;

		const failed = failedRow(rows[position], error, spec, current);

		failed.presentFields = planned.presentFields;
		// Such changes may have been made, and an undo needs them.
		if (isOutcomeUnknown(error)) failed.changedFields = planned.changedFields;

		return failed;
	});
}

/** Whether Vitally rejected the values that were sent, for certain. */
function isOfValues(error: unknown): boolean {
	if (isOutcomeUnknown(error) || !(error instanceof VitallyError)) return false;

	const { status = 0 } = error.facts;

	return status >= 400 && status < 500 && !NOT_OF_VALUES.includes(status);
}

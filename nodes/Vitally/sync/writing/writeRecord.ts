import type { IDataObject } from 'n8n-workflow';

import { createdRecords } from '../../records/creation/createdRecords';
import {
	concurrentChangeError,
	createIdempotently,
	creationRequest,
} from '../../records/creation/createIdempotently';
import { findExistingRecord } from '../../records/findExistingRecord';
import { updateRecordIfFound } from '../../records/updateRecord';
import { pathSegment } from '../../transport/pathSegment';
import { bodyOf, comparedFields } from '../changes';
import {
	namesOf,
	newBody,
	writes,
	type PlannedRow,
	type RecordPlan,
	type RecordSpec,
	type Row,
} from '../plan';
import { withStoredValues } from './storedValues';

/** How often a record is planned: again where it is not the one that was read. */
const MAX_ATTEMPTS = 3;

interface Attempt {
	/** Whether the request wrote the record; otherwise it was deleted or created in the meantime. */
	isWritten: boolean;
	/** The record as it is now; `undefined` where there is none. */
	record: IDataObject | undefined;
	/** What the service shows of the record that it wrote. */
	shown?: IDataObject;
}

/**
 * Writes what the rows of a record change, in one request. A record that was deleted or created in the meantime is
 * planned again.
 *
 * @param row any of its rows
 * @param record as it was read; `undefined` where there is none
 * @returns the results of all its rows
 * @throws VitallyError when the service does not accept the changes, or it is unknown whether it did
 */
export async function writeRecord(
	row: Row,
	record: IDataObject | undefined,
	spec: RecordSpec,
	planFor: (record: IDataObject | undefined) => RecordPlan,
): Promise<PlannedRow[]> {
	let current = record;

	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const plan = planFor(current);
		if (!writes(plan)) return plan.rows;

		const body = bodyOf(plan.changes);
		const sent = current ? await sendUpdate(row, current, body) : await sendCreation(row, body);

		if (sent.isWritten) {
			const written = withStoredValues(plan, comparedFields(sent.shown ?? {}, spec), spec);

			return addNames(written, namesOf(row, sent.record, spec));
		}

		current = sent.record;
	}

	throw concurrentChangeError();
}

/** Adds the names that the record has now to the results of the rows that are written. */
function addNames(rows: readonly PlannedRow[], names: Partial<PlannedRow>): PlannedRow[] {
	return rows.map((row) => (row.result === 'failed' ? row : { ...row, ...names }));
}

async function sendUpdate(
	{ item, list }: Row,
	record: IDataObject,
	body: IDataObject,
): Promise<Attempt> {
	const id = String(record.id);
	const path = `${list.path}/${pathSegment(id, 'Vitally ID')}`;
	const written = await updateRecordIfFound(item, { noun: list.noun, id, path }, body);
	if (written) return { isWritten: true, record: { ...record, ...written }, shown: written };

	// Otherwise its external ID would count as taken.
	createdRecords.forget(id);

	return { isWritten: false, record: undefined };
}

async function sendCreation(row: Row, changes: IDataObject): Promise<Attempt> {
	const { item, list, key } = row;

	// The record may have been created since the list was read, and a list may leave records out.
	const existing = await findExistingRecord(item, list, key);
	if (existing) return { isWritten: false, record: existing.record ?? { id: existing.id } };

	const request = creationRequest(list, newBody(row, changes));
	const { isCreated, record } = await createIdempotently(item, request, list);

	return { isWritten: isCreated, record, shown: record };
}

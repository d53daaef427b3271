import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import type { RecordList } from '../records/recordList';
import type { SendContext } from '../transport/client';
import type { RecordType } from '../records/recordType';
import { bodyOf, changedRecord, differencesOf, type Changes, type ReadFields } from './differences';

/** How records of one type are updated from a table. */
export interface SyncSpec extends ReadFields {
	type: RecordType;
	/** The fields without which the service creates no record. */
	requiredOnCreate?: ReadonlyArray<{ name: string; displayName: string }>;
	/** Whether a row sets any field or trait, be it to an empty value. */
	isMapped(item: ItemParameters): boolean;
	/** The columns of a row that are left out, because no trait has their name. */
	columnsLeftOut(item: ItemParameters): readonly string[];
	/**
	 * The values of a row, checked; some may be a `PendingValue`.
	 *
	 * @throws VitallyError for a value that cannot be sent
	 */
	readValues(item: ItemParameters): Record<string, unknown>;
	/** The body of values that were read. */
	resolveBody(item: ItemContext, values: Record<string, unknown>): Promise<IDataObject>;
	/** @throws VitallyError for a body of which the service creates no record */
	assertNew?(body: IDataObject): void;
	/** The list of a row; an expression may select another one for each row. */
	listOf(item: ItemContext): RecordList | Promise<RecordList>;
	/** Reads one record by its Vitally ID, where the path of the list does not. */
	readById?(context: SendContext, list: RecordList, id: string): Promise<IDataObject | undefined>;
	/** Additional fields of a record that no row names, such as the name of the CSM. */
	describe?(item: ItemContext, record: IDataObject): Promise<IDataObject>;
}

/** A row of the table that names its record. */
export interface SyncRow {
	/** Of the input item. */
	index: number;
	item: ItemContext;
	/** Of its record, see `keyOf`. */
	key: string;
	/** Where its record is. */
	list: RecordList;
	createsMissing: boolean;
	/** Whether the row is only previewed. */
	isDryRun: boolean;
	/** The fields and traits that the record should have. */
	body: IDataObject;
	/** Why the row cannot be sent. */
	error?: unknown;
}

/** What Sync does for one row: the plan, and after the row is written the result. */
export interface PlannedRow {
	/** Of the input item. */
	index: number;
	/** Of the record before the row is written, or of the new one. */
	name?: string;
	externalId?: string;
	/** The Vitally ID, where it is known. */
	id?: string;
	result: 'created' | 'updated' | 'unchanged' | 'missing' | 'failed';
	/** Of a creation or an update. */
	changedFields?: Changes;
	/** Body of the request. */
	body?: IDataObject;
	/** Whether the row is only previewed. */
	isDryRun?: boolean;
	/** Why the row failed. */
	error?: unknown;
}

/**
 * Plans the rows of one record in the order of the table: each row is compared with the record as the rows
 * before it change it. Changes of a dry run count for the dry runs after it only.
 *
 * @param record see `readFields`; `undefined` where there is none
 */
export function planRecord(
	rows: readonly SyncRow[],
	record: IDataObject | undefined,
	spec: SyncSpec,
): PlannedRow[] {
	let [written, previewed] = [record, record];
	return rows.map((row) => {
		const current = row.isDryRun ? previewed : written;
		try {
			const planned = planRow(row, current, spec);
			previewed = isChange(planned) ? changedRecord(current ?? {}, planned.body ?? {}) : current;
			if (!row.isDryRun) written = previewed;
			return planned;
		} catch (error) {
			return failedRow(row, error, current);
		}
	});
}

/**
 * Compares a row with its record.
 *
 * @throws VitallyError for a row that cannot be sent, and a record that cannot be created
 */
export function planRow(row: SyncRow, record: IDataObject | undefined, spec: SyncSpec): PlannedRow {
	const { index, key, body, createsMissing, isDryRun, error } = row;
	if (error !== undefined) throw error;
	const planned = { index, isDryRun, ...namesOf(row, record) };
	const changedFields = differencesOf(record ?? {}, body, spec);
	const changes = bodyOf(changedFields);
	if (record) {
		if (Object.keys(changes).length === 0) return { ...planned, result: 'unchanged' };
		return { ...planned, result: 'updated', body: changes, changedFields };
	}
	if (!createsMissing) return { ...planned, result: 'missing' };
	// Nothing is cleared in a new record.
	const newBody = { externalId: key, ...changes };
	assertComplete(newBody, spec);
	spec.assertNew?.(newBody);
	const name = textOf(changes.name);
	return { ...planned, name, result: 'created', body: newBody, changedFields };
}

/** Whether the record is created or updated. */
export function isChange({ result }: PlannedRow): boolean {
	return result === 'created' || result === 'updated';
}

/** @param record `undefined` where it is not known */
export function failedRow(row: SyncRow, error: unknown, record?: IDataObject): PlannedRow {
	return { index: row.index, ...namesOf(row, record), result: 'failed', error };
}

/** What names the record of a row in the output. */
function namesOf(
	{ key, list }: SyncRow,
	record?: IDataObject,
): Pick<PlannedRow, 'name' | 'externalId' | 'id'> {
	if (!record) return { [list.key ?? 'externalId']: key };
	const { name, externalId, id } = record;
	return { name: textOf(name), externalId: textOf(externalId), id: textOf(id) };
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function assertComplete(body: IDataObject, { requiredOnCreate = [] }: SyncSpec): void {
	const missing = requiredOnCreate.find(({ name }) => body[name] === undefined);
	if (!missing) return;
	const { displayName } = missing;
	throw new VitallyError(
		`The field '${displayName}' is empty`,
		`Vitally has no record with this External ID, and creates none without a value for '${displayName}'.`,
	);
}

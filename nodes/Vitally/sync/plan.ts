import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import type { RecordSource } from '../records/recordSource';
import type { RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import { changedRecord, differencesOf, type FieldChange, type ReadFields } from './differences';

/** How records of one type are updated from a table. */
export interface SyncSpec extends ReadFields {
	type: RecordType;
	/** The fields without which the service creates no record. */
	requiredOnCreate?: ReadonlyArray<{ name: string; displayName: string }>;
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
	source(item: ItemContext): RecordSource | Promise<RecordSource>;
	/** Replaces the general error text for a status of a creation. */
	explain?(item: ItemContext, body: IDataObject): ServiceRequest['explain'];
}

/** A row of the table, read and checked. */
export interface SyncRow {
	index: number;
	item: ItemContext;
	externalId: string;
	/** Where its record is. */
	source: RecordSource;
	/** The fields and traits that the record should have. */
	body: IDataObject;
	isDryRun: boolean;
	createsMissing: boolean;
}

/** What Sync does for one row. */
export interface PlannedRow {
	/** Of the input item. */
	index: number;
	externalId?: string;
	result: 'create' | 'update' | 'unchanged' | 'missing' | 'failed';
	/** The Vitally ID, where it is known. */
	id?: string;
	/** Old and new values of an update; a trait as `traits.<key>`. */
	changedFields?: Record<string, FieldChange>;
	/** Body of the request. */
	body?: IDataObject;
	/** Whether the row is only previewed. */
	isDryRun: boolean;
	/** Why the row failed. */
	error?: unknown;
}

/**
 * Plans the rows of one record in the order of the table: each row is compared with the record as the rows
 * before it change it. Changes of a dry run count for following dry runs only.
 *
 * @param record see `readFields`; `undefined` where there is none
 */
export function planRecord(
	rows: readonly SyncRow[],
	record: IDataObject | undefined,
	spec: SyncSpec,
): PlannedRow[] {
	let written = record;
	let previewed = record;
	return rows.map((row) => {
		const current = row.isDryRun ? previewed : written;
		const planned = tryPlanRow(row, current, spec);
		previewed = recordAfter(current, planned);
		if (!row.isDryRun) written = previewed;
		return planned;
	});
}

/**
 * Compares a row with its record.
 *
 * @throws VitallyError for a record that cannot be created
 */
export function planRow(
	{ index, externalId, body, isDryRun, createsMissing }: SyncRow,
	record: IDataObject | undefined,
	spec: SyncSpec,
): PlannedRow {
	const row = { index, externalId, isDryRun };
	if (record) {
		const id = typeof record.id === 'string' ? record.id : undefined;
		const { body: changes, changedFields } = differencesOf(record, body, spec);
		if (Object.keys(changes).length === 0) return { ...row, result: 'unchanged', id };
		return { ...row, result: 'update', id, body: changes, changedFields };
	}
	if (!createsMissing) return { ...row, result: 'missing' };
	// Nothing is cleared in a new record.
	const newBody = { externalId, ...differencesOf({}, body, spec).body };
	assertComplete(newBody, spec);
	spec.assertNew?.(newBody);
	return { ...row, result: 'create', body: newBody };
}

function tryPlanRow(row: SyncRow, record: IDataObject | undefined, spec: SyncSpec): PlannedRow {
	try {
		return planRow(row, record, spec);
	} catch (error) {
		return failedRow(row, error);
	}
}

export function failedRow(
	{ index, externalId, isDryRun }: Omit<SyncRow, 'body'>,
	error: unknown,
): PlannedRow {
	return { index, externalId, isDryRun, result: 'failed', error };
}

function recordAfter(
	record: IDataObject | undefined,
	{ result, body = {} }: PlannedRow,
): IDataObject | undefined {
	if (result !== 'create' && result !== 'update') return record;
	return changedRecord(record ?? {}, body);
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

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext, TableRow } from '../execution/operation';
import type { LeftOut } from '../fields/traits/traitMapping';
import { appLink } from '../records/recordLinks';
import type { RecordList } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import { assertNewName } from '../values/emptyValues';
import { omitUndefined } from '../values/json/json';
import type { TraitType } from '../values/traits/traitValue';
import type { Changes, ReadFields } from './changes';
import type { TableOptions } from './options';

/** The records that a table may change. */
export interface RecordSpec extends ReadFields {
	type: RecordType;
	labels: ReadonlyMap<string, string>;
	/** Fields that the service cannot clear, each with its label in the editor. */
	notClearable: ReadonlyMap<string, string>;
	/** The fields without which the service creates no record. */
	requiredOnCreate: ReadonlyArray<{ name: string; displayName: string }>;
	/** Whether two records of one name are likely the same. */
	hasDistinctNames?: boolean;
	/** @throws VitallyError for a body of which the service creates no record */
	assertNew?(body: IDataObject): void;
	/** The list of a row; an expression may select another one for each row. */
	listOf(item: ItemContext): RecordList | Promise<RecordList>;
	/** Output columns that say where the records of a list belong, in addition to the resource. */
	placeColumns?: readonly string[];
	/** The values of these columns. */
	placeOf?(list: RecordList): IDataObject;
	/** The types of the traits that are defined, by key; of none where the service does not return the definitions. */
	traitTypes(item: ItemContext): Promise<ReadonlyMap<string, TraitType>>;
	/** Additional fields of a record that no row names, such as the name of the CSM. */
	describe?(item: ItemContext, record: IDataObject): IDataObject | Promise<IDataObject>;
}

/** A row of the table that names a record. */
export interface Row {
	/** Index of its item. */
	index: number;
	item: ItemContext;
	/** The ID or email address of its record, see `keyOf`. */
	key: string;
	/** Whether the key is a Vitally ID, whatever the records of the list are found by. */
	isId?: boolean;
	list: RecordList;
	name?: string;
	externalId?: string;
	/** The error for which the row cannot be sent. */
	error?: unknown;
}

/** The results of rows, as the line above the output calls them, in its order. */
export const RESULTS = {
	created: 'created',
	updated: 'updated',
	applied: 'applied',
	alreadyApplied: 'already applied',
	restored: 'restored',
	unchanged: 'unchanged',
	missing: 'not in Vitally',
	changedSince: 'changed since',
	failed: 'failed',
	skipped: 'skipped',
};

/** A result of a row. Records that an undo leaves in place have a sentence of their own above the output. */
export type Result = keyof typeof RESULTS | 'leftInPlace';

/** What is done for a row: planned, and after it is written the result. */
export interface PlannedRow {
	index: number;
	result: Result;
	name?: string;
	externalId?: string;
	id?: string;
	/** The email address by which the row names its record. */
	email?: string;
	url?: string;
	place?: IDataObject;
	/** What is written for the row. */
	changedFields?: Changes;
	/** Changes of the row that Vitally has already: an earlier attempt may have written them, and an undo needs them. */
	presentFields?: Changes;
	/** Whether its values are those of rows before it, and are written with these. */
	isWrittenWithOthers?: boolean;
	/** The ID of a record that has the name of the one that is created. */
	namesake?: string;
	/** Fields of which Vitally shows another value than the one that was sent. */
	storedOtherwise?: string[];
	fieldsLeft?: string[];
	/** The reason why fields are left, or why the row had failed in the Sync that is applied or undone. */
	reason?: string;
	error?: unknown;
}

/** What is done for a record. */
export interface RecordPlan {
	/** The results of its rows, in the order of the table. */
	rows: PlannedRow[];
	/** What all rows together change. */
	changes: Changes;
}

/** The operations that change records from a table, as messages name them. */
export type TableOperationName = 'Sync' | 'Sync: Apply Changes' | 'Sync: Undo';

/** What distinguishes Sync, Sync: Apply Changes and Sync: Undo. */
export interface Planner<R extends Row> {
	operation: TableOperationName;
	/** Whether the rows of a record are written one by one where Vitally rejects what they change together. */
	triesRowsAlone: boolean;
	/** Columns that automatic mapping leaves out, each with the reason. */
	columnsLeftOut: ReadonlyMap<string, LeftOut>;
	/**
	 * Reads an item, before anything is sent.
	 *
	 * @param options of the table
	 * @returns the result of an item without a record
	 * @throws VitallyError for an item that ends the run
	 */
	readRow(opened: TableRow, options: TableOptions): Promise<R | PlannedRow>;
	/** @throws VitallyError where no row that was read can be written */
	assertUsable?(): void;
	/**
	 * Looks up what a row needs beside its record, such as other records that it names.
	 *
	 * @throws VitallyError for a row that cannot be sent
	 */
	prepareRow(row: R): Promise<void>;
	/** The number by which a person finds a row, from its index: that of the row in the table of the Sync. */
	numberOf(index: number): number;
	/** Returns the names of the fields that a row changes or compares, as in `Changes`. */
	fieldsOf(row: R): string[];
	/**
	 * Plans what is done for the rows of one record.
	 *
	 * @param rows in the order of the table
	 * @param record see `comparedFields`; `undefined` where there is none
	 */
	plan(rows: readonly R[], record: IDataObject | undefined): RecordPlan;
}

/** Whether anything is written: a new record, or changes. */
export function writes({ rows, changes }: RecordPlan): boolean {
	return Object.keys(changes).length > 0 || rows.some(({ result }) => result === 'created');
}

/** Whether a row is to be written. */
export function isChange({ result, changedFields = {} }: PlannedRow): boolean {
	return result === 'created' || Object.keys(changedFields).length > 0;
}

/** Whether a row fails where the write of its record fails. */
export function isPartOfWrite(row: PlannedRow): boolean {
	return isChange(row) || row.isWrittenWithOthers === true;
}

/**
 * The result of a row that cannot be written.
 *
 * @param record `undefined` where it is not known
 */
export function failedRow(
	row: Row,
	error: unknown,
	spec: RecordSpec,
	record?: IDataObject,
): PlannedRow {
	const names = namesOf(row, record, spec);

	return { index: row.index, ...names, name: row.name ?? names.name, result: 'failed', error };
}

/** The columns that name a record: as Vitally does, or for a record that Vitally does not have as the row does. */
export function namesOf(
	{ key, isId, list, item, name, externalId }: Row,
	record: IDataObject | undefined,
	{ type, placeOf }: RecordSpec,
): Omit<PlannedRow, 'index' | 'result'> {
	const place = placeOf?.(list);

	if (record) {
		return {
			name: stringOrUndefined(record.name),
			externalId: stringOrUndefined(record.externalId),
			id: stringOrUndefined(record.id),
			...appLink(item, type, record),
			place,
		};
	}

	if (isId === true) return { name, id: key, externalId, place };

	return { name, [list.key ?? 'externalId']: key, place };
}

export function stringOrUndefined(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** The body of a new record: the changes, and the external ID of the row. */
export function newBody({ key }: Row, body: IDataObject): IDataObject {
	return omitUndefined({ externalId: key, ...body });
}

/**
 * Asserts that the service creates a record of a body.
 *
 * @param columnsWithout returns the columns of the table where none of them fits a field
 * @throws VitallyError for a field without which the service creates no record
 */
export function assertComplete(
	body: IDataObject,
	{ type, requiredOnCreate, assertNew }: RecordSpec,
	columnsWithout?: (field: string) => readonly string[] | undefined,
): void {
	const missing = requiredOnCreate.find(({ name }) => body[name] === undefined);

	if (missing) {
		const { name, displayName } = missing;

		throw missingFieldError(type, body.externalId, displayName, columnsWithout?.(name));
	}

	assertNewName(body);
	assertNew?.(body);
}

/** @param columns of the table, where none of them fits the field */
function missingFieldError(
	{ noun }: RecordType,
	externalId: unknown,
	label: string,
	columns?: readonly string[],
): VitallyError {
	const advice = columns
		? `Check the External ID of the row. If the ${noun} is new, rename one of these columns to '${label}': ${columns.join(', ')}. Or choose 'Map Each Column Manually' and drag it onto '${label}'.`
		: `Check the External ID of the row, or enter a value for '${label}'.`;

	return new VitallyError(
		`No ${noun} has the External ID '${String(externalId)}', and a new one needs a '${label}'`,
		advice,
		{ field: label },
	);
}

import type { IDataObject } from 'n8n-workflow';

import { isMissingError, VitallyError } from '../../errors/vitallyError';
import type { ItemContext, TableRow } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { readSwitch } from '../../fields/readers';
import type { LeftOut, TraitMapper } from '../../fields/traits/traitMapping';
import type { RecordList } from '../../records/recordList';
import { listKeyedBy } from '../../records/search';
import { valuesEqual } from '../../values/valuesEqual';
import {
	bodyOf,
	changedRecord,
	differencesOf,
	emptyRecord,
	labelOfChange,
	isUnseen,
	namesIn,
	valuesByName,
} from '../changes';
import { formatCount } from '../formatCount';
import {
	createMissing,
	emptyItemError,
	emptyMatchError,
	isMatchEmpty,
	readMatch,
	type MatchBy,
	type TableOptions,
} from '../options';
import {
	assertComplete,
	failedRow,
	isChange,
	namesOf,
	stringOrUndefined,
	type PlannedRow,
	type Planner,
	type RecordPlan,
	type RecordSpec,
	type Row,
} from '../plan';

/** How messages call the value by which a row names its record. */
const KEY_LABELS = { externalId: 'External ID', id: 'Vitally ID', email: 'email address' };

/** Rows and fields that an error names. */
const MAX_NAMED = 5;

export interface SyncSpec extends RecordSpec {
	/** Reads the traits to which columns are mapped, once per run; `undefined` where columns are not mapped. */
	openMapper(item: ItemContext): Promise<TraitMapper | undefined>;
	/** Whether a row sets any field or trait, be it to an empty value. */
	isMapped(item: ItemParameters, mapper: TraitMapper | undefined): boolean;
	/** The name in a row, also where other values are invalid. */
	nameIn(item: ItemParameters, mapper: TraitMapper | undefined): string | undefined;
	/**
	 * The values of a row, checked; some may be a `PendingValue`.
	 *
	 * @throws VitallyError for a value that cannot be sent
	 */
	readValues(item: ItemParameters, mapper: TraitMapper | undefined): Record<string, unknown>;
	resolveBody(item: ItemContext, values: Record<string, unknown>): Promise<IDataObject>;
}

interface SyncRow extends Row {
	/** Whether its record is created where Vitally does not have it. */
	createsMissing: boolean;
	/** The values of the row. Until the other records that they name are looked up, some may be a `PendingValue`. */
	body: IDataObject;
	/** `undefined` where its columns are not mapped. */
	mapper?: TraitMapper;
}

/** Plans Sync: what of the values of a row differs from the record. */
export class SyncPlanner implements Planner<SyncRow> {
	readonly operation = 'Sync';
	readonly triesRowsAlone = true;
	readonly columnsLeftOut = new Map<string, LeftOut>();
	/** Whether any row sets a field or trait, be it to an empty value; unknown before the first row is read. */
	private mapping: 'unknown' | 'empty' | 'mapped' = 'unknown';

	/** Whether any row has its values from mapped columns. */
	private mapsColumns = false;
	private rowCount = 0;
	/** The number of rows in which the value is empty that should name their record. */
	private rowsWithoutKey = 0;
	/** The error of the table if all its rows are such. */
	private emptyColumnError: VitallyError | undefined;
	/** The lists whose records are found by another field than the external ID, by the lists of the records. */
	private readonly keyedLists = new Map<RecordList, RecordList>();
	/** The errors with which the traits could not be read, by API key. */
	private readonly mapperErrors = new Map<string, Error>();
	/** The errors with which the lists of rows could not be found, by API key. */
	private readonly listErrors = new Map<string, Error>();

	constructor(private readonly spec: SyncSpec) {}

	async readRow(opened: TableRow, { matchBy }: TableOptions): Promise<SyncRow | PlannedRow> {
		const { index } = opened;

		this.rowCount++;
		if ('error' in opened) return { index, result: 'failed', error: opened.error };

		const { item } = opened;
		let row: SyncRow;

		try {
			row = await this.readKey(item, index, matchBy);
		} catch (readError) {
			const error = this.noteEmptyKey(item, matchBy) ?? readError;
			const place = await this.placeOf(item);

			return { index, name: await this.nameWithoutKey(item), result: 'failed', error, place };
		}

		await this.readValues(row, matchBy);

		return row;
	}

	assertUsable(): void {
		const isColumnEmpty = this.rowsWithoutKey > 1 && this.rowsWithoutKey === this.rowCount;
		if (isColumnEmpty && this.emptyColumnError) throw this.emptyColumnError;
		if (this.mapping === 'empty') throw this.nothingMappedError();
	}

	async prepareRow(row: SyncRow): Promise<void> {
		row.body = await this.spec.resolveBody(row.item, row.body);
	}

	numberOf(index: number): number {
		return index + 1;
	}

	fieldsOf({ body }: SyncRow): string[] {
		return namesIn(body);
	}

	/**
	 * Plans the rows of one record. What they set is merged, and each row is compared with what those before it leave. Rows
	 * that set a field to different values fail, because the order of a table decides nothing.
	 */
	plan(rows: readonly SyncRow[], record: IDataObject | undefined): RecordPlan {
		const newRecord = emptyRecord(this.spec);
		// What another run has just created is written as a new record, because nobody has seen its values.
		const seen = record && isUnseen(record) ? undefined : record;
		const errors = this.errorsOf(rows);
		const merged = mergeBodies(rows.filter((row) => !errors.has(row)));
		const planned: PlannedRow[] = [];
		let current = seen;
		let sent: IDataObject = {};

		for (const row of rows) {
			const error = errors.get(row);
			const result =
				error === undefined
					? this.planRow(row, current, merged)
					: failedRow(row, error, this.spec, current);

			planned.push(result);

			if (!isChange(result)) {
				// The rows before it have set its values.
				result.isWrittenWithOthers =
					result.result === 'unchanged' && this.differs(row, seen ?? newRecord);
				continue;
			}

			const body = bodyOf(result.changedFields ?? {});

			current = changedRecord(current ?? newRecord, body);
			sent = changedRecord(sent, body);
		}

		return { rows: planned, changes: differencesOf(seen ?? newRecord, sent, this.spec) };
	}

	/** @throws VitallyError for a row that names no record */
	private async readKey(item: ItemContext, index: number, matchBy: MatchBy): Promise<SyncRow> {
		const { key, spelling } = readMatch(item, matchBy);
		const list = this.listKeyedBy(matchBy, await this.listOfRow(item));

		list.spellings?.set(key, spelling);

		return { index, item, key, list, createsMissing: false, body: {} };
	}

	/**
	 * Counts a row whose value is empty that should name its record.
	 *
	 * @returns the error of an item that is empty as a whole, which says more than that of the value
	 */
	private noteEmptyKey(item: ItemContext, matchBy: MatchBy): VitallyError | undefined {
		if (!isMatchEmpty(item, matchBy)) return undefined;

		this.rowsWithoutKey++;
		this.emptyColumnError = emptyMatchError(item, matchBy, this.rowsWithoutKey);

		return emptyItemError(item, matchBy);
	}

	private async nameWithoutKey(item: ItemContext): Promise<string | undefined> {
		const mapper = await this.openMapper(item).catch(() => undefined);

		return this.spec.nameIn(item, mapper);
	}

	/** Adds its values to a row, or the error for which they cannot be sent. */
	private async readValues(row: SyncRow, matchBy: MatchBy): Promise<void> {
		const { item } = row;

		try {
			row.createsMissing = matchBy === 'externalId' && readSwitch(item, createMissing);
			row.mapper = await this.openMapper(item);
			row.body = this.spec.readValues(item, row.mapper) as IDataObject;
			this.noteMapping(row);
			row.name = stringOrUndefined(row.body.name);
		} catch (error) {
			row.error = error;
			row.name = this.spec.nameIn(item, row.mapper);
			// A value that is invalid was mapped.
			this.mapping = 'mapped';
		}
	}

	/** Finds the list of a row; a request that failed for one row is not sent for each of the others. */
	private async listOfRow(item: ItemContext): Promise<RecordList> {
		const known = this.listErrors.get(item.rateLimitKey);
		if (known !== undefined) throw known;

		const findList = async () => await this.spec.listOf(item);

		return await findList().catch((error: unknown) => {
			// What is missing for this row may be there for another one, which may name something else.
			const isOfRequest = item.requestsSent > 0 && !isMissingError(error);
			if (isOfRequest) this.listErrors.set(item.rateLimitKey, error as Error);

			throw error;
		});
	}

	/** Returns the list with the value by which rows name its records: the same list for all of its rows. */
	private listKeyedBy(matchBy: MatchBy, records: RecordList): RecordList {
		if (matchBy === 'externalId') return records;

		const list = this.keyedLists.get(records) ?? listKeyedBy(matchBy, this.spec.type, records);

		this.keyedLists.set(records, list);

		return list;
	}

	/** Returns the place of a row that names no record, or `undefined` where that is invalid too. */
	private async placeOf(item: ItemContext): Promise<IDataObject | undefined> {
		try {
			return this.spec.placeOf?.(await this.listOfRow(item));
		} catch {
			return undefined;
		}
	}

	/** Opens the mapper of an item; what could not be read for one row is not requested for each of the others. */
	private async openMapper(item: ItemContext): Promise<TraitMapper | undefined> {
		const known = this.mapperErrors.get(item.rateLimitKey);
		if (known !== undefined) throw known;

		return await this.spec.openMapper(item).catch((error: unknown) => {
			this.mapperErrors.set(item.rateLimitKey, error as Error);

			throw error;
		});
	}

	/** Notes whether values are mapped, and which columns are left out. */
	private noteMapping({ item, mapper }: SyncRow): void {
		if (this.mapping !== 'mapped') {
			this.mapping = this.spec.isMapped(item, mapper) ? 'mapped' : 'empty';
		}

		this.mapsColumns ||= mapper !== undefined;
		const columns = mapper?.columnsLeftOut(item) ?? [];

		for (const [column, reason] of columns) this.columnsLeftOut.set(column, reason);
	}

	/**
	 * Returns the errors of rows that cannot be written: values of one record are invalid, or contradict each
	 * other.
	 */
	private errorsOf(rows: readonly SyncRow[]): Map<SyncRow, unknown> {
		const errors = new Map<SyncRow, unknown>();

		for (const row of rows) {
			if (row.error !== undefined) errors.set(row, row.error);
		}

		const valid = rows.filter((row) => !errors.has(row));
		const fields = contradictingFields(valid, this.spec);
		if (fields.size === 0) return errors;

		const contradicting = valid.filter(({ body }) =>
			namesIn(body).some((name) => fields.has(name)),
		);
		const error = this.contradictionError(contradicting, [...fields]);

		for (const row of contradicting) errors.set(row, error);

		return errors;
	}

	private differs(row: SyncRow, record: IDataObject): boolean {
		return Object.keys(differencesOf(record, row.body, this.spec)).length > 0;
	}

	/** @param merged what all rows of the record set */
	private planRow(row: SyncRow, record: IDataObject | undefined, merged: IDataObject): PlannedRow {
		try {
			return record ? this.planUpdate(row, record) : this.planCreation(row, merged);
		} catch (error) {
			return failedRow(row, error, this.spec, record);
		}
	}

	private planUpdate(row: SyncRow, record: IDataObject): PlannedRow {
		const names = namesOf(row, record, this.spec);
		const changedFields = differencesOf(record, row.body, this.spec);

		if (Object.keys(changedFields).length === 0) {
			return { index: row.index, ...names, result: 'unchanged' };
		}

		return { index: row.index, ...names, result: 'updated', changedFields };
	}

	/** @throws VitallyError for a record that cannot be created */
	private planCreation(row: SyncRow, merged: IDataObject): PlannedRow {
		const { index, item, body, mapper } = row;
		const names = namesOf(row, undefined, this.spec);

		if (!row.createsMissing) {
			return { index, ...names, result: 'missing', reason: this.whyMissing(row) };
		}

		// The changes have the external ID too, because a sheet may turn the ID in its own column into a number.
		const values = { ...body, externalId: row.key };
		// There is nothing to clear in a new record.
		const changedFields = differencesOf(emptyRecord(this.spec), values, this.spec);

		assertComplete(changedRecord(merged, bodyOf(changedFields)), this.spec, (field) =>
			mapper?.columnsWithout(item, field),
		);

		return { index, ...names, result: 'created', changedFields };
	}

	private whyMissing({ key, list }: SyncRow): string {
		return `No ${this.spec.type.noun} has the ${KEY_LABELS[list.key ?? 'externalId']} '${key}'`;
	}

	private contradictionError(rows: readonly SyncRow[], fields: readonly string[]): VitallyError {
		const { key, list } = rows[0];
		const numbers = rows.map(({ index }) => String(this.numberOf(index)));
		const labels = fields.map((field) => `'${labelOfChange(field, this.spec.labels)}'`);

		return new VitallyError(
			`Rows ${listOf(numbers)} have the ${KEY_LABELS[list.key ?? 'externalId']} "${key}" and different values for ${listOf(labels)}`,
			'Keep one of these rows, or give all of them the same value. None of these rows was written.',
		);
	}

	private nothingMappedError(): VitallyError {
		return new VitallyError(
			`No fields or traits are mapped, so existing ${this.spec.type.plural} would stay unchanged`,
			this.adviceToMap(),
		);
	}

	/** Returns advice with the labels that the editor shows: each way to map has its own. */
	private adviceToMap(): string {
		const columns = [...this.columnsLeftOut.keys()];

		if (columns.length > 0) {
			return `No trait has the name of a column: ${columns.join(', ')}. Rename the columns, choose 'Map Each Column Manually', or set 'Columns Without Trait' under Options.`;
		}

		if (this.mapsColumns) {
			return "Add fields under 'Fields and Traits', or choose 'Map Automatically'.";
		}

		return "Enter a field or a trait, or set 'Specify Traits' to 'Using Mapped Columns'.";
	}
}

/** Returns the fields that rows of one record set to different values. Values of lists that are only added to are joined. */
function contradictingFields(
	rows: readonly SyncRow[],
	{ additiveFields = [] }: RecordSpec,
): Set<string> {
	const contradicting = new Set<string>();
	if (rows.length < 2) return contradicting;

	const values = new Map<string, unknown>();

	for (const [name, value] of rows.flatMap(({ body }) => valuesByName(body))) {
		if (additiveFields.includes(name)) continue;

		if (!values.has(name)) values.set(name, value);
		else if (!valuesEqual(values.get(name), value)) contradicting.add(name);
	}

	return contradicting;
}

function mergeBodies(rows: readonly SyncRow[]): IDataObject {
	return rows.reduce<IDataObject>((merged, { body }) => changedRecord(merged, body), {});
}

/** Lists texts, of which it names the first five: `2 and 7`, or `1, 2, 3, 4, 5 and 3 more`. */
function listOf(texts: readonly string[]): string {
	if (texts.length === 1) return texts[0];

	const named = texts.slice(0, MAX_NAMED);
	const others = texts.length - named.length;
	if (others > 0) named.push(`${formatCount(others)} more`);

	return `${named.slice(0, -1).join(', ')} and ${named[named.length - 1]}`;
}

import type { IDataObject } from 'n8n-workflow';

import { forEachRecord } from '../../execution/concurrency';
import type { ItemContext } from '../../execution/operation';
import { RecordIndex } from '../../records/recordIndex';
import { keyOf, readByExternalId, type RecordList } from '../../records/recordList';
import { comparedFields, type ReadFields } from '../changes';
import type { RecordPlan, Row } from '../plan';
import type { Namesakes } from './namesakes';

/** A record, and the rows that name it in the order of the table. */
export interface TableRecord<R extends Row> {
	rows: R[];
	/** See `comparedFields`; `undefined` where Vitally has no record. */
	current?: IDataObject;
	/** The error with which the record cannot be read. */
	error?: unknown;
	plan: RecordPlan;
}

/** The records of a table that are in one list. */
export interface TableList<R extends Row> {
	/** An item whose row names a record of the list. It sends the requests for pages. */
	item: ItemContext;
	list: RecordList;
	/** The records that rows name, by `nameOf`. */
	records: Map<string, TableRecord<R>>;
	/** The records that no row names, by Vitally ID. */
	others: Map<unknown, IDataObject>;
	/** Whether the list shows of any record the value by which rows name theirs, be it empty or not. */
	showsKeys: boolean;
	/** The error with which the list cannot be read. */
	error?: unknown;
}

/** What the output needs of a record that no row names; the last two for the name of its CSM. */
const OTHER_FIELDS = ['id', 'name', 'externalId', 'updatedAt', 'churnedAt', 'csmId', 'keyRoles'];

/** Groups the rows of a table by their list, and those of a list by their record. */
export async function groupByList<R extends Row>(rows: readonly R[]): Promise<Array<TableList<R>>> {
	const lists = new Map<string, TableList<R>>();

	await forEachRecord(rows, (row) => {
		const { records } = listOfRow(lists, row);
		const name = row.isId ? nameOfId(row.key) : nameOfKey(row.key);
		const record = records.get(name);

		if (record) record.rows.push(row);
		else records.set(name, { rows: [row], plan: { rows: [], changes: {} } });
	});

	return [...lists.values()];
}

/**
 * The index of the records of a list. It contains those that rows name; the others are added to the list where they
 * are to be found.
 */
export function createIndex<R extends Row>(
	tableList: TableList<R>,
	fields: ReadFields,
	{ findsOthers, namesakes }: { findsOthers: boolean; namesakes?: Namesakes },
): RecordIndex {
	const { list, records, others } = tableList;
	// No row names its record by name.
	const unnamedList = { ...list, nameFields: undefined };

	return new RecordIndex(unnamedList, (record) => {
		namesakes?.note(record);
		const key = keyOf(list, record);
		const isInTable = records.has(nameOfKey(key)) || records.has(nameOfId(record.id));

		tableList.showsKeys ||= key === null || typeof key === 'string';
		if (isInTable) return comparedFields(record, fields);

		if (findsOthers) {
			others.set(record.id, Object.fromEntries(OTHER_FIELDS.map((name) => [name, record[name]])));
		}

		return undefined;
	});
}

/**
 * Finds the record of a row.
 *
 * @returns `undefined` where there is none
 * @throws VitallyError when it cannot be read, or several records have the key
 */
export async function findRecord(
	index: RecordIndex,
	item: ItemContext,
	{ key, isId, list }: Row,
): Promise<IDataObject | undefined> {
	const found = await index.find(item, key, isId ? 'either' : 'externalId');
	if (isId !== true || found?.id === key) return found;

	// The Vitally ID may be the external ID of another record, and the list may leave the record out.
	const isUnread = found !== undefined || index.isWhole;

	return isUnread ? await list.readById(item, key) : undefined;
}

/** Reads the record of a row as it is now, without the index. */
export async function readAgain({ item, list, key, isId }: Row): Promise<IDataObject | undefined> {
	return await (isId ? list.readById(item, key) : readByExternalId(item, list, key));
}

function listOfRow<R extends Row>(
	lists: Map<string, TableList<R>>,
	{ item, list }: R,
): TableList<R> {
	const path = `${item.rateLimitKey} ${list.path}`;
	const known = lists.get(path);
	if (known) return known;

	const added: TableList<R> = {
		item,
		list,
		records: new Map(),
		others: new Map(),
		showsKeys: false,
	};

	lists.set(path, added);

	return added;
}

/** Names a record among those of its list. */
function nameOfKey(key: unknown): string {
	return `key ${String(key)}`;
}

/** Returns the same as `nameOfKey`, for a record with this Vitally ID. */
function nameOfId(id: unknown): string {
	return `id ${String(id)}`;
}

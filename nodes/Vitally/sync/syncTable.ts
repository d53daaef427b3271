import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import {
	forEachRecord,
	mapRecords,
	withRecordLock,
	type LockedUpdate,
} from '../execution/concurrency';
import type { ItemContext, Table, TableOutcome } from '../execution/operation';
import { recordNamesOf } from '../execution/recordNames';
import { RecordIndex } from '../records/recordIndex';
import { keyOf, readByExternalId, type RecordList } from '../records/recordList';
import { comparedFields, type Changes } from './changes';
import { describeChanges } from './describeChanges';
import { assertInLimits } from './limits';
import { readTableOptions, type TableOptions } from './options';
import {
	failedRow,
	isChange,
	stringOrUndefined,
	writes,
	type PlannedRow,
	type Planner,
	type RecordPlan,
	type RecordSpec,
	type Row,
} from './plan';
import { SyncReport } from './report';
import { writeRecord } from './writeRecord';

/** A record, and the rows that name it in the order of the table. */
interface TableRecord<R extends Row> {
	rows: R[];
	/** See `comparedFields`; `undefined` where Vitally has no record. */
	current?: IDataObject;
	plan: RecordPlan;
}

interface TableList<R extends Row> {
	/** One item of the list, which sends the requests for pages. */
	item: ItemContext;
	list: RecordList;
	/** The records that rows name, by `nameOf`. */
	records: Map<string, TableRecord<R>>;
	/** The records that no row names, by Vitally ID. */
	others: Map<unknown, IDataObject>;
}

/** What the output needs of a record that no row names; the last two for the name of its CSM. */
const OTHER_FIELDS = ['id', 'name', 'externalId', 'updatedAt', 'churnedAt', 'csmId', 'keyRoles'];

/**
 * Changes records from a table, in five steps: all rows are read, then the records in Vitally; then all changes are
 * planned, the limits are checked, and at last the changes are written. Only the planner differs between Sync,
 * Sync: Apply Changes and Sync: Undo.
 */
export async function runTable<R extends Row>(
	table: Table,
	spec: RecordSpec,
	planner: Planner<R>,
): Promise<TableOutcome> {
	const run = new TableRun(table, spec, planner);

	try {
		return await withRecordLock(async (update) => await run.execute(update));
	} catch (cause) {
		return { rows: new Map(), error: { cause, index: run.reading } };
	}
}

class TableRun<R extends Row> {
	/** The item that is being read. */
	reading: number | undefined;
	private readonly rows: R[] = [];
	/** Results of items without a record. */
	private readonly done: PlannedRow[] = [];
	/** All that could be opened; each counts its requests. */
	private readonly items: ItemContext[] = [];
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly spec: RecordSpec,
		private readonly planner: Planner<R>,
	) {}

	/** @throws VitallyError for an item that ends the run, and for a plan that exceeds a limit */
	async execute(update: LockedUpdate): Promise<TableOutcome> {
		const startedAt = performance.now();
		const { rows, done, items } = this;
		const options = await this.readRows();

		await this.planner.prepare?.(rows);
		const lists = await this.groupByList();

		for (const list of lists) await this.planRecords(list, options.findsNotInTable);
		const records = lists.flatMap((list) => [...list.records.values()]);
		const plans = records.map(({ plan }) => plan);
		const { operation, columnsLeftOut } = this.planner;
		const { type } = this.spec;
		const table = { operation, size: this.table.size, type };
		const wouldStop = await assertInLimits(options, table, plans, done);
		const isListRead = options.findsNotInTable && this.stoppedBy === undefined;

		const names = items.length > 0 ? await recordNamesOf(items[0]) : new Map<unknown, string>();
		const describe = (changes: Changes) => describeChanges(changes, this.spec.labels, names);
		const report = new SyncReport(operation, type, options, describe, columnsLeftOut);

		await forEachRecord(done, (row) => report.add([row]));
		await forEachRecord(records, async (record) => {
			const isWritten = !options.isDryRun && writes(record.plan);

			report.add(isWritten ? await this.writeRecord(record, update) : record.plan.rows);
		});
		const facts = {
			wouldStop,
			rowsWithBlanks: rows.filter(({ key }) => key !== key.trim()).map(({ index }) => index + 1),
			...(isListRead && { notInTable: lists.reduce((sum, { others }) => sum + others.size, 0) }),
			unpaired:
				isListRead && options.output !== 'summary' ? await this.describeOthers(lists, report) : [],
			requests: items.reduce((sum, { requestsSent }) => sum + requestsSent, 0),
			seconds: Math.round((performance.now() - startedAt) / 100) / 10,
		};

		for (const hint of report.hints(facts)) this.table.hint(hint);

		return report.outcome(facts);
	}

	private async readRows(): Promise<TableOptions> {
		// Only Sync has all options: of a plan, the rows are not the whole table.
		const type = this.planner.operation === 'Sync' ? this.spec.type : undefined;
		const defaults = readTableOptions({ param: () => undefined }, type);
		let options: TableOptions | undefined;

		for await (const opened of this.table.rows()) {
			this.reading = opened.index;

			if ('item' in opened) {
				this.items.push(opened.item);
				options = readTableOptions(opened.item, type, options);
			}

			const row = await this.planner.readRow(opened, options ?? defaults);
			if ('result' in row) this.done.push(row);
			else this.rows.push(row);
		}

		this.reading = undefined;

		return options ?? defaults;
	}

	private async groupByList(): Promise<Array<TableList<R>>> {
		const lists = new Map<string, TableList<R>>();

		await forEachRecord(this.rows, (row) => {
			const { item, list } = row;
			const path = `${item.workspaceKey} ${list.path}`;
			const one = lists.get(path) ?? { item, list, records: new Map(), others: new Map() };

			lists.set(path, one);
			const name = nameOf(row.key, row.isId);
			const record = one.records.get(name) ?? { rows: [], plan: { rows: [], changes: {} } };

			one.records.set(name, record);
			record.rows.push(row);
		});

		return [...lists.values()];
	}

	/**
	 * Reads the records of a list, and plans their changes. An error of the list ends the run: single reads
	 * would fail for the same reason.
	 *
	 * @param isWhole whether to read the list to its end, for the records that no row names
	 */
	private async planRecords(
		{ item, list, records, others }: TableList<R>,
		isWhole: boolean,
	): Promise<void> {
		// No row names its record by name.
		const index = new RecordIndex({ ...list, nameFields: undefined }, (record) => {
			const names = [nameOf(keyOf(list, record)), nameOf(record.id, true)];
			if (names.some((name) => records.has(name))) return comparedFields(record, this.spec);

			if (isWhole) {
				others.set(record.id, Object.fromEntries(OTHER_FIELDS.map((name) => [name, record[name]])));
			}

			return undefined;
		});

		await forEachRecord(records.values(), ({ rows }) => {
			if (rows.some(canBeSent)) index.announce(rows[0].key);
		});

		try {
			if (isWhole) await index.readAll(item);
			else await index.readPages(item);
		} catch (error) {
			this.stoppedBy ??= error;
		}

		await forEachRecord(records.values(), async (record) => {
			const { rows } = record;

			try {
				if (this.stoppedBy !== undefined) throw this.stoppedBy;

				const found = rows.some(canBeSent) ? await this.find(index, item, rows[0]) : undefined;

				record.current = found && comparedFields(found, this.spec);
				record.plan = this.planner.plan(rows, record.current);
			} catch (error) {
				this.noteError(error);
				const failed = rows.map((row) => failedRow(row, error, this.spec));

				record.plan = { rows: failed, changes: {} };
			}
		});
	}

	private async find(
		index: RecordIndex,
		item: ItemContext,
		{ key, isId, list }: R,
	): Promise<IDataObject | undefined> {
		const found = await index.find(item, key, isId);

		// The Vitally ID may be the external ID of another record.
		return isId && found && found.id !== key ? await list.readById(item, key) : found;
	}

	private async writeRecord(
		{ rows, plan, current }: TableRecord<R>,
		update: LockedUpdate,
	): Promise<PlannedRow[]> {
		const { spec, planner } = this;
		const [row] = rows;
		const planFor = (record: IDataObject | undefined) =>
			planner.plan(rows, record && comparedFields(record, spec));
		const id = stringOrUndefined(current?.externalId) ?? row.key;

		try {
			if (this.stoppedBy !== undefined) throw this.stoppedBy;

			return await update(
				`${row.item.workspaceKey} ${spec.type.path}/${id}`,
				current,
				async () => await read(row),
				async (now) => await writeRecord(row, now, spec, planFor),
			);
		} catch (error) {
			this.noteError(error);

			return plan.rows.map((one, index) =>
				isChange(one) ? failedRow(rows[index], error, spec, current, one.changedFields) : one,
			);
		}
	}

	/** An invalid API key fails for all rows. */
	private noteError(error: unknown): void {
		const isInvalidKey =
			error instanceof VitallyError && error.facts.failure?.cause === 'credential-invalid';
		if (isInvalidKey) this.stoppedBy ??= error;
	}

	/** The records that no row names, with what a person needs to decide about them. */
	private async describeOthers(
		lists: Array<TableList<R>>,
		report: SyncReport,
	): Promise<IDataObject[]> {
		const described: IDataObject[][] = [];

		for (const { item, list, others } of lists) {
			const place = this.spec.placeOf?.(list);
			const records = await mapRecords(others.values(), async (record) => {
				const { name, externalId, updatedAt, churnedAt, id } = record;
				const { csmName } = (await this.spec.describe?.(item, record)) ?? {};
				const values = { name, externalId, id, updatedAt, churnedAt, csmName, ...place };

				return report.itemOf({ result: 'notInTable', ...values });
			});

			described.push(records);
		}

		return described.flat();
	}
}

async function read({ item, list, key, isId }: Row): Promise<IDataObject | undefined> {
	return await (isId ? list.readById(item, key) : readByExternalId(item, list, key));
}

/** Names a record among those of its list. */
function nameOf(key: unknown, isId = false): string {
	return `${isId ? 'id' : 'key'} ${String(key)}`;
}

function canBeSent({ error }: Row): boolean {
	return error === undefined;
}

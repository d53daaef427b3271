import type { IDataObject } from 'n8n-workflow';

import { hintText } from '../errors/shownText';
import type { VitallyError } from '../errors/vitallyError';
import {
	forEachRecord,
	keyInWorkspace,
	mapRecords,
	withRecordLock,
	type LockedUpdate,
} from '../execution/concurrency';
import type { ItemContext, Table, TableOutcome } from '../execution/operation';
import { recordNamesOf } from '../execution/recordNames';
import { recordLockKey } from '../records/recordLocks';
import { assertNotCanceled } from '../transport/limits/wait';
import type { Changes } from './changes';
import { exceededLimitError, findExceededLimit, type ExceededLimit } from './limits';
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
import type { Namesakes } from './reading/namesakes';
import { RecordReader } from './reading/recordReader';
import { RejectedKeys } from './reading/rejectedKeys';
import { groupByList, readAgain, type TableList, type TableRecord } from './reading/tableLists';
import { describeChanges, describeNewRecord } from './report/describeChanges';
import { listRows } from './report/hints';
import { SyncReport, type RunFacts } from './report/report';
import { failedRows, writeRows } from './writing/writeRows';

/**
 * Changes records from a table, in five steps: all rows are read, then the records in Vitally; then all changes are
 * planned, the limits are checked, and at last the changes are written. Only the planner differs between Sync,
 * Sync: Apply Changes and Sync: Undo.
 */
export async function syncTable<R extends Row>(
	table: Table,
	spec: RecordSpec,
	planner: Planner<R>,
): Promise<TableOutcome> {
	const run = new TableRun(table, spec, planner);

	try {
		return await withRecordLock(async (lockedUpdate) => await run.execute(lockedUpdate));
	} catch (cause) {
		return { rows: new Map(), error: { cause, index: run.indexBeingRead } };
	}
}

class TableRun<R extends Row> {
	/** Index of the item that is being read. */
	indexBeingRead: number | undefined;
	private readonly rows: R[] = [];
	/** Results of items without a record. */
	private readonly rowsWithoutRecord: PlannedRow[] = [];
	/** The items that could be opened, each of which counts its requests. */
	private readonly items: ItemContext[] = [];
	private readonly rejectedKeys = new RejectedKeys();
	/** The number of rows that had no turn when the execution was stopped. */
	private rowsNotReached = 0;

	constructor(
		private readonly table: Table,
		private readonly spec: RecordSpec,
		private readonly planner: Planner<R>,
	) {}

	/** @throws VitallyError for an item that ends the run, and for a plan that exceeds a limit */
	async execute(lockedUpdate: LockedUpdate): Promise<TableOutcome> {
		const startedAt = performance.now();
		const options = await this.readTable();
		if (options.findsNotInTable) this.items[0].assertWholeTable();

		this.planner.assertUsable?.();
		await this.prepareRows();

		const lists = await groupByList(this.rows);
		const records = lists.flatMap((list) => [...list.records.values()]);

		const reader = new RecordReader(this.spec, this.planner, this.rejectedKeys);
		const findsOthers = options.findsNotInTable;

		for (const list of lists) await reader.readList(list, { findsOthers });

		await forEachRecord(records, (record) => this.planChanges(record));

		const task = {
			operation: this.planner.operation,
			type: this.spec.type,
			size: this.table.size,
		};
		const plans = records.map(({ plan }) => plan);
		const exceededLimit = await findExceededLimit(options, task, plans);
		// A dry run reports the limit, because it writes nothing.
		if (exceededLimit && !options.isDryRun) throw await this.limitError(exceededLimit, plans);

		const report = await this.createReport(options, reader.namesakes);

		assertNotCanceled(this.table.signal);

		await this.writeRecords(records, options, report, lockedUpdate);

		const whyOthersUnknown = findsOthers ? this.whyOthersUnknown(lists) : undefined;
		// Which records no row names is unknown if a list was not read to its end.
		const areOthersFound =
			findsOthers &&
			whyOthersUnknown === undefined &&
			this.rowsNotReached === 0 &&
			lists.every(({ error }) => error === undefined);
		const others = areOthersFound
			? await this.reportOthers(lists, options, report)
			: { unpaired: [] };
		const facts: RunFacts = {
			...others,
			whyOthersUnknown,
			exceededLimit: exceededLimit?.sentence,
			rowsWithSpaces: this.rowsWithSpaces(),
			rowsNotReached: this.rowsNotReached,
			requests: this.countRequests(),
			seconds: Math.round((performance.now() - startedAt) / 100) / 10,
		};

		for (const hint of report.hints(facts)) this.table.hint(hintText(hint));

		return report.outcome(facts);
	}

	/** Reads all rows, before the first request. */
	private async readTable(): Promise<TableOptions> {
		// Only Sync has all options: the rows of a plan are not the whole table.
		const type = this.planner.operation === 'Sync' ? this.spec.type : undefined;
		const defaults = readTableOptions({ param: () => undefined }, type);
		let options: TableOptions | undefined;

		for await (const opened of this.table.rows()) {
			this.indexBeingRead = opened.index;

			if ('item' in opened) {
				this.items.push(opened.item);
				options = readTableOptions(opened.item, type, options);
			}

			const row = await this.planner.readRow(opened, options ?? defaults);
			if (!('result' in row)) this.rows.push(row);
			else if (!this.table.earlier.has(row.index)) this.rowsWithoutRecord.push(row);
		}

		this.indexBeingRead = undefined;

		return options ?? defaults;
	}

	/** Looks up what rows need beside their records. What one row cannot read stops no other row. */
	private async prepareRows(): Promise<void> {
		await forEachRecord(this.rows, async (row) => {
			if (row.error !== undefined) return;

			try {
				this.rejectedKeys.assertAccepted(row.item);
				await this.planner.prepareRow(row);
			} catch (error) {
				this.rejectedKeys.note(row.item, error);
				row.error = error;
			}
		});
	}

	private planChanges(record: TableRecord<R>): void {
		// Rows that an earlier try of this run has written have their result already.
		record.rows = record.rows.filter(({ index }) => !this.table.earlier.has(index));
		if (record.rows.length === 0) return;

		if (record.error !== undefined) {
			record.plan = this.failedPlan(record.rows, record.error);

			return;
		}

		try {
			record.plan = this.planner.plan(record.rows, record.current);
		} catch (error) {
			record.plan = this.failedPlan(record.rows, error);
		}
	}

	/** @param error of the rows that have none of their own */
	private failedPlan(rows: readonly R[], error: unknown): RecordPlan {
		return { rows: rows.map((row) => failedRow(row, row.error ?? error, this.spec)), changes: {} };
	}

	private async limitError(
		exceededLimit: ExceededLimit,
		plans: readonly RecordPlan[],
	): Promise<VitallyError> {
		const rows = [...this.rowsWithoutRecord, ...plans.flatMap((plan) => plan.rows)];

		return await exceededLimitError(exceededLimit, this.planner.operation, rows);
	}

	private async createReport(options: TableOptions, namesakes: Namesakes): Promise<SyncReport> {
		const { labels } = this.spec;
		const item = this.items.at(0);
		const names = item ? await recordNamesOf(item) : new Map<unknown, string>();
		const describe = (changes: Changes, { result, name }: PlannedRow) =>
			result === 'created'
				? describeNewRecord(changes, labels, names, name)
				: describeChanges(changes, labels, names);

		return new SyncReport({ planner: this.planner, spec: this.spec, options, describe, namesakes });
	}

	/** Writes the records, unless it is a dry run, and reports the result of every row. */
	private async writeRecords(
		records: ReadonlyArray<TableRecord<R>>,
		{ isDryRun }: TableOptions,
		report: SyncReport,
		lockedUpdate: LockedUpdate,
	): Promise<void> {
		await forEachRecord(this.rowsWithoutRecord, (row) => report.add([row]));
		await forEachRecord(new Set(this.table.earlier.values()), (rows) => {
			report.add(rows as PlannedRow[]);
		});

		await forEachRecord(records, async (record) => {
			// n8n stores only what a stopped node returns at once.
			if (this.table.signal?.aborted) {
				this.rowsNotReached += record.rows.length;

				return;
			}

			const isWritten = !isDryRun && writes(record.plan);
			const rows = isWritten ? await this.lockAndWrite(record, lockedUpdate) : record.plan.rows;

			if (isWritten) this.keepForNextTry(rows);

			report.add(rows);
		});
	}

	/**
	 * Keeps the rows of a record that n8n's Retry On Fail must not write again, and those that are planned with them: alone,
	 * they would be compared with what the others have written.
	 */
	private keepForNextTry(rows: readonly PlannedRow[]): void {
		if (!rows.some(isChange)) return;

		const settled = rows.filter((row) => row.result !== 'failed' || isChange(row));

		for (const { index } of settled) this.table.earlier.set(index, settled);
	}

	/** @returns the results of the rows of a record, also where it cannot be written */
	private async lockAndWrite(
		record: TableRecord<R>,
		lockedUpdate: LockedUpdate,
	): Promise<PlannedRow[]> {
		const { spec, planner } = this;
		const { rows } = record;
		const [row] = rows;
		const id = stringOrUndefined(record.current?.externalId) ?? row.key;
		const key = keyInWorkspace(row.item, recordLockKey(spec.type.path, id));

		try {
			this.rejectedKeys.assertAccepted(row.item);

			return await lockedUpdate(
				key,
				record.current,
				async () => await readAgain(row),
				async (found) => await writeRows(record, found, spec, planner),
			);
		} catch (error) {
			this.rejectedKeys.note(row.item, error);

			return failedRows(record, error, spec);
		}
	}

	/** Counts the records that no row names. In a summary they have no items. */
	private async reportOthers(
		lists: ReadonlyArray<TableList<R>>,
		{ output }: TableOptions,
		report: SyncReport,
	): Promise<Pick<RunFacts, 'notInTable' | 'unpaired'>> {
		for (const { records, others } of lists) {
			// The list may not show the key of a record, which was found when its row was written.
			await forEachRecord(records.values(), ({ current }) => {
				others.delete(current?.id);
			});
		}

		const notInTable = lists.reduce((sum, { others }) => sum + others.size, 0);
		if (output === 'summary') return { notInTable, unpaired: [] };

		const unpaired: IDataObject[] = [];

		for (const list of lists) {
			for (const item of await this.describeOthers(list, report)) unpaired.push(item);
		}

		return { notInTable, unpaired };
	}

	/** Returns the records of a list that no row names, with what a person needs to decide about them. */
	private async describeOthers(
		{ item, list, others }: TableList<R>,
		report: SyncReport,
	): Promise<IDataObject[]> {
		const place = this.spec.placeOf?.(list);

		return await mapRecords(others.values(), async (record) => {
			const { name, externalId, updatedAt, churnedAt, id } = record;
			const { csmName } = (await this.spec.describe?.(item, record)) ?? {};
			const values = { name, externalId, id, updatedAt, churnedAt, csmName, ...place };

			return report.itemOf({ result: 'notInTable', ...values });
		});
	}

	/** Returns why any record may be one that a row names; `undefined` where it is known which are. */
	private whyOthersUnknown(lists: ReadonlyArray<TableList<R>>): string | undefined {
		const rows = this.rowsWithoutRecord.map(({ index }) => this.planner.numberOf(index));

		if (rows.length > 0) {
			return `rows without a valid ID may be about any of them. ${listRows(rows)}`;
		}

		const hidesKeys = lists.some(({ others, showsKeys }) => others.size > 0 && !showsKeys);

		return hidesKeys ? "Vitally's list does not show by which ID rows name them" : undefined;
	}

	/** Returns the numbers of the rows whose external ID begins or ends with a space. */
	private rowsWithSpaces(): number[] {
		const rows = this.rows.filter(({ key }) => key !== key.trim());

		return rows.map(({ index }) => this.planner.numberOf(index));
	}

	private countRequests(): number {
		return this.items.reduce((sum, { requestsSent }) => sum + requestsSent, 0);
	}
}

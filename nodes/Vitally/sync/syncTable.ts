import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { yieldToEventLoop } from '../execution/eventLoop';
import type { ItemContext, Table, TableOutcome } from '../execution/operation';
import { lockExternalId } from '../records/lock';
import { RecordIndex } from '../records/recordIndex';
import { readByExternalId, type RecordSource } from '../records/recordSource';
import { readFields } from './differences';
import { failedRow, planRecord, type PlannedRow, type SyncRow, type SyncSpec } from './plan';
import { readRows } from './readRows';
import { Progress, SyncReport } from './report';
import { runConcurrently } from './runConcurrently';
import { writeRow } from './writeRow';

/** A record, and the rows with its external ID in the order of the table. */
interface TableRecord {
	rows: SyncRow[];
	/** See `readFields`; `undefined` where Vitally has no record. */
	current?: IDataObject;
	/** Why the record could not be read. */
	error?: unknown;
	planned: PlannedRow[];
}

/** The records of one workspace and list. */
interface TableList {
	/** One item of the list, which sends the requests for pages. */
	item: ItemContext;
	source: RecordSource;
	records: Map<string, TableRecord>;
}

/**
 * Updates the records of a type from a table: all rows are read, then the records in Vitally; then all
 * changes are planned, and at last written.
 *
 * @param now a clock in milliseconds
 */
export async function syncTable(
	table: Table,
	spec: SyncSpec,
	now: () => number = () => performance.now(),
): Promise<TableOutcome> {
	return await new TableSync(table, spec, now).execute();
}

class TableSync {
	private readonly progress: Progress;
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly spec: SyncSpec,
		private readonly now: () => number,
	) {
		this.progress = new Progress((line) => table.log(line), now);
	}

	async execute(): Promise<TableOutcome> {
		const startedAt = this.now();
		const { rows, failed, items, output } = await readRows(this.table, this.spec);
		const lists = await groupByList(rows);
		for (const list of lists) await this.readRecords(list);
		const records = lists.flatMap((list) => [...list.records.values()]);
		const planned = [...failed, ...(await this.plan(records))];

		const report = new SyncReport(output);
		await this.write(planned, records, report);
		const requests = items.reduce((sum, { requestsSent }) => sum + requestsSent, 0);
		const seconds = Math.round((this.now() - startedAt) / 100) / 10;
		if (this.table.size > 1) this.table.hint(`${report.line()}, with ${requests} requests`);
		return report.outcome({ seconds, requests }, this.stoppedBy);
	}

	/** An error of the list ends the run: single reads would fail for the same reason. */
	private async readRecords({ item, source, records }: TableList): Promise<void> {
		const index = new RecordIndex(source, (record) =>
			records.has(record.externalId as string) ? readFields(record, this.spec) : undefined,
		);
		for (const externalId of records.keys()) {
			await yieldToEventLoop();
			index.announce(externalId);
		}
		const send: ItemContext['send'] = async (request) => {
			await this.table.beforeRow();
			return await item.send(request);
		};
		try {
			await index.readPages({ send });
		} catch (error) {
			await this.table.beforeRow();
			this.stoppedBy ??= error;
		}
		await runConcurrently(records, async ([externalId, record]) => {
			try {
				await yieldToEventLoop();
				if (this.stoppedBy !== undefined) throw this.stoppedBy;
				const found = await index.find({ send }, externalId);
				record.current = found && readFields(found, this.spec);
			} catch (error) {
				if (isInvalidCredential(error)) this.stoppedBy ??= error;
				record.error = error;
			}
		});
	}

	private async plan(records: TableRecord[]): Promise<PlannedRow[]> {
		for (const record of records) {
			await yieldToEventLoop();
			record.planned =
				record.error === undefined
					? planRecord(record.rows, record.current, this.spec)
					: record.rows.map((row) => failedRow(row, record.error));
		}
		return records.flatMap((record) => record.planned);
	}

	private async write(
		plannedRows: PlannedRow[],
		records: TableRecord[],
		report: SyncReport,
	): Promise<void> {
		const changed = records.filter(({ planned }) => planned.some(isWrite));
		const changedRows = new Set(changed.flatMap(({ planned }) => planned));
		for (const row of plannedRows) {
			await yieldToEventLoop();
			if (!changedRows.has(row)) report.add(row);
		}
		await runConcurrently(changed, async (record) => {
			await this.writeRecord(record, report);
			this.progress.report(() => `${report.done} of ${this.table.size} rows: ${report.line()}`);
		});
	}

	/** Each row is compared with the record as the rows before it changed it. */
	private async writeRecord(
		{ rows, planned, current }: TableRecord,
		report: SyncReport,
	): Promise<void> {
		let record = current;
		let isRead = true;
		for (const [position, row] of rows.entries()) {
			if (row.isDryRun) {
				report.add(planned[position]);
				continue;
			}
			try {
				if (this.stoppedBy !== undefined) throw this.stoppedBy;
				await this.table.beforeRow();
				const { item, externalId } = row;
				const written = await lockExternalId(item, this.spec.type, externalId, async () => {
					if (!isRead) record = await this.read(row);
					return await writeRow(row, record, this.spec);
				});
				record = written.record;
				isRead = true;
				report.add(written);
			} catch (error) {
				if (isInvalidCredential(error)) this.stoppedBy ??= error;
				isRead = false;
				report.fail(row, error);
			}
		}
	}

	private async read({ item, source, externalId }: SyncRow): Promise<IDataObject | undefined> {
		const record = await readByExternalId(item, source, externalId);
		return record && readFields(record, this.spec);
	}
}

async function groupByList(rows: SyncRow[]): Promise<TableList[]> {
	const lists = new Map<string, TableList>();
	for (const row of rows) {
		await yieldToEventLoop();
		const { item, source, externalId } = row;
		const key = `${item.workspaceKey} ${source.path}`;
		const list = lists.get(key) ?? { item, source, records: new Map<string, TableRecord>() };
		lists.set(key, list);
		const record = list.records.get(externalId) ?? { rows: [], planned: [] };
		list.records.set(externalId, record);
		record.rows.push(row);
	}
	return [...lists.values()];
}

function isWrite({ result, isDryRun }: PlannedRow): boolean {
	return !isDryRun && (result === 'create' || result === 'update');
}

/** An invalid API key fails for all rows. */
function isInvalidCredential(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.failure?.cause === 'credential-invalid';
}

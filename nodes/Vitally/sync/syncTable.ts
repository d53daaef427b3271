import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { runConcurrently, yieldToEventLoop } from '../execution/concurrency';
import type { ItemContext, Table, TableOutcome } from '../execution/operation';
import { lockExternalId } from '../records/locate';
import { RecordIndex } from '../records/recordIndex';
import { keyOf, readByExternalId, type RecordList } from '../records/recordList';
import { readFields } from './differences';
import type { SyncOptions } from './options';
import {
	failedRow,
	isChange,
	planRecord,
	type PlannedRow,
	type SyncRow,
	type SyncSpec,
} from './plan';
import { readRows } from './readRows';
import { exceededLimit, limitError, SyncReport } from './report';
import { writeRow } from './writeRow';

/** A record, and the rows that name it in the order of the table. */
interface TableRecord {
	rows: SyncRow[];
	/** See `readFields`; `undefined` where Vitally has no record. */
	current?: IDataObject;
	planned: PlannedRow[];
}

/** The records of one workspace and list. */
interface TableList {
	/** One item of the list, which sends the requests for pages. */
	item: ItemContext;
	list: RecordList;
	/** The records that rows name, by `keyOf`. */
	records: Map<string, TableRecord>;
	/** The records that no row names, by Vitally ID. */
	others: Map<unknown, IDataObject>;
}

/** What the output needs of a record that no row names; the last two for the name of its CSM. */
const OTHER_FIELDS = ['id', 'name', 'externalId', 'updatedAt', 'churnedAt', 'csmId', 'keyRoles'];

/**
 * Updates the records of a type from a table: all rows are read, then the records in Vitally; then all
 * changes are planned, and at last written.
 */
export async function syncTable(table: Table, spec: SyncSpec): Promise<TableOutcome> {
	try {
		return await new TableSync(table, spec).execute();
	} catch (cause) {
		return { rows: new Map(), error: { cause } };
	}
}

class TableSync {
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly spec: SyncSpec,
	) {}

	/** @throws VitallyError for an invalid option, and for a plan that exceeds a limit */
	async execute(): Promise<TableOutcome> {
		const startedAt = performance.now();
		const read = await readRows(this.table, this.spec);
		const { rows, unnamed, items, options } = read;
		const lists = await groupByList(rows);
		for (const list of lists) await this.planRecords(list, options.findsNotInTable);
		const records = lists.flatMap((list) => [...list.records.values()]);
		const wouldStop = this.checkLimits(records, unnamed, options);
		const isListRead = options.findsNotInTable && this.stoppedBy === undefined;
		// Before the first write, because an error would end the run without the results of the rows.
		const unpaired =
			isListRead && options.output !== 'summary' ? await this.describeOthers(lists) : [];

		const report = new SyncReport(options.output);
		for (const row of unnamed) {
			await yieldToEventLoop();
			report.add([row]);
		}
		await runConcurrently(records, async (record) => {
			await yieldToEventLoop();
			const isWritten = record.planned.some((row) => isChange(row) && !row.isDryRun);
			report.add(isWritten ? await this.writeRecord(record) : record.planned);
		});
		const facts = {
			...read,
			...{ wouldStop, unpaired, stoppedBy: this.stoppedBy },
			...(isListRead && { notInTable: lists.reduce((sum, { others }) => sum + others.size, 0) }),
			requests: items.reduce((sum, { requestsSent }) => sum + requestsSent, 0),
			seconds: Math.round((performance.now() - startedAt) / 100) / 10,
		};
		for (const hint of report.hints(facts)) this.table.hint(hint);
		return report.outcome(facts);
	}

	/**
	 * Reads the records of a list, and plans their changes. An error of the list ends the run: single reads
	 * would fail for the same reason.
	 *
	 * @param isWhole whether to read the list to its end, for the records that no row names
	 */
	private async planRecords(
		{ item, list, records, others }: TableList,
		isWhole: boolean,
	): Promise<void> {
		const index = new RecordIndex(list, (record) => {
			if (records.has(keyOf(list, record) as string)) return readFields(record, this.spec);
			if (isWhole)
				others.set(record.id, Object.fromEntries(OTHER_FIELDS.map((name) => [name, record[name]])));
			return undefined;
		});
		for (const [key, { rows }] of records) {
			await yieldToEventLoop();
			if (rows.some(canBeSent)) index.announce(key);
		}
		try {
			if (isWhole) await index.readAll(item);
			else await index.readPages(item);
		} catch (error) {
			this.stoppedBy ??= error;
		}
		await runConcurrently(records, async ([key, record]) => {
			try {
				await yieldToEventLoop();
				if (this.stoppedBy !== undefined) throw this.stoppedBy;
				const found = record.rows.some(canBeSent) ? await index.find(item, key) : undefined;
				record.current = found && readFields(found, this.spec);
				record.planned = planRecord(record.rows, record.current, this.spec);
			} catch (error) {
				if (isInvalidCredential(error)) this.stoppedBy ??= error;
				record.planned = record.rows.map((row) => failedRow(row, row.error ?? error));
			}
		});
	}

	/**
	 * @returns the sentence about the limit that a dry run exceeds
	 * @throws VitallyError for a plan that exceeds a limit
	 */
	private checkLimits(
		records: TableRecord[],
		unnamed: PlannedRow[],
		options: SyncOptions,
	): string | undefined {
		const rows = records.map(({ planned }) => planned);
		const changes = rows.filter((planned) => planned.some(isChange));
		const written = changes.filter((planned) =>
			planned.some((row) => isChange(row) && !row.isDryRun),
		);
		const isPreview = written.length === 0;
		const changed = isPreview ? changes : written;
		const { size } = this.table;
		const sentence = exceededLimit(options, changed.length, size, this.spec.type.plural);
		if (sentence === undefined || isPreview) return sentence;
		throw limitError(sentence, [...unnamed, ...rows.flat()], changed);
	}

	/** Each row is compared with the record as the rows before it changed it. */
	private async writeRecord({ rows, planned, current }: TableRecord): Promise<PlannedRow[]> {
		const results: PlannedRow[] = [];
		let record = current;
		let isRead = true;
		for (const [position, row] of rows.entries()) {
			if (!canBeSent(row) || row.isDryRun) {
				results.push(planned[position]);
				continue;
			}
			try {
				if (this.stoppedBy !== undefined) throw this.stoppedBy;
				const written = await lockExternalId(row.item, this.spec.type, row.key, async () => {
					if (!isRead) record = await this.read(row);
					return await writeRow(row, record, this.spec);
				});
				record = written.record;
				isRead = true;
				results.push(written);
			} catch (error) {
				if (isInvalidCredential(error)) this.stoppedBy ??= error;
				isRead = false;
				results.push(failedRow(row, error, record));
			}
		}
		return results;
	}

	private async read({ item, list, key }: SyncRow): Promise<IDataObject | undefined> {
		const record = await readByExternalId(item, list, key);
		return record && readFields(record, this.spec);
	}

	/** The records that no row names, with what a person needs to decide about them. */
	private async describeOthers(lists: TableList[]): Promise<IDataObject[]> {
		const records: IDataObject[] = [];
		for (const { item, others } of lists) {
			for (const record of others.values()) {
				await yieldToEventLoop();
				const { name = null, externalId = null, updatedAt = null, churnedAt = null, id } = record;
				const { csmName = null } = (await this.spec.describe?.(item, record)) ?? {};
				records.push({ result: 'notInTable', name, externalId, updatedAt, churnedAt, csmName, id });
			}
		}
		return records;
	}
}

async function groupByList(rows: SyncRow[]): Promise<TableList[]> {
	const tables = new Map<string, TableList>();
	for (const row of rows) {
		await yieldToEventLoop();
		const { item, list, key } = row;
		const name = `${item.workspaceKey} ${list.path}`;
		const table = tables.get(name) ?? { item, list, records: new Map(), others: new Map() };
		tables.set(name, table);
		const record = table.records.get(key) ?? { rows: [], planned: [] };
		table.records.set(key, record);
		record.rows.push(row);
	}
	return [...tables.values()];
}

function canBeSent({ error }: SyncRow): boolean {
	return error === undefined;
}

/** An invalid API key fails for all rows. */
export function isInvalidCredential(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.failure?.cause === 'credential-invalid';
}

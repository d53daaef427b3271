import { readDryRun } from '../execution/dryRun';
import { yieldToEventLoop } from '../execution/eventLoop';
import type { ItemContext, Table } from '../execution/operation';
import { externalIdField, requiredText } from '../fields/text';
import { PendingValue } from '../records/resolveId';
import { pathSegment } from '../transport/pathSegment';
import { readCreateMissing, readSyncOutput, type SyncOutput } from './options';
import { failedRow, type PlannedRow, type SyncRow, type SyncSpec } from './plan';
import { runConcurrently } from './runConcurrently';

interface TableRows {
	rows: SyncRow[];
	/** Rows that cannot be sent. */
	failed: PlannedRow[];
	/** All rows that could be opened; each counts its requests. */
	items: ItemContext[];
	/** Of the first row that could be opened. */
	output: SyncOutput;
}

/** A row with IDs of other records that may have to be looked up. */
interface PendingRow extends Omit<SyncRow, 'body'> {
	values: Record<string, unknown>;
}

/** Reads all rows of a table, and looks up the records that they name. */
export async function readRows(table: Table, spec: SyncSpec): Promise<TableRows> {
	const failed: PlannedRow[] = [];
	const items: ItemContext[] = [];
	const pending: PendingRow[] = [];
	let output: SyncOutput | undefined;
	for await (const row of table.rows()) {
		const { index } = row;
		let externalId: string | undefined;
		try {
			if ('error' in row) throw row.error;
			const { item } = row;
			items.push(item);
			output ??= readSyncOutput(item);
			externalId = requiredText(item, externalIdField.name, externalIdField.displayName);
			pending.push(await readRow(index, item, externalId, spec));
		} catch (error) {
			failed.push({ index, externalId, result: 'failed', isDryRun: false, error });
		}
	}
	const rows: Array<SyncRow | undefined> = [];
	await runConcurrently(pending.entries(), async ([position, row]) => {
		await yieldToEventLoop();
		const { values, ...rest } = row;
		try {
			const isReady = !Object.values(values).some((value) => value instanceof PendingValue);
			if (!isReady) await table.beforeRow();
			rows[position] = { ...rest, body: await spec.resolveBody(row.item, values) };
		} catch (error) {
			failed.push(failedRow(row, error));
		}
	});
	const read = rows.filter((row) => row !== undefined);
	return { rows: read, failed, items, output: output ?? 'summary' };
}

/** @throws VitallyError for a row that cannot be sent */
async function readRow(
	index: number,
	item: ItemContext,
	externalId: string,
	spec: SyncSpec,
): Promise<PendingRow> {
	pathSegment(externalId, externalIdField.displayName);
	return {
		index,
		item,
		externalId,
		values: spec.readValues(item),
		isDryRun: readDryRun(item),
		createsMissing: readCreateMissing(item),
		source: await spec.source(item),
	};
}

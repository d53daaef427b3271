import { VitallyError } from '../errors/vitallyError';
import { readDryRun } from '../fields/options';
import { yieldToEventLoop, runConcurrently } from '../execution/concurrency';
import type { ItemContext, Table } from '../execution/operation';
import type { RecordType } from '../records/recordType';
import { PendingValue } from '../records/resolveId';
import { readMatch, sourceBy, type MatchBy } from './matchBy';
import { readCreateMissing, readSyncOptions, type SyncOptions } from './options';
import { failedRow, type NamedRow, type PlannedRow, type SyncRow, type SyncSpec } from './plan';

/** A table that was read and checked. */
interface TableRows {
	rows: SyncRow[];
	/** Rows that cannot be sent. */
	failed: PlannedRow[];
	/** Those of them that name a record. */
	unsent: NamedRow[];
	/** All rows that could be opened; each counts its requests. */
	items: ItemContext[];
	columnsLeftOut: string[];
	/** Numbers of the rows, from 1, whose external ID begins or ends with a blank. */
	rowsWithBlanks: number[];
	/** Of the first row that could be opened. */
	options: SyncOptions;
}

/** A row with IDs of other records that may have to be looked up. */
interface PendingRow extends NamedRow {
	values: Record<string, unknown>;
}

/**
 * Reads all rows of a table, and looks up the other records that they name.
 *
 * @throws VitallyError for an invalid option, and where nothing is mapped
 */
export async function readRows(table: Table, spec: SyncSpec): Promise<TableRows> {
	const pending: PendingRow[] = [];
	const failed: PlannedRow[] = [];
	const unsent: NamedRow[] = [];
	const items: ItemContext[] = [];
	const rowsWithBlanks: number[] = [];
	const leftOut = new Set<string>();
	let options: SyncOptions | undefined;
	let isMapped = false;
	for await (const row of table.rows()) {
		const { index } = row;
		if ('error' in row) {
			failed.push(unnamedRow(index, row.error));
			continue;
		}
		const { item } = row;
		items.push(item);
		options ??= readSyncOptions(item, spec.type);
		let named: NamedRow | undefined;
		try {
			named = await readName(index, item, options.matchBy, spec);
			if (named.key !== named.key.trim()) rowsWithBlanks.push(index + 1);
			const createsMissing = options.matchBy === 'externalId' && readCreateMissing(item);
			const isDryRun = readDryRun(item);
			const values = spec.readValues(item);
			isMapped ||= spec.isMapped(item);
			for (const column of spec.columnsLeftOut(item)) leftOut.add(column);
			pending.push({ ...named, isDryRun, createsMissing, values });
		} catch (error) {
			failed.push(named ? failedRow(named, error) : unnamedRow(index, error));
			if (named) unsent.push(named);
		}
	}
	const columnsLeftOut = [...leftOut];
	if (pending.length > 0 && unsent.length === 0 && !isMapped) {
		throw nothingMapped(spec.type, columnsLeftOut);
	}
	const rows: Array<SyncRow | undefined> = [];
	await runConcurrently(pending.entries(), async ([position, { values, ...row }]) => {
		await yieldToEventLoop();
		try {
			const isReady = !Object.values(values).some((value) => value instanceof PendingValue);
			if (!isReady) await table.beforeRow();
			rows[position] = { ...row, body: await spec.resolveBody(row.item, values) };
		} catch (error) {
			failed.push(failedRow(row, error));
			unsent.push(row);
		}
	});
	return {
		rows: rows.filter((row) => row !== undefined),
		...{ failed, unsent, items, columnsLeftOut, rowsWithBlanks },
		// Of no row, all are the defaults.
		options: options ?? readSyncOptions({ param: () => undefined }, spec.type),
	};
}

/** @throws VitallyError for a row that names no record */
async function readName(
	index: number,
	item: ItemContext,
	matchBy: MatchBy,
	{ type, source, readById }: SyncSpec,
): Promise<NamedRow> {
	const key = readMatch(item, matchBy);
	const list = sourceBy(matchBy, type, await source(item), readById);
	return { index, item, key, source: list, isDryRun: false, createsMissing: false };
}

function unnamedRow(index: number, error: unknown): PlannedRow {
	return { index, isDryRun: false, result: 'failed', error };
}

function nothingMapped({ plural }: RecordType, columnsLeftOut: string[]): VitallyError {
	return new VitallyError(
		`No fields or traits are mapped, so existing ${plural} would stay as they are`,
		columnsLeftOut.length > 0
			? `No trait has the name of a column: ${columnsLeftOut.join(', ')}. Rename the columns, choose 'Map Each Column Manually', or set 'Columns Without Trait' under Options.`
			: "Add fields under 'Fields and Traits', or choose 'Map Automatically'.",
	);
}

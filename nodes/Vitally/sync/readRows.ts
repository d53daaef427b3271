import { VitallyError } from '../errors/vitallyError';
import { yieldToEventLoop, runConcurrently } from '../execution/concurrency';
import type { ItemContext, Table } from '../execution/operation';
import { readDryRun } from '../fields/options';
import type { RecordType } from '../records/recordType';
import { listBy } from '../records/search';
import {
	readCreateMissing,
	readMatch,
	readSyncOptions,
	type MatchBy,
	type SyncOptions,
} from './options';
import type { PlannedRow, SyncRow, SyncSpec } from './plan';

/** A table that was read and checked. */
interface TableRows {
	rows: SyncRow[];
	/** Rows that name no record. */
	unnamed: PlannedRow[];
	/** All rows that could be opened; each counts its requests. */
	items: ItemContext[];
	columnsLeftOut: string[];
	/** Numbers of the rows, from 1, whose external ID begins or ends with a blank. */
	rowsWithBlanks: number[];
	/** Of the first row that could be opened. */
	options: SyncOptions;
}

/** The values of a row, with IDs of other records that may have to be looked up. */
interface PendingBody {
	row: SyncRow;
	values: Record<string, unknown>;
}

/**
 * Reads all rows of a table, and looks up the other records that they name.
 *
 * @throws VitallyError for an invalid option, and where nothing is mapped
 */
export async function readRows(table: Table, spec: SyncSpec): Promise<TableRows> {
	const rows: SyncRow[] = [];
	const unnamed: PlannedRow[] = [];
	const pending: PendingBody[] = [];
	const items: ItemContext[] = [];
	const rowsWithBlanks: number[] = [];
	const leftOut = new Set<string>();
	let options: SyncOptions | undefined;
	let isMapped = false;
	for await (const opened of table.rows()) {
		const { index } = opened;
		if ('error' in opened) {
			unnamed.push({ index, result: 'failed', error: opened.error });
			continue;
		}
		const { item } = opened;
		items.push(item);
		options ??= readSyncOptions(item, spec.type);
		let row: SyncRow | undefined;
		try {
			row = await readNamedRow(index, item, options.matchBy, spec);
			rows.push(row);
			if (row.key !== row.key.trim()) rowsWithBlanks.push(index + 1);
			row.isDryRun = readDryRun(item);
			row.createsMissing = options.matchBy === 'externalId' && readCreateMissing(item);
			const values = spec.readValues(item);
			isMapped ||= spec.isMapped(item);
			for (const column of spec.columnsLeftOut(item)) leftOut.add(column);
			pending.push({ row, values });
		} catch (error) {
			if (row) row.error = error;
			else unnamed.push({ index, result: 'failed', error });
		}
	}
	const columnsLeftOut = [...leftOut];
	if (pending.length > 0 && pending.length === rows.length && !isMapped) {
		throw nothingMapped(spec.type, columnsLeftOut);
	}
	await runConcurrently(pending, async ({ row, values }) => {
		await yieldToEventLoop();
		try {
			row.body = await spec.resolveBody(row.item, values);
		} catch (error) {
			row.error = error;
		}
	});
	// Of no row, all are the defaults.
	options ??= readSyncOptions({ param: () => undefined }, spec.type);
	return { rows, unnamed, items, columnsLeftOut, rowsWithBlanks, options };
}

/** @throws VitallyError for a row that names no record */
async function readNamedRow(
	index: number,
	item: ItemContext,
	matchBy: MatchBy,
	{ type, listOf, readById }: SyncSpec,
): Promise<SyncRow> {
	const key = readMatch(item, matchBy);
	const list = await listOf(item);
	return {
		...{ index, item, key, createsMissing: false, isDryRun: false, body: {} },
		list: matchBy === 'externalId' ? list : listBy(matchBy, type, list, readById),
	};
}

function nothingMapped({ plural }: RecordType, columnsLeftOut: string[]): VitallyError {
	return new VitallyError(
		`No fields or traits are mapped, so existing ${plural} would stay as they are`,
		columnsLeftOut.length > 0
			? `No trait has the name of a column: ${columnsLeftOut.join(', ')}. Rename the columns, choose 'Map Each Column Manually', or set 'Columns Without Trait' under Options.`
			: "Add fields under 'Fields and Traits', or choose 'Map Automatically'.",
	);
}

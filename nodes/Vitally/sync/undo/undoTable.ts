import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { readDryRun } from '../../fields/options';
import { yieldToEventLoop, runConcurrently } from '../../execution/concurrency';
import type { ItemContext, Table, TableOutcome } from '../../execution/operation';
import { forgetCreated } from '../../records/findExisting';
import { lockExternalId } from '../../records/locate';
import type { RecordList } from '../../records/recordList';
import { listBy } from '../../records/search';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/records';
import { omitUndefined } from '../../values/json';
import { valuesEqual } from '../../values/valuesEqual';
import { bodyOf, readFields, valueIn, type Changes, type ReadFields } from '../differences';
import type { SyncSpec } from '../plan';
import { withCommas } from '../report';
import { isInvalidCredential } from '../syncTable';
import { walk } from '../walk';
import { readChangedRow, type ChangedRow } from './changedRow';

/** How changes of records of one type are undone. */
export interface UndoSpec extends ReadFields, Pick<SyncSpec, 'type' | 'listOf' | 'readById'> {
	/** Fields that the service cannot clear, each with its label in the editor. */
	notClearable: ReadonlyMap<string, string>;
}

/** A record that Sync changed. */
interface UndoRecord {
	/** The Vitally ID. */
	id: string;
	/** One item of the record, which sends the requests. */
	item: ItemContext;
	/** Finds the record by its Vitally ID. */
	list: RecordList;
	/** Its changes in the order of the input. */
	rows: ChangedRow[];
}

/** The results in the line above the output. */
const LABELS = {
	changedSince: 'changed since',
	created: 'created by the Sync',
	unchanged: 'unchanged',
	failed: 'failed',
} as const;

/**
 * Undoes changes of a Sync: reads all input items, then each record in Vitally right before it is written, and
 * restores the fields that still have the values of the Sync. An item that Sync did not return ends the run
 * before anything is sent.
 */
export async function undoTable(table: Table, spec: UndoSpec): Promise<TableOutcome> {
	return await new TableUndo(table, spec).execute();
}

class TableUndo {
	private readonly rows: TableOutcome['rows'] = new Map();
	private readonly counts = { restored: 0, changedSince: 0, created: 0, unchanged: 0, failed: 0 };
	private isDryRun = false;
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly spec: UndoSpec,
	) {}

	async execute(): Promise<TableOutcome> {
		const records = new Map<string, UndoRecord>();
		for await (const opened of this.table.rows()) {
			const { index } = opened;
			try {
				if ('error' in opened) throw opened.error;
				await this.readRow(index, opened.item, records);
			} catch (error) {
				return { rows: new Map([[index, { error }]]), error: { cause: error, index } };
			}
		}
		await runConcurrently(records.values(), async (record) => await this.undoRecord(record));
		this.table.hint(this.line());
		const errors = [...this.rows].filter(([, { error }]) => error !== undefined);
		if (errors.length < this.rows.size) return { rows: this.rows };
		const [[index, { error: cause }]] = errors;
		return { rows: this.rows, error: { cause, index } };
	}

	/** @throws VitallyError for an item that Sync did not return */
	private async readRow(
		index: number,
		item: ItemContext,
		records: Map<string, UndoRecord>,
	): Promise<void> {
		const row = readChangedRow(index, item.input?.json ?? {}, this.spec.fields, item.timeZone);
		const isDryRun = readDryRun(item);
		if (index === 0) this.isDryRun = isDryRun;
		if (isDryRun !== this.isDryRun) throw mixedDryRunError();
		const { result, id, reason } = row;
		if (result === 'failed' || result === 'unchanged') return this.add(row, result, { reason });
		const { type, readById } = this.spec;
		const list = await this.spec.listOf(item);
		const key = `${item.workspaceKey} ${list.path} ${id}`;
		const record = records.get(key) ?? {
			...{ id, item, list: listBy('id', type, list, readById) },
			rows: [],
		};
		records.set(key, record);
		record.rows.push(row);
	}

	private async undoRecord(record: UndoRecord): Promise<void> {
		const { id, item, rows } = record;
		await yieldToEventLoop();
		if (rows.some(({ result }) => result === 'created')) {
			// Its later changes are those of a record that was not there before either.
			for (const row of rows) this.add(row, 'created');
			return;
		}
		try {
			if (this.stoppedBy !== undefined) throw this.stoppedBy;
			const lockedId = String(rows[0].externalId ?? id);
			await lockExternalId(item, this.spec.type, lockedId, async () => await this.restore(record));
		} catch (error) {
			if (isInvalidCredential(error)) this.stoppedBy ??= error;
			const { message: reason } = error as Error;
			for (const row of rows) this.add(row, 'failed', { reason }, error);
		}
	}

	private async restore({ id, item, list, rows }: UndoRecord): Promise<void> {
		const found = await list.read?.(item, id);
		if (!found) return this.addGone(rows);
		const record = readFields(found, this.spec);
		const changes = rows.map(({ changedFields }) => changedFields);
		const { changedFields, rows: plans } = planUndo(record, changes, this.spec);
		const body = bodyOf(changedFields);
		if (Object.keys(body).length > 0 && !this.isDryRun) {
			const path = `${list.path}/${pathSegment(id, 'Vitally ID')}`;
			const request: ServiceRequest = { method: 'PUT', path, body, handledStatuses: [404] };
			const { status } = await item.send(request);
			if (status === 404) {
				forgetCreated(item, list.path, String(record.externalId));
				return this.addGone(rows);
			}
		}
		for (const [index, row] of rows.entries()) {
			const { restored, left, reasons } = plans[index];
			const isRestored = Object.keys(restored).length > 0;
			const isLeft = left.length > (isRestored ? reasons.size : 0);
			this.add(row, isLeft ? 'changedSince' : isRestored ? 'restored' : 'unchanged', {
				name: record.name ?? row.name,
				changedFields: restored,
				fieldsLeft: left.length > 0 ? left : undefined,
				reason: reasons.size > 0 ? [...reasons.values()].join('. ') : undefined,
				dryRun: (this.isDryRun && isRestored) || undefined,
			});
		}
	}

	private addGone(rows: ChangedRow[]): void {
		const reason = `Vitally no longer has this ${this.spec.type.noun}`;
		for (const row of rows) this.add(row, 'failed', { reason });
	}

	/**
	 * @param facts fields of the output item that replace those of the row, or follow them
	 * @param error of the request
	 */
	private add(
		{ index, name, externalId, id }: ChangedRow,
		result: keyof TableUndo['counts'],
		facts: Record<string, unknown> = {},
		error?: unknown,
	): void {
		this.counts[result]++;
		const json = { result, name, externalId, changedFields: {}, id: id || null, ...facts };
		this.rows.set(index, { json: omitUndefined(json as IDataObject), error });
	}

	/** The counts as text. */
	private line(): string {
		const { restored, ...others } = this.counts;
		const parts = Object.entries(others)
			.filter(([, count]) => count > 0)
			.map(([result, count]) => `${withCommas(count)} ${LABELS[result as keyof typeof others]}`);
		const first = this.isDryRun
			? `Dry run: ${withCommas(restored)} would be restored`
			: `${withCommas(restored)} restored`;
		return `${[first, ...parts].join(', ')}.`;
	}
}

function mixedDryRunError(): VitallyError {
	return new VitallyError(
		"'Dry Run' is on for some items and off for others",
		"Turn 'Dry Run' on or off, or let the expression return the same value for each item. Nothing was written.",
	);
}

/** How the changes of a record are undone. */
interface UndoPlan {
	/** The values in Vitally, and the restored ones. */
	changedFields: Changes;
	rows: RowPlan[];
}

interface RowPlan {
	restored: Changes;
	/** Fields with another value than Sync wrote, and those that the service cannot restore. */
	left: string[];
	/** Why the service cannot restore them. */
	reasons: Map<string, string>;
}

/**
 * Plans how a record returns to the state before its first change, as far as no one else changed it.
 *
 * @param record see `readFields`
 * @param rows its changes in the order in which they were written
 */
function planUndo(record: IDataObject, rows: readonly Changes[], spec: UndoSpec): UndoPlan {
	const changedFields: Changes = {};
	const plans = rows.map((): RowPlan => ({ restored: {}, left: [], reasons: new Map() }));
	const indexes = rows.map((_, index) => index).reverse();
	for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
		const current = valueIn(record, name, spec.traitsAsFields);
		const changing = indexes.filter((index) => Object.hasOwn(rows[index], name));
		const steps = changing.map((index) => {
			const { old: to, new: from } = rows[index][name];
			const reason = whyNotRestored(name, to, spec);
			return { from, to, reason, isBlocked: reason !== undefined };
		});
		const { end, walked } = walk(current, steps);
		for (const [position, { outcome, value = null }] of walked.entries()) {
			const { restored, left, reasons } = plans[changing[position]];
			const { to, reason } = steps[position];
			if (outcome === 'taken') restored[name] = { old: value, new: to };
			else if (outcome === 'left') {
				left.push(name);
				if (reason !== undefined) reasons.set(name, reason);
			}
		}
		if (!valuesEqual(current, end)) changedFields[name] = { old: current ?? null, new: end };
	}
	return { changedFields, rows: plans };
}

/** @returns `undefined` for a value that the service restores */
function whyNotRestored(
	name: string,
	value: unknown,
	{ type, additiveFields = [], notClearable }: UndoSpec,
): string | undefined {
	if (additiveFields.includes(name)) {
		return `Vitally's API cannot remove a ${type.noun} from an ${name.replace('Ids', '')}`;
	}
	const label = valuesEqual(value, null) ? notClearable.get(name) : undefined;
	return label && `Vitally's API cannot clear '${label}'`;
}

import type { IDataObject } from 'n8n-workflow';

import { readDryRun } from '../../fields/options';
import { yieldToEventLoop, runConcurrently } from '../../execution/concurrency';
import type { ItemContext, Table, TableOutcome } from '../../execution/operation';
import { forgetCreated } from '../../records/findExisting';
import { lockExternalId } from '../../records/locate';
import { RecordIndex } from '../../records/recordIndex';
import type { RecordSource } from '../../records/recordSource';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { readFields, type FieldChange, type ReadFields } from '../differences';
import { sourceBy } from '../matchBy';
import type { SyncSpec } from '../plan';
import { Progress, withCommas } from '../report';
import { isInvalidCredential, pacedSender } from '../syncTable';
import { readChangedRow, type ChangedRow } from './changedRow';
import { planUndo } from './planUndo';

/** How changes of records of one type are undone. */
export type UndoSpec = ReadFields & Pick<SyncSpec, 'type' | 'source' | 'readById'>;

/** The changed records of one list. */
interface UndoList {
	/** One item of the list, which sends the requests. */
	item: ItemContext;
	/** Finds records by their Vitally ID. */
	source: RecordSource;
	isDryRun: boolean;
	/** By Vitally ID, each with its changes in the order of the input. */
	records: Map<string, ChangedRow[]>;
}

/** What was done for one input item. */
interface UndoneRow {
	result: 'restored' | 'changedSince' | 'created' | 'unchanged' | 'failed';
	/** Before the undo, where the record was read. */
	name?: unknown;
	/** What was written. */
	changedFields?: Record<string, FieldChange>;
	fieldsLeft?: string[];
	reason?: string;
	/** Whether a dry run wrote nothing of it. */
	isPreview?: boolean;
	/** Why the request failed. */
	error?: unknown;
}

/** The results in the line above the output. */
const LABELS = {
	changedSince: 'changed since',
	created: 'created by the Sync',
	unchanged: 'unchanged',
	failed: 'failed',
} as const;

/**
 * Undoes changes of a Sync: reads all input items, then the records in Vitally, and restores the fields that
 * still have the values of the Sync. An item that Sync did not return ends the run before anything is sent.
 */
export async function undoTable(table: Table, spec: UndoSpec): Promise<TableOutcome> {
	return await new TableUndo(table, spec).execute();
}

class TableUndo {
	private readonly rows: TableOutcome['rows'] = new Map();
	private readonly counts = { restored: 0, changedSince: 0, created: 0, unchanged: 0, failed: 0 };
	private readonly progress: Progress;
	private hasPreviews = false;
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly spec: UndoSpec,
	) {
		this.progress = new Progress(
			(line) => table.log(line),
			() => performance.now(),
		);
	}

	async execute(): Promise<TableOutcome> {
		const lists = new Map<string, UndoList>();
		for await (const opened of this.table.rows()) {
			const { index } = opened;
			try {
				if ('error' in opened) throw opened.error;
				await this.readRow(index, opened.item, lists);
			} catch (error) {
				return { rows: new Map([[index, { error }]]), error: { cause: error, index } };
			}
		}
		for (const list of lists.values()) await this.undoList(list);
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
		lists: Map<string, UndoList>,
	): Promise<void> {
		const row = readChangedRow(index, item.input?.json ?? {});
		const isDryRun = readDryRun(item);
		const { result, id, reason } = row;
		if (result === 'failed' || result === 'unchanged') return this.add(row, { result, reason });
		const source = await this.spec.source(item);
		const key = JSON.stringify([isDryRun, item.workspaceKey, source.path]);
		const list = lists.get(key) ?? {
			...{ item, isDryRun, source: sourceBy('id', this.spec.type, source, this.spec.readById) },
			records: new Map<string, ChangedRow[]>(),
		};
		lists.set(key, list);
		const rows = list.records.get(id) ?? [];
		list.records.set(id, rows);
		rows.push(row);
	}

	private async undoList(list: UndoList): Promise<void> {
		const { item, records } = list;
		for (const [id, rows] of records) {
			await yieldToEventLoop();
			if (!rows.some(({ result }) => result === 'created')) continue;
			// Its later changes are those of a record that was not there before either.
			for (const row of rows) this.add(row, { result: 'created' });
			records.delete(id);
		}
		const find = await this.openList(list);
		await runConcurrently(records, async ([id, rows]) => {
			try {
				await yieldToEventLoop();
				if (this.stoppedBy !== undefined) throw this.stoppedBy;
				const lockedId = String(rows[0].externalId ?? id);
				await lockExternalId(item, this.spec.type, lockedId, async () => {
					const record = await find(id);
					if (record?.id === id) await this.undoRecord(list, record, rows);
					else this.addGone(rows);
				});
			} catch (error) {
				if (isInvalidCredential(error)) this.stoppedBy ??= error;
				const { message: reason } = error as Error;
				for (const row of rows) this.add(row, { result: 'failed', reason, error });
			}
			this.progress.report(() => `${this.rows.size} of ${this.table.size} rows: ${this.line()}`);
		});
	}

	/**
	 * A dry run reads pages where that needs fewer requests. Else each record is read right before it is written:
	 * a page would be minutes old, and what someone changed since would be overwritten.
	 *
	 * @returns reads a record by its Vitally ID
	 */
	private async openList({
		item,
		source,
		isDryRun,
		records,
	}: UndoList): Promise<(id: string) => Promise<IDataObject | undefined>> {
		const sender = pacedSender(this.table, item);
		if (!isDryRun) return async (id) => await source.read?.(sender, id);
		const index = new RecordIndex(source, (record) =>
			records.has(String(record.id)) ? readFields(record, this.spec) : undefined,
		);
		for (const id of records.keys()) {
			await yieldToEventLoop();
			index.announce(id);
		}
		try {
			await index.readPages(sender);
		} catch (error) {
			this.stoppedBy ??= error;
		}
		return async (id) => await index.find(sender, id);
	}

	private async undoRecord(
		{ item, source, isDryRun }: UndoList,
		found: IDataObject,
		rows: ChangedRow[],
	): Promise<void> {
		const record = readFields(found, this.spec);
		const changes = rows.map(({ changedFields }) => changedFields);
		const { body, changedFields, fieldsLeft } = planUndo(record, changes, this.spec);
		if (Object.keys(body).length > 0 && !isDryRun) {
			const path = `${source.path}/${pathSegment(record.id, 'Vitally ID')}`;
			const request: ServiceRequest = { method: 'PUT', path, body, handledStatuses: [404] };
			const { status } = await pacedSender(this.table, item).send(request);
			if (status === 404) {
				forgetCreated(item, source.path, String(record.externalId));
				return this.addGone(rows);
			}
		}
		for (const row of rows) {
			const names = Object.keys(row.changedFields);
			const written = names.filter((name) => Object.hasOwn(changedFields, name));
			const left = names.filter((name) => fieldsLeft.has(name));
			const list = left.find((name) => this.spec.additiveFields?.includes(name));
			this.add(row, {
				result: left.length > 0 ? 'changedSince' : written.length > 0 ? 'restored' : 'unchanged',
				name: record.name,
				changedFields: Object.fromEntries(written.map((name) => [name, changedFields[name]])),
				...(left.length > 0 && { fieldsLeft: left }),
				...(list !== undefined && {
					reason: `Vitally's API cannot remove a ${this.spec.type.noun} from an ${list.replace('Ids', '')}`,
				}),
				isPreview: isDryRun && written.length > 0,
			});
		}
	}

	private addGone(rows: ChangedRow[]): void {
		const reason = `Vitally no longer has this ${this.spec.type.noun}`;
		for (const row of rows) this.add(row, { result: 'failed', reason });
	}

	private add(
		{ index, externalId, id, ...row }: ChangedRow,
		{
			result,
			name = row.name,
			changedFields = {},
			fieldsLeft,
			reason,
			isPreview,
			error,
		}: UndoneRow,
	): void {
		this.counts[result]++;
		this.hasPreviews ||= isPreview === true;
		const json = {
			...{ result, name, externalId, changedFields, id: id || null },
			...(fieldsLeft && { fieldsLeft }),
			...(reason !== undefined && { reason }),
			...(isPreview && { dryRun: true }),
		} as unknown as IDataObject;
		this.rows.set(index, { json, error });
	}

	/** The counts as text. */
	private line(): string {
		const { restored, ...others } = this.counts;
		const parts = Object.entries(others)
			.filter(([, count]) => count > 0)
			.map(([result, count]) => `${withCommas(count)} ${LABELS[result as keyof typeof others]}`);
		const first = `${withCommas(restored)} ${this.hasPreviews ? 'would be restored' : 'restored'}`;
		return `${this.hasPreviews ? 'Dry run: ' : ''}${[first, ...parts].join(', ')}.`;
	}
}

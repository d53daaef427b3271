import type { IDataObject } from 'n8n-workflow';

import { readDryRun } from '../../execution/dryRun';
import { yieldToEventLoop } from '../../execution/eventLoop';
import type { ItemContext, Table, TableOutcome } from '../../execution/operation';
import { forgetCreated } from '../../records/findExisting';
import { lockExternalId } from '../../records/lock';
import { RecordIndex } from '../../records/recordIndex';
import type { RecordSource, Sender } from '../../records/recordSource';
import { pathSegment } from '../../transport/pathSegment';
import { readFields, type FieldChange, type ReadFields } from '../differences';
import { sourceBy } from '../matchBy';
import type { SyncSpec } from '../plan';
import { withCommas } from '../report';
import { runConcurrently } from '../runConcurrently';
import { readChangedRow, type ChangedRow } from './changedRow';
import { planUndo } from './planUndo';

/** How changes of records of one type are undone. */
export type UndoSpec = ReadFields & Pick<SyncSpec, 'type' | 'source' | 'readById'>;

/** The changed records of one list. */
interface UndoList {
	/** One item of the list, which sends the requests. */
	item: ItemContext;
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
	private hasPreviews = false;

	constructor(
		private readonly table: Table,
		private readonly spec: UndoSpec,
	) {}

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
		const [index, { error: cause }] = errors[0] ?? [0, {}];
		return {
			rows: this.rows,
			...(errors.length === this.rows.size && { error: { cause, index } }),
		};
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
			...{ item, source, isDryRun },
			records: new Map<string, ChangedRow[]>(),
		};
		lists.set(key, list);
		const rows = list.records.get(id) ?? [];
		list.records.set(id, rows);
		rows.push(row);
	}

	private async undoList(list: UndoList): Promise<void> {
		const { item, source, records } = list;
		const byId = sourceBy('id', this.spec.type, source, this.spec.readById);
		const index = new RecordIndex(byId, (record) =>
			records.has(String(record.id)) ? readFields(record, this.spec) : undefined,
		);
		for (const [id, rows] of records) {
			await yieldToEventLoop();
			if (rows.some(({ result }) => result === 'created')) {
				// Its later changes are those of a record that was not there before either.
				for (const row of rows) this.add(row, { result: 'created' });
				records.delete(id);
			} else {
				index.announce(id);
			}
		}
		const sender: Sender = {
			send: async (request) => {
				await this.table.beforeRow();
				return await item.send(request);
			},
		};
		let stoppedBy: unknown;
		try {
			await index.readPages(sender);
		} catch (error) {
			// Single reads would fail for the same reason.
			stoppedBy = error;
		}
		await runConcurrently(records, async ([id, rows]) => {
			try {
				await yieldToEventLoop();
				if (stoppedBy !== undefined) throw stoppedBy;
				const lockedId = String(rows[0].externalId ?? id);
				await lockExternalId(item, this.spec.type, lockedId, async () => {
					const record = await index.find(sender, id);
					if (record?.id === id)
						await this.undoRecord(list, id, rows, readFields(record, this.spec));
					else this.addGone(rows);
				});
			} catch (error) {
				const { message: reason } = error as Error;
				for (const row of rows) this.add(row, { result: 'failed', reason, error });
			}
		});
	}

	private async undoRecord(
		{ item, source, isDryRun }: UndoList,
		id: string,
		rows: ChangedRow[],
		record: IDataObject,
	): Promise<void> {
		const changes = rows.map(({ changedFields }) => changedFields);
		const { body, changedFields, fieldsLeft } = planUndo(record, changes, this.spec);
		if (Object.keys(body).length > 0 && !isDryRun) {
			await this.table.beforeRow();
			const path = `${source.path}/${pathSegment(id, 'ID')}`;
			const { status } = await item.send({ method: 'PUT', path, body, handledStatuses: [404] });
			if (status === 404) {
				forgetCreated(item, source.path, String(rows[0].externalId));
				return this.addGone(rows);
			}
		}
		for (const row of rows) {
			const names = Object.keys(row.changedFields);
			const written = names.filter((name) => Object.hasOwn(changedFields, name));
			const left = names.filter((name) => fieldsLeft.includes(name));
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

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext, Table, TableOutcome } from '../../run/operation';
import { lockExternalId, type RecordType } from '../recordType';
import { syncOutputOf } from './options';
import { Progress } from './progress';
import { RecordReader, type Known } from './recordReader';
import { externalIdOf, readRow, shownBy, syncRow, type Row, type SyncSpec } from './syncRow';
import { Tally } from './tally';

/** Records at work at the same time: enough that requests wait for nobody. */
const MOST_AT_WORK = 20;

/** The rows of one tenant and place, by external ID in the order of the table. */
interface Group {
	/** Sends the requests for pages. */
	item: ItemContext;
	rows: Map<string, Row[]>;
	reader: RecordReader;
}

/**
 * Keeps the records of a service in step with a table.
 *
 * @param now a clock in milliseconds
 */
export async function syncTable(
	table: Table,
	type: RecordType,
	spec: SyncSpec,
	now: () => number = () => performance.now(),
): Promise<TableOutcome> {
	return await new TableSync(table, type, spec, now).execute();
}

class TableSync {
	private tally: Tally | undefined;
	private readonly progress: Progress;
	private readonly groups = new Map<string, Group>();
	private readonly atWork = new Set<Promise<void>>();
	/** Items whose requests are counted in the end, because they send for others too. */
	private readonly readers = new Set<ItemContext>();
	private requests = 0;
	private stoppedBy: unknown;

	constructor(
		private readonly table: Table,
		private readonly type: RecordType,
		private readonly spec: SyncSpec,
		private readonly now: () => number,
	) {
		this.progress = new Progress((line) => table.log(line), now);
	}

	async execute(): Promise<TableOutcome> {
		const startedAt = this.now();
		await this.readRows();
		await Promise.all([...this.groups.values()].map(async (group) => await this.finish(group)));
		await Promise.all(this.atWork);
		const tally = this.tally ?? new Tally('summary');
		const requests = [...this.readers].reduce(
			(sum, { requestsSent }) => sum + requestsSent,
			this.requests,
		);
		const seconds = Math.round((this.now() - startedAt) / 100) / 10;
		if (this.table.size > 1) this.table.hint(`${tally.line()}, with ${requests} requests`);
		return tally.outcome({ seconds, requests }, this.stoppedBy);
	}

	/** The list is read meanwhile, as soon as that is worth it. */
	private async readRows(): Promise<void> {
		for await (const row of this.table.rows()) {
			const { index } = row;
			let externalId: string | undefined;
			try {
				if ('error' in row) throw row.error;
				this.tally ??= new Tally(syncOutputOf(row.item));
				externalId = externalIdOf(row.item);
				this.add(await readRow({ index, externalId }, row.item, this.spec));
			} catch (error) {
				this.tally ??= new Tally('summary');
				this.tally.fail({ index, externalId }, error);
			}
		}
	}

	private add(row: Row): void {
		const { item, externalId, source } = row;
		const key = `${item.tenant} ${source.list.path}`;
		const group = this.groups.get(key) ?? this.open(row);
		this.groups.set(key, group);
		const rows = group.rows.get(externalId);
		if (rows) {
			rows.push(row);
			return;
		}
		group.rows.set(externalId, [row]);
		group.reader.want(externalId);
	}

	private open({ item, source }: Row): Group {
		this.readers.add(item);
		const rows = new Map<string, Row[]>();
		const reader = new RecordReader(
			item,
			source,
			(record) => shownBy(this.spec, record),
			async (externalId, known) => {
				const of = rows.get(externalId) ?? [];
				rows.delete(externalId);
				await this.start(of, known);
			},
			async () => await this.table.turn(),
		);
		return { item, rows, reader };
	}

	private async finish({ reader, rows }: Group): Promise<void> {
		try {
			await reader.finish();
		} catch (error) {
			await this.table.turn();
			this.stoppedBy = error;
			for (const of of rows.values()) await this.start(of, 'unread');
		}
	}

	/** @returns when there is room for the next record */
	private async start(rows: Row[], known: Known): Promise<void> {
		while (this.atWork.size >= MOST_AT_WORK) await Promise.race(this.atWork);
		const work = this.work(rows, known);
		this.atWork.add(work);
		const done = () => this.atWork.delete(work);
		work.then(done, done);
	}

	/** The rows of one external ID, one after the other: each finds the record as the one before left it. */
	private async work(rows: Row[], known: Known): Promise<void> {
		let state = known;
		for (const row of rows) {
			state = await this.sync(row, state);
			this.requests += this.readers.has(row.item) ? 0 : row.item.requestsSent;
			this.progress.tell(
				() => `${this.tally?.done} of ${this.table.size} rows: ${this.tally?.line()}`,
			);
		}
	}

	/** @returns what is known of the record afterwards */
	private async sync(row: Row, known: Known): Promise<Known> {
		const { item, externalId } = row;
		try {
			if (this.stoppedBy !== undefined) throw this.stoppedBy;
			await this.table.turn();
			const synced = await lockExternalId(item, this.type, externalId, async () => {
				const record = known === 'unread' ? await this.read(row) : known.record;
				return await syncRow(row, record, this.spec);
			});
			this.tally?.add(row, synced);
			return { record: synced.record };
		} catch (error) {
			if (isForAll(error)) this.stoppedBy ??= error;
			this.tally?.fail(row, error);
			return 'unread';
		}
	}

	private async read({ item, externalId, source }: Row): Promise<IDataObject | undefined> {
		const record = await source.find(item, externalId);
		return record && shownBy(this.spec, record);
	}
}

/** A key that the service does not accept is none for the other rows either. */
function isForAll(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.failure?.cause === 'credential-invalid';
}

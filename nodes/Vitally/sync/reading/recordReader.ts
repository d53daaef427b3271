import type { IDataObject } from 'n8n-workflow';

import { forEachRecord } from '../../execution/concurrency';
import type { RecordIndex } from '../../records/recordIndex';
import { comparedFields, isShown } from '../changes';
import type { Planner, RecordSpec, Row } from '../plan';
import { Namesakes } from './namesakes';
import type { RejectedKeys } from './rejectedKeys';
import { createIndex, findRecord, type TableList, type TableRecord } from './tableLists';

/**
 * Reads the records of a table. What a list or a record does not show is unknown: a record is missing only where the whole
 * list does not have it, or a read says so, and a field is empty only where the record shows that it is.
 */
export class RecordReader<R extends Row> {
	/** The records that were read, by name. */
	readonly namesakes = new Namesakes();

	constructor(
		private readonly spec: RecordSpec,
		private readonly planner: Pick<Planner<R>, 'fieldsOf'>,
		private readonly rejectedKeys: RejectedKeys,
	) {}

	/**
	 * Reads the records of a list that rows name. An error of the list is that of all its rows: single reads would fail for
	 * the same reason. Other lists are still read.
	 *
	 * @param findsOthers whether to find the records that no row names, for which the list is read to its end
	 */
	async readList(
		tableList: TableList<R>,
		{ findsOthers }: { findsOthers: boolean },
	): Promise<void> {
		const { item, records } = tableList;
		const namesakes = this.spec.hasDistinctNames ? this.namesakes : undefined;
		const index = createIndex(tableList, this.spec, { findsOthers, namesakes });

		await forEachRecord(records.values(), ({ rows }) => {
			if (rows.some(canBeSent)) index.announce(rows[0].key);
		});

		try {
			this.rejectedKeys.assertAccepted(item);

			if (findsOthers) await index.readAll(item);
			else await index.readPages(item);
		} catch (error) {
			tableList.error = error;
		}

		await forEachRecord(records.values(), async (record) => {
			try {
				record.current = await this.readRecord(record, tableList, index);
			} catch (error) {
				this.rejectedKeys.note(item, error);
				record.error = error;
			}
		});
	}

	/** @returns see `comparedFields`; `undefined` where there is no record, and where no row needs it */
	private async readRecord(
		{ rows }: TableRecord<R>,
		{ item, error }: TableList<R>,
		index: RecordIndex,
	): Promise<IDataObject | undefined> {
		if (error !== undefined) throw error;

		this.rejectedKeys.assertAccepted(item);
		const sendable = rows.filter(canBeSent);
		const found = sendable.length > 0 ? await findRecord(index, item, rows[0]) : undefined;
		if (!found) return undefined;

		const current = comparedFields(found, this.spec);
		const names = sendable.flatMap((row) => this.planner.fieldsOf(row));
		if (names.every((name) => isShown(current, name, this.spec))) return current;

		// The list leaves fields out, which a single read may show. What that does not show is an error of the plan.
		const [{ list }] = rows;
		const whole = await list.readById(item, String(current.id));

		return comparedFields(whole ?? found, this.spec);
	}
}

function canBeSent({ error }: Row): boolean {
	return error === undefined;
}

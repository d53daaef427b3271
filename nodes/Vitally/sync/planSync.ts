import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { forEachRecord } from '../execution/concurrency';
import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readSwitch } from '../fields/readers';
import { usesMapper } from '../fields/traits/traitFields';
import { columnsLeftOut, columnsWithout } from '../fields/traits/traitsMapper';
import type { RecordType } from '../records/recordType';
import { listKeyedBy } from '../records/search';
import { bodyOf, changedRecord, differencesOf } from './changes';
import { createMissing, readMatch } from './options';
import {
	assertComplete,
	failedRow,
	isChange,
	namesOf,
	newBody,
	stringOrUndefined,
	type PlannedRow,
	type Planner,
	type RecordSpec,
	type Row,
} from './plan';

export interface SyncSpec extends RecordSpec {
	/** Whether a row sets any field or trait, be it to an empty value. */
	isMapped(item: ItemParameters): boolean;
	/** The name in a row, also where other values are invalid. */
	nameIn(item: ItemParameters): string | undefined;
	/**
	 * The values of a row, checked; some may be a `PendingValue`.
	 *
	 * @throws VitallyError for a value that cannot be sent
	 */
	readValues(item: ItemParameters): Record<string, unknown>;
	resolveBody(item: ItemContext, values: Record<string, unknown>): Promise<IDataObject>;
}

interface SyncRow extends Row {
	createsMissing: boolean;
	/** Its values; until other records that they name are looked up, some may be a `PendingValue`. */
	body: IDataObject;
}

export function syncPlanner(spec: SyncSpec): Planner<SyncRow> {
	const leftOut = new Map<string, string>();
	/** Whether a row has values, empty ones included; `undefined` before the first row. */
	let isMapped: boolean | undefined;

	return {
		operation: 'Sync',
		columnsLeftOut: leftOut,
		readRow: async (opened, { matchBy }) => {
			const { index } = opened;
			if ('error' in opened) return { index, result: 'failed', error: opened.error };

			const { item } = opened;
			let row: SyncRow | undefined;

			try {
				const key = readMatch(item, matchBy);
				const found = await spec.listOf(item);
				const list = matchBy === 'externalId' ? found : listKeyedBy(matchBy, spec.type, found);

				row = { index, item, key, list, createsMissing: false, body: {} };
				row.createsMissing = matchBy === 'externalId' && readSwitch(item, createMissing, 'options');
				row.body = spec.readValues(item) as IDataObject;
				isMapped ||= spec.isMapped(item);
				if (usesMapper(item)) for (const one of columnsLeftOut(item)) leftOut.set(...one);

				return { ...row, name: stringOrUndefined(row.body.name) };
			} catch (error) {
				const name = spec.nameIn(item);
				// What is invalid is a value.
				if (row) isMapped = true;

				return row ? { ...row, name, error } : { index, name, result: 'failed', error };
			}
		},
		prepare: async (rows) => {
			if (isMapped === false) throw nothingMapped(spec.type, [...leftOut.keys()]);

			await forEachRecord(rows, async (row) => {
				try {
					row.body = await spec.resolveBody(row.item, row.body);
				} catch (error) {
					row.error = error;
				}
			});
		},
		plan: (rows, record) => {
			let current = record;
			let sent: IDataObject = {};
			const planned = rows.map((row) => {
				try {
					const one = planRow(row, current, spec);
					if (!isChange(one)) return one;

					const body = bodyOf(one.changedFields ?? {});

					current = changedRecord(current ?? { externalId: row.key }, body);
					sent = changedRecord(sent, body);

					return one;
				} catch (error) {
					return failedRow(row, error, spec, current);
				}
			});

			return { rows: planned, changes: differencesOf(record ?? {}, sent, spec) };
		},
	};
}

/** @throws VitallyError for a row that cannot be sent, and a record that cannot be created */
function planRow(row: SyncRow, record: IDataObject | undefined, spec: SyncSpec): PlannedRow {
	const { index, item, body, createsMissing, error } = row;
	if (error !== undefined) throw error;

	const planned = { index, ...namesOf(row, record, spec) };
	const changedFields = differencesOf(record ?? {}, body, spec);

	if (record) {
		if (Object.keys(changedFields).length === 0) return { ...planned, result: 'unchanged' };

		return { ...planned, result: 'updated', changedFields };
	}

	if (!createsMissing) return { ...planned, name: undefined, result: 'missing' };

	// Nothing is cleared in a new record.
	assertComplete(newBody(row, bodyOf(changedFields)), spec, (field) =>
		usesMapper(item) ? columnsWithout(item, field) : undefined,
	);

	return { ...planned, result: 'created', changedFields };
}

function nothingMapped({ plural }: RecordType, columnsLeftOut: string[]): VitallyError {
	return new VitallyError(
		`No fields or traits are mapped, so existing ${plural} would stay as they are`,
		columnsLeftOut.length > 0
			? `No trait has the name of a column: ${columnsLeftOut.join(', ')}. Rename the columns, choose 'Map Each Column Manually', or set 'Columns Without Trait' under Options.`
			: "Add fields under 'Fields and Traits', or choose 'Map Automatically'.",
	);
}

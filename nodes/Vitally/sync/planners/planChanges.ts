import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { TableRow } from '../../execution/operation';
import type { LeftOut } from '../../fields/traits/traitMapping';
import type { RecordList } from '../../records/recordList';
import type { RecordType } from '../../records/recordType';
import { isEmpty } from '../../values/emptyValues';
import { traitKeyOf } from '../../values/traits/traitName';
import type { TraitType } from '../../values/traits/traitValue';
import { valuesEqual } from '../../values/valuesEqual';
import { bodyOf, emptyRecord, valueIn, type Change, type Changes } from '../changes';
import {
	assertComplete,
	failedRow,
	namesOf,
	newBody,
	type PlannedRow,
	type Planner,
	type RecordPlan,
	type RecordSpec,
	type Result,
	type Row,
} from '../plan';
import {
	assertSendable,
	readChangeItem,
	rowNumberOf,
	shownNames,
	type ChangeItem,
} from './changeItem';
import type { Direction } from './direction';
import { replayChanges, type ReplayStep } from './replayChanges';

interface ChangeRow extends Row {
	change: ChangeItem;
}

/** What the replay does for a row, field by field. */
interface RowReplay {
	row: ChangeRow;
	written: Changes;
	/** Changes that Vitally has already. */
	present: Changes;
	left: string[];
	/** The reasons why the service cannot write fields that are left. */
	reasons: string[];
}

/** One change of a field, and why the service cannot write it. */
interface FieldStep extends ReplayStep {
	reason?: string;
}

/**
 * Plans Sync: Apply Changes, or Sync: Undo, which is its mirror: changes are replayed in reverse, from the new value
 * to the old one. A field is written only where Vitally has the value at which its change begins.
 */
export class ChangePlanner implements Planner<ChangeRow> {
	readonly operation: Direction['operation'];
	/** The rows of a record are a chain, which is replayed as a whole. */
	readonly triesRowsAlone = false;
	readonly columnsLeftOut = new Map<string, LeftOut>();
	/** The numbers of rows in the table of the Sync, by the indexes of their items. */
	private readonly rowNumbers = new Map<number, number>();

	constructor(
		private readonly spec: RecordSpec,
		private readonly direction: Direction,
	) {
		this.operation = direction.operation;
	}

	/** What is damaged in an item is an error of its row, and stops no other one. */
	async readRow(opened: TableRow): Promise<ChangeRow | PlannedRow> {
		const { index } = opened;
		if ('error' in opened) return { index, result: 'failed', error: opened.error };

		const { item } = opened;
		const json = item.input?.json ?? {};
		const number = rowNumberOf(json);
		if (number !== undefined) this.rowNumbers.set(index, number);

		const list = await this.spec.listOf(item);
		const place = this.spec.placeOf?.(list);

		try {
			const change = readChangeItem(json, this.spec, place ?? {}, this.direction);

			return this.rowOf(change, { index, item, list }, place);
		} catch (error) {
			return { index, ...shownNames(json), result: 'failed', error, place };
		}
	}

	/** @throws VitallyError for a change whose record is not certain */
	private rowOf(
		change: ChangeItem,
		{ index, item, list }: Pick<Row, 'index' | 'item' | 'list'>,
		place: IDataObject | undefined,
	): ChangeRow | PlannedRow {
		const { kind, name, externalId, newExternalId, id, reason } = change;

		if (kind === 'failed' || kind === 'none') {
			return { index, result: 'skipped', name, externalId, id, reason, place };
		}

		if (newExternalId !== undefined && newExternalId !== externalId) {
			throw twoExternalIdsError(String(externalId), newExternalId);
		}

		// The Vitally ID of a record that is still to be created is that of another one.
		const isToBeCreated = kind === 'create' && this.direction.createsRecords;
		const isId = id !== undefined && !isToBeCreated;
		const key = isId ? id : String(externalId);
		const row: ChangeRow = {
			index,
			item,
			key,
			isId,
			list: listByEitherId(list),
			name,
			externalId,
			change,
		};

		try {
			assertSendable(change.changes, this.direction, this.spec, item.timeZone);
		} catch (error) {
			// Its record is known: the other rows of that are not replayed without it.
			row.error = error;
		}

		return row;
	}

	async prepareRow({ item, change }: ChangeRow): Promise<void> {
		const times = Object.entries(change.changes).filter(([name, fieldChange]) =>
			mayBeTime(name, this.direction.to(fieldChange)),
		);
		if (times.length === 0) return;

		const types = await this.spec.traitTypes(item);

		for (const [name, fieldChange] of times) {
			const type = types.get(String(traitKeyOf(name)));
			const value = dateOfType(Number(this.direction.to(fieldChange)), type);

			change.changes[name] = this.direction.withTo(fieldChange, value);
		}
	}

	/** Returns the number of an item's row, or the number of the item if the item has lost it. */
	numberOf(index: number): number {
		return this.rowNumbers.get(index) ?? index + 1;
	}

	fieldsOf({ change }: ChangeRow): string[] {
		// A row with both IDs has to mean one record in both.
		return ['externalId', ...Object.keys(change.changes)];
	}

	/** @throws the error of a row that cannot be sent: the rows of a record are replayed as a whole, or not at all */
	plan(rows: readonly ChangeRow[], record: IDataObject | undefined): RecordPlan {
		for (const { error } of rows) {
			if (error !== undefined) throw error;
		}

		const settled: PlannedRow[] = [];
		const replayed: ChangeRow[] = [];
		const isCreated =
			this.direction.createsRecords && rows.some(({ change }) => change.kind === 'create');

		for (const row of rows) {
			const result = this.settleRow(row, record, { isCreated });
			if (result) settled.push(result);
			else replayed.push(row);
		}

		if (replayed.length === 0) return { rows: settled, changes: {} };

		const plan = this.planRecord(replayed, record);
		// The rows are in the order of the table again.
		const planned = [...settled, ...plan.rows].sort((a, b) => a.index - b.index);

		return { rows: planned, changes: plan.changes };
	}

	/**
	 * Settles a row whose fields do not matter.
	 *
	 * @param isCreated whether a row of the record is to create it
	 * @returns its result; `undefined` for a row whose fields are replayed
	 */
	private settleRow(
		row: ChangeRow,
		record: IDataObject | undefined,
		{ isCreated }: { isCreated: boolean },
	): PlannedRow | undefined {
		const { change, index } = row;
		const { type } = this.spec;
		const names = namesOf(row, record, this.spec);

		if (record && namesAnotherRecord(change, record)) {
			return { index, ...names, result: 'failed', error: twoRecordsError(type, change, record) };
		}

		if (change.kind === 'create' && !this.direction.createsRecords) {
			return { index, ...names, result: record ? 'leftInPlace' : 'unchanged' };
		}

		if (record || isCreated) return undefined;

		const reason = `Vitally no longer has this ${type.noun}`;

		return { index, ...names, result: 'failed', reason };
	}

	/** Plans what is written for the rows of one record. */
	private planRecord(rows: readonly ChangeRow[], record: IDataObject | undefined): RecordPlan {
		const replays = rows.map(
			(row): RowReplay => ({ row, written: {}, present: {}, left: [], reasons: [] }),
		);
		const ordered = this.direction.order(replays);
		const changes: Changes = {};

		for (const name of new Set(rows.flatMap(({ change }) => Object.keys(change.changes)))) {
			const change = this.replayField(name, ordered, record);
			if (change) changes[name] = change;
		}

		if (!record) return this.planCreation(replays, changes);

		const { written } = this.direction;

		return { rows: replays.map((replay) => this.outcomeOfRow(replay, record, written)), changes };
	}

	/**
	 * Replays the changes of one field, and adds what is done with them to the rows.
	 *
	 * @param ordered the rows in the order of the replay
	 * @returns what is written; `undefined` where the value stays as it is
	 */
	private replayField(
		name: string,
		ordered: readonly RowReplay[],
		record: IDataObject | undefined,
	): Change | undefined {
		const current = valueIn(record ?? emptyRecord(this.spec), name, this.spec);
		const changing = ordered.filter(({ row }) => Object.hasOwn(row.change.changes, name));
		const steps = changing.map(({ row }) => this.stepOf(row.change, name, record));
		const { end, replayed } = replayChanges(current, steps);
		// Where the changes lead back to their beginning, none of them may have been made.
		const isAtBeginning = valuesEqual(current, steps[0].from);

		for (const [position, { written, present, left, reasons }] of changing.entries()) {
			const { from, to, reason } = steps[position];
			const { outcome, value } = replayed[position];

			if (outcome === 'written') {
				written[name] = { old: value ?? null, new: to };
			} else if (outcome === 'left') {
				left.push(name);
				if (reason !== undefined) reasons.push(reason);
			} else if (!isAtBeginning) {
				present[name] = { old: from, new: to };
			}
		}

		return valuesEqual(current, end) ? undefined : { old: current ?? null, new: end };
	}

	private stepOf(
		{ kind, changes }: ChangeItem,
		name: string,
		record: IDataObject | undefined,
	): FieldStep {
		const from = this.direction.from(changes[name]);
		const to = this.direction.to(changes[name]);
		const reason = this.whyNotWritten(name, to);
		// A record that others created is compared, and not overwritten.
		const isCompared = kind === 'create' && record !== undefined;

		return { from, to, reason, isBlocked: isCompared || reason !== undefined };
	}

	/** @returns `undefined` for a value that the service writes */
	private whyNotWritten(name: string, value: unknown): string | undefined {
		const { type, additiveFields = [], notClearable } = this.spec;

		if (!this.direction.writesAdditiveFields && additiveFields.includes(name)) {
			return `Vitally's API cannot remove a ${type.noun} from an ${name.replace('Ids', '')}`;
		}

		const isCleared = valuesEqual(value, null);
		const label = isCleared ? notClearable.get(name) : undefined;

		return label && `Vitally's API cannot clear '${label}'`;
	}

	/** Plans a record that Vitally does not have: the first row that says so creates it, the others change it. */
	private planCreation(replays: readonly RowReplay[], changes: Changes): RecordPlan {
		try {
			assertComplete(newBody(replays[0].row, bodyOf(changes)), this.spec);
		} catch (error) {
			return { rows: replays.map(({ row }) => failedRow(row, error, this.spec)), changes: {} };
		}

		const creating = replays.find(({ row }) => row.change.kind === 'create');
		const rows = replays.map((replay) => {
			if (replay !== creating) return this.outcomeOfRow(replay, undefined, this.direction.written);

			const created = this.outcomeOfRow(replay, undefined, 'created');
			const externalId = { old: null, new: replay.row.key };

			return { ...created, changedFields: { ...created.changedFields, externalId } };
		});

		return { rows, changes };
	}

	/** @param ifWritten the result of a row whose fields are written */
	private outcomeOfRow(
		{ row, written, present, left, reasons }: RowReplay,
		record: IDataObject | undefined,
		ifWritten: Result,
	): PlannedRow {
		const outcome: PlannedRow = {
			index: row.index,
			...namesOf(row, record, this.spec),
			result: 'unchanged',
			changedFields: written,
		};
		if (this.returnsPresentChanges(row, present)) outcome.presentFields = present;
		if (left.length > 0) outcome.fieldsLeft = left;
		if (reasons.length > 0) outcome.reason = reasons.join('. ');

		const isWritten = Object.keys(written).length > 0;
		// Fields that the service cannot write do not matter in a row of which others are written.
		const leftByChoice = left.length - (isWritten ? reasons.length : 0);

		if (leftByChoice > 0) {
			outcome.result = 'changedSince';
		} else if (isWritten) {
			outcome.result = ifWritten;
		} else if (outcome.presentFields) {
			outcome.result = 'alreadyApplied';
		}

		return outcome;
	}

	private returnsPresentChanges({ change }: ChangeRow, present: Changes): boolean {
		const hasPresentChanges = Object.keys(present).length > 0;

		return this.direction.returnsPresentChanges && change.kind === 'update' && hasPresentChanges;
	}
}

/** Whether the value of a trait may be a time since 1970, which is how Vitally may return that of a date. */
function mayBeTime(name: string, value: unknown): boolean {
	return (
		traitKeyOf(name) !== undefined && Number.isInteger(value) && Math.abs(Number(value)) >= 1e8
	);
}

/** Returns a time in the form in which a trait of its type is written; the value of another type as it is. */
function dateOfType(time: number, type: TraitType | undefined): number | string {
	if (type !== 'date' && type !== 'dateTime') return time;

	// Times in seconds are smaller.
	const date = new Date(Math.abs(time) < 1e11 ? time * 1000 : time);
	if (Number.isNaN(date.getTime())) return time;

	return type === 'date' ? date.toISOString().slice(0, 10) : date.toISOString();
}

/** A list whose records are found by Vitally ID, and those without one in the items by external ID. */
function listByEitherId(list: RecordList): RecordList {
	const { read, readById } = list;

	return {
		...list,
		read: async (context, key, kind) =>
			await (kind === 'either' ? readById(context, key) : read?.(context, key)),
	};
}

function namesAnotherRecord({ id, externalId }: ChangeItem, record: IDataObject): boolean {
	if (id === undefined || externalId === undefined) return false;

	// What the record does not show is not compared.
	const hasOtherExternalId =
		Object.hasOwn(record, 'externalId') && externalId !== record.externalId;

	return id !== record.id || hasOtherExternalId;
}

function twoExternalIdsError(inColumn: string, inChanges: string): VitallyError {
	return new VitallyError(
		`The External ID of this row is "${inColumn}", but "${inChanges}" in its 'changedFields'`,
		"Store the column 'externalId' as text, or leave it out. A sheet may have turned the ID into a number or a date. Nothing was written.",
	);
}

function twoRecordsError(
	{ plural }: RecordType,
	row: ChangeItem,
	{ id, externalId }: IDataObject,
): VitallyError {
	const has = isEmpty(externalId) ? 'no External ID' : `the External ID "${String(externalId)}"`;

	return new VitallyError(
		`This row has the IDs of two ${plural}: id "${String(id)}" has ${has}, the row has "${row.externalId}"`,
		row.id === id
			? "Check whether the columns 'id' and 'externalId' were sorted or filled separately. If you remove one of these columns, the other identifies the record. Nothing was written."
			: `Correct the ID in the row, which is "${row.id}". Nothing was written.`,
	);
}

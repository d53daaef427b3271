import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { TableRow } from '../execution/operation';
import type { RecordList } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import { isEmpty } from '../values/emptyValues';
import { valuesEqual } from '../values/valuesEqual';
import { assertSendable, readChangeItem, type ChangeItem } from './changeItem';
import { bodyOf, valueIn, type Changes } from './changes';
import {
	assertComplete,
	failedRow,
	namesOf,
	newBody,
	type PlannedRow,
	type Planner,
	type RecordPlan,
	type RecordSpec,
	type Row,
} from './plan';
import { walk, type Step } from './walk';

interface ChangeRow extends Row {
	change: ChangeItem;
}

/** What is done for a row, field by field. */
interface RowOutcome {
	written: Changes;
	/** Changes that Vitally has already. */
	present: Changes;
	left: string[];
	/** Why the service cannot write fields that are left. */
	reasons: Map<string, string>;
}

/**
 * Plans Sync: Apply Changes, or Sync: Undo, which is its mirror: changes are walked in reverse, from the new value to
 * the old one. A field is written only where Vitally has the value at which its change begins.
 */
export function changePlanner(spec: RecordSpec, isUndo: boolean): Planner<ChangeRow> {
	return {
		operation: isUndo ? 'Sync: Undo' : 'Sync: Apply Changes',
		columnsLeftOut: new Map(),
		readRow: async (opened) => await readRow(opened, spec, isUndo),
		plan: (rows, record) => {
			const isCreated = !isUndo && rows.some(({ change }) => change.kind === 'create');
			const settled = rows.map((row) => settle(row, isCreated, record, spec, isUndo));
			const changing = rows.filter((_, index) => !settled[index]);
			if (changing.length === 0) return { rows: settled as PlannedRow[], changes: {} };

			const { rows: planned, changes } = planFields(changing, record, spec, isUndo);
			const left = planned.values();

			return { rows: settled.map((row) => row ?? (left.next().value as PlannedRow)), changes };
		},
	};
}

/**
 * @param isCreated whether a row of the record is to create it
 * @returns the result of a row that changes nothing, whatever its fields are
 */
function settle(
	row: ChangeRow,
	isCreated: boolean,
	record: IDataObject | undefined,
	spec: RecordSpec,
	isUndo: boolean,
): PlannedRow | undefined {
	const { change, index } = row;
	const planned = { index, ...namesOf(row, record, spec) };

	if (record && namesAnother(change, record)) {
		return { ...planned, result: 'failed', error: twoRecordsError(spec.type, change, record) };
	}

	if (isUndo && change.kind === 'create') {
		return { ...planned, result: record ? 'leftInPlace' : 'unchanged' };
	}

	if (record ?? isCreated) return undefined;

	const reason = `Vitally no longer has this ${spec.type.noun}`;

	return { ...planned, result: 'failed', reason };
}

function namesAnother({ id, externalId }: ChangeItem, record: IDataObject): boolean {
	if (id === undefined || externalId === undefined) return false;

	return id !== record.id || externalId !== record.externalId;
}

function twoRecordsError(
	{ plural }: RecordType,
	row: ChangeItem,
	{ id, externalId }: IDataObject,
): VitallyError {
	const has = isEmpty(externalId) ? 'no External ID' : `the External ID '${String(externalId)}'`;

	return new VitallyError(
		`This row names two ${plural}: id ${String(id)} has ${has}, the row says '${row.externalId}'. Nothing was written.`,
		row.id === id
			? "Check whether rows and IDs of the table were sorted or filled apart. Without one of 'id' and 'externalId', the other decides."
			: `The row says id ${row.id}.`,
	);
}

async function readRow(
	opened: TableRow,
	spec: RecordSpec,
	isUndo: boolean,
): Promise<ChangeRow | PlannedRow> {
	if ('error' in opened) throw opened.error;

	const { index, item } = opened;
	const list = await spec.listOf(item);
	const place = spec.placeOf?.(list);
	const change = readChangeItem(item.input?.json ?? {}, spec, place ?? {}, isUndo);
	const { kind, name, externalId, id, reason } = change;

	if (kind === 'failed' || kind === 'none') {
		const result = isUndo && kind !== 'failed' ? 'unchanged' : 'skipped';

		return { index, result, name, externalId, id, reason, place };
	}

	assertSendable(change.changes, isUndo ? 'old' : 'new', spec, item.timeZone);
	// A record that is still to be created has no Vitally ID; what stands there is that of another one.
	const isId = id !== undefined && (isUndo || kind !== 'create');
	const key = isId ? id : String(externalId);

	return { index, item, key, isId, list: listByEitherId(list), name, externalId, change };
}

/** A list whose records are found by Vitally ID, and those without one in the items by external ID. */
function listByEitherId(list: RecordList): RecordList {
	const { read, readById } = list;

	return {
		...list,
		read: async (context, key, isId) =>
			await (isId ? readById(context, key) : read?.(context, key)),
	};
}

function planFields(
	rows: readonly ChangeRow[],
	record: IDataObject | undefined,
	spec: RecordSpec,
	isUndo: boolean,
): RecordPlan {
	const outcomes = rows.map(
		(): RowOutcome => ({ written: {}, present: {}, left: [], reasons: new Map() }),
	);
	const changes: Changes = {};
	const order = rows.map((_, index) => index);
	if (isUndo) order.reverse();

	for (const name of new Set(rows.flatMap(({ change }) => Object.keys(change.changes)))) {
		const current = valueIn(record ?? {}, name, spec.traitsAsFields);
		const changing = order.filter((index) => Object.hasOwn(rows[index].change.changes, name));
		const steps = changing.map((index): Step & { reason?: string } => {
			const { kind, changes: own } = rows[index].change;
			const [from, to] = isUndo ? [own[name].new, own[name].old] : [own[name].old, own[name].new];
			const reason = whyNotWritten(name, to, spec, isUndo);
			// A record that others created is compared, and not overwritten.
			const isCompared = kind === 'create' && record !== undefined;

			return { from, to, reason, isBlocked: isCompared || reason !== undefined };
		});
		const { end, walked } = walk(current, steps);

		for (const [position, { outcome, value = null }] of walked.entries()) {
			const { written, present, left, reasons } = outcomes[changing[position]];
			const { from, to, reason } = steps[position];

			if (outcome === 'taken') written[name] = { old: value, new: to };
			// Where the changes lead back to their beginning, none may have been made.
			else if (outcome === 'before' && !valuesEqual(current, steps[0].from)) {
				present[name] = { old: from, new: to };
			} else if (outcome === 'left') {
				left.push(name);
				if (reason !== undefined) reasons.set(name, reason);
			}
		}

		if (!valuesEqual(current, end)) changes[name] = { old: current ?? null, new: end };
	}

	try {
		if (!record) assertComplete(newBody(rows[0], bodyOf(changes)), spec);
	} catch (error) {
		return { rows: rows.map((row) => failedRow(row, error, spec)), changes: {} };
	}

	const creating = record ? undefined : rows.find(({ change }) => change.kind === 'create');
	const planned = rows.map((row, index) => {
		const ifWritten = isUndo ? 'restored' : row === creating ? 'created' : 'applied';
		const { present } = outcomes[index];
		const outcome = resultOf(outcomes[index], ifWritten);
		// An earlier attempt of the run may have written it: an undo needs the old values.
		const mayBeOurs = !isUndo && row.change.kind === 'update' && Object.keys(present).length > 0;
		const isApplied = mayBeOurs && outcome.result === 'unchanged';

		return {
			index: row.index,
			...namesOf(row, record, spec),
			...outcome,
			...(isApplied && { result: 'alreadyApplied' as const, changedFields: present }),
		};
	});

	return { rows: planned, changes };
}

/** @param ifWritten the result of a row whose fields are written */
function resultOf(
	{ written, left, reasons }: RowOutcome,
	ifWritten: 'restored' | 'created' | 'applied',
): Omit<PlannedRow, 'index'> {
	const isWritten = Object.keys(written).length > 0;
	const isLeft = left.length > (isWritten ? reasons.size : 0);

	return {
		result: isLeft ? 'changedSince' : isWritten ? ifWritten : 'unchanged',
		changedFields: written,
		...(left.length > 0 && { fieldsLeft: left }),
		...(reasons.size > 0 && { reason: [...reasons.values()].join('. ') }),
	};
}

/** @returns `undefined` for a value that the service writes */
function whyNotWritten(
	name: string,
	value: unknown,
	{ type, additiveFields = [], notClearable }: RecordSpec,
	isUndo: boolean,
): string | undefined {
	if (isUndo && additiveFields.includes(name)) {
		return `Vitally's API cannot remove a ${type.noun} from an ${name.replace('Ids', '')}`;
	}

	const label = valuesEqual(value, null) ? notClearable.get(name) : undefined;

	return label && `Vitally's API cannot clear '${label}'`;
}

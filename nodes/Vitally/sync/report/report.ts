import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { TableOutcome } from '../../execution/operation';
import type { LeftOut } from '../../fields/traits/traitMapping';
import type { RecordType } from '../../records/recordType';
import { omitUndefined } from '../../values/json';
import type { Changes } from '../changes';
import type { TableOptions } from '../options';
import {
	isChange,
	RESULTS,
	type PlannedRow,
	type Planner,
	type RecordSpec,
	type Result,
	type Row,
	type TableOperationName,
} from '../plan';
import type { Namesakes } from '../reading/namesakes';
import { labelOfChange } from './describeChanges';
import { describeColumnsLeftOut } from './describeColumnsLeftOut';

const MAX_FAILURES = 100;
const MAX_FIELDS = 5;

/** Rows with blanks that a line above the output names. */
const MAX_SHOWN = 20;

/** Failed and missing rows that a line above the output names. */
const MAX_NAMED = 3;

const RESULT_LABELS = Object.entries(RESULTS) as Array<[Result, string]>;

/** The results that the line names even if there are none. */
const ALWAYS_NAMED: Record<TableOperationName, readonly Result[]> = {
	Sync: ['created', 'updated', 'unchanged'],
	'Sync: Apply Changes': ['created', 'applied', 'unchanged'],
	'Sync: Undo': ['restored'],
};

/** The results that a summary of Sync, and its error about a limit, count even if there are none. */
export const NO_RESULTS = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };

/** The names of results in a dry run. */
const NAMES_IN_DRY_RUN: Partial<Record<Result, string>> = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	applied: 'wouldUpdate',
	restored: 'wouldRestore',
};

type ReportOptions = Pick<TableOptions, 'output' | 'isDryRun' | 'findsNotInTable'>;

/** What a report contains in addition to the rows. */
export interface RunFacts {
	seconds: number;
	requests: number;
	/** Numbers of the rows whose external ID begins or ends with a blank. */
	rowsWithBlanks: number[];
	/** How many records no row names; `undefined` where they were not looked for. */
	notInTable?: number;
	/** Output items for the records that no row names. */
	unpaired: IDataObject[];
	/** The sentence about the limit that a dry run exceeds. */
	exceededLimit?: string;
	/** How many rows had no turn when the execution was stopped. */
	rowsNotReached: number;
}

/** Why a row failed, or fields of it are left. */
interface Explanation {
	reason?: string;
	description?: string;
}

interface ReportContext {
	planner: Pick<Planner<Row>, 'operation' | 'columnsLeftOut'>;
	spec: Pick<RecordSpec, 'type' | 'placeColumns' | 'labels'>;
	options: ReportOptions;
	/** Returns changes as a person reads them. */
	describe(changes: Changes): string;
	/** The records that were read. */
	namesakes: Namesakes;
}

/** Counts the results of rows, and collects their output. */
export class SyncReport {
	private readonly operation: TableOperationName;
	private readonly spec: ReportContext['spec'];
	private readonly options: ReportOptions;
	private readonly describe: ReportContext['describe'];
	private readonly namesakes: Namesakes;
	/** Columns of the table that automatic mapping leaves out, each with the reason. */
	private readonly columnsLeftOut: ReadonlyMap<string, LeftOut>;
	/** All columns of the output, so that every item has the same. */
	private readonly columns: IDataObject;
	private readonly counts = new Map<Result, number>();
	private readonly rows: TableOutcome['rows'] = new Map();
	/** Each with the number of its row, from 1. */
	private readonly failures: Array<IDataObject & { row: number }> = [];
	private readonly missing: NamedRow[] = [];
	/** New records with the name of another one. */
	private readonly rowsWithNamesake: NamedRow[] = [];
	/** In how many records each field changed. */
	private readonly fieldsChanged = new Map<string, number>();
	/** In how many records Vitally stored another value of each field. */
	private readonly storedOtherwise = new Map<string, number>();
	private rowCount = 0;
	/** Whether rows have failed whose changes may have been made. */
	private hasUnknownOutcomes = false;

	constructor({ planner, spec, options, describe, namesakes }: ReportContext) {
		this.operation = planner.operation;
		this.columnsLeftOut = planner.columnsLeftOut;
		this.spec = spec;
		this.options = options;
		this.describe = describe;
		this.namesakes = namesakes;
		this.columns = this.emptyColumns(spec);
	}

	/** Adds the results of all rows of one record. */
	add(rows: readonly PlannedRow[]): void {
		for (const row of rows) this.addRow(this.namesakes.mark(row));

		this.countChangedFields(rows);
		countEach(
			this.storedOtherwise,
			rows.flatMap((row) => row.storedOtherwise ?? []),
		);
	}

	/** An item of the output, with null where it has no value. */
	itemOf(values: IDataObject): IDataObject {
		return { ...this.columns, ...omitUndefined(values) };
	}

	/** The lines above the output. */
	hints(facts: RunFacts): string[] {
		const hints = [`${this.countsLine(facts)}.${this.leftInPlaceSentence()}`];
		if (this.failures.length > 0) hints.push(`${this.failuresLine()}.`);
		if (this.missing.length > 0) hints.push(`${this.missingLine()}.`);

		if (this.rowsWithNamesake.length > 0) hints.push(`${this.namesakesLine()}.`);
		if (this.storedOtherwise.size > 0) hints.push(`${this.storedOtherwiseLine()}.`);

		if (this.columnsLeftOut.size > 0) {
			hints.push(describeColumnsLeftOut(this.columnsLeftOut, { showsAdvice: true }));
		}

		if (facts.rowsWithBlanks.length > 0) {
			const rows = facts.rowsWithBlanks.slice(0, MAX_SHOWN).join(', ');

			hints.push(
				`The External ID begins or ends with a blank, which makes it another one. Rows: ${rows}.`,
			);
		}

		if (facts.exceededLimit !== undefined) hints.push(facts.exceededLimit);
		if (facts.rowsNotReached > 0) hints.push(`${notReachedReason(facts)}.`);

		return hints;
	}

	/** The output. A table of which every row failed is an error, unless a row may have been written. */
	outcome(facts: RunFacts): TableOutcome {
		const { rows } = this;
		const error = this.errorOfWholeTable();
		if (error) return { rows, error };
		if (this.options.output === 'summary') return { rows, summary: this.summary(facts) };

		const unpaired = [...facts.unpaired];

		if (facts.rowsNotReached > 0) {
			unpaired.push(this.itemOf({ result: 'skipped', reason: notReachedReason(facts) }));
		}

		return { rows, unpaired };
	}

	private emptyColumns({ type, placeColumns = [] }: Pick<RecordSpec, 'type' | 'placeColumns'>) {
		const { isDryRun, findsNotInTable } = this.options;
		const names = ['result', 'name', 'changes', 'reason', 'row', 'externalId', 'description'];

		names.push('fieldsLeft', 'id');
		if (type.appPath !== undefined) names.push('url');

		names.push('resource', ...placeColumns);
		if (findsNotInTable) names.push('updatedAt', 'churnedAt', 'csmName');
		if (isDryRun) names.push('dryRun');

		// For the person who approves the changes.
		const showsColumnsLeftOut = isDryRun && this.operation === 'Sync';
		if (showsColumnsLeftOut) names.push('columnsLeftOut');

		// JSON is for machines.
		names.push('changedFields');

		const columns: IDataObject = Object.fromEntries(names.map((name) => [name, null]));

		columns.resource = type.name;
		if (isDryRun) columns.dryRun = true;

		if (showsColumnsLeftOut && this.columnsLeftOut.size > 0) {
			columns.columnsLeftOut = describeColumnsLeftOut(this.columnsLeftOut, { showsAdvice: false });
		}

		return columns;
	}

	private addRow(row: PlannedRow): void {
		const explanation = explanationOf(row, this.spec.type);

		this.rowCount++;
		countResult(this.counts, row.result);
		if (row.result === 'failed') this.addFailure(row, explanation);

		if (row.result === 'failed' && (row.changedFields ?? row.presentFields)) {
			this.hasUnknownOutcomes = true;
		}

		if (row.result === 'missing') this.missing.push({ row: row.index + 1, text: nameOf(row) });

		if (row.namesake !== undefined) {
			const text = [row.name, row.namesake].join(', ');

			this.rowsWithNamesake.push({ row: row.index + 1, text });
		}

		if (this.isInOutput(row)) this.addOutput(row, explanation);
	}

	private addFailure({ index, externalId = '' }: PlannedRow, explanation: Explanation): void {
		const { reason, description } = explanation;

		this.failures.push({ row: index + 1, externalId, reason, description });
	}

	private isInOutput(row: PlannedRow): boolean {
		const isFailed = row.result === 'failed';

		switch (this.options.output) {
			case 'each':
				return true;
			case 'changed':
				return isFailed || isChange(row) || row.result === 'missing';
			// As an error, which ends the run or becomes an error item.
			case 'summary':
				return isFailed;
		}
	}

	private addOutput(row: PlannedRow, { reason, description }: Explanation): void {
		const { index, result, name, externalId, id, url, place, fieldsLeft, error } = row;
		const { output, isDryRun } = this.options;
		const shownChanges = { ...row.presentFields, ...row.changedFields };
		const changes = Object.keys(shownChanges).length > 0 ? shownChanges : undefined;
		const nameInDryRun = isDryRun ? NAMES_IN_DRY_RUN[result] : undefined;

		const json = this.itemOf({
			result: nameInDryRun ?? result,
			row: index + 1,
			name,
			externalId,
			fieldsLeft,
			reason,
			description,
			id,
			url,
			...place,
			changes: changes && this.describe(changes),
			// As text, so that tables and files keep it as it is.
			changedFields: changes && JSON.stringify(changes),
		});

		this.rows.set(index, {
			json: output === 'summary' ? undefined : json,
			error: changes ? errorWithRow(error, json) : error,
		});
	}

	/** Counts each field once, though several rows of the record may change it. */
	private countChangedFields(rows: readonly PlannedRow[]): void {
		const updated = rows.filter(({ result }) => result === 'updated');

		countEach(
			this.fieldsChanged,
			updated.flatMap(({ changedFields = {} }) => Object.keys(changedFields)),
		);
	}

	private countsLine({ requests, notInTable = 0 }: RunFacts): string {
		const { isDryRun } = this.options;
		const isUndo = this.operation === 'Sync: Undo';
		const parts: string[] = [];

		for (const [result, label] of RESULT_LABELS) {
			const count = this.counts.get(result) ?? 0;
			if (count === 0 && !ALWAYS_NAMED[this.operation].includes(result)) continue;

			const reason = isUndo && result === 'skipped' ? ': the Sync had not written them' : '';

			parts.push(`${formatCount(count)} ${label}${reason}`);
		}

		if (isDryRun) parts[0] = `Dry run: ${parts[0].replace(' ', ' would be ')}`;
		if (notInTable > 0) parts.push(`${formatCount(notInTable)} not in the table`);

		const namesRequests = !isDryRun && !isUndo;
		if (namesRequests) parts.push(`with ${requests} ${requests === 1 ? 'request' : 'requests'}`);

		return parts.join(', ');
	}

	/** Begins with a blank; empty where an undo left no record in place. */
	private leftInPlaceSentence(): string {
		const count = this.counts.get('leftInPlace') ?? 0;
		if (count === 0) return '';
		if (count === 1) return ' 1 was created by the Sync and is still there: Undo deletes nothing.';

		return ` ${formatCount(count)} were created by the Sync and are still there: Undo deletes nothing.`;
	}

	/** The first failures, each with its row and reason. */
	private failuresLine(): string {
		const rows = this.failures.map(({ row, reason }) => ({ row, text: String(reason) }));

		return `${formatCount(rows.length)} failed: ${firstRows(rows)}`;
	}

	private missingLine(): string {
		return `${formatCount(this.missing.length)} not in Vitally: ${firstRows(this.missing)}`;
	}

	private namesakesLine(): string {
		const { length } = this.rowsWithNamesake;
		const { noun } = this.spec.type;
		const written = length === 1 ? 'was' : 'were';
		const verb = this.options.isDryRun ? 'would be' : written;

		return `${formatCount(length)} ${verb} created with the name of an ${noun} that exists: ${firstRows(this.rowsWithNamesake)}`;
	}

	/** The values that Vitally changed when it stored them: the next Sync would write them again. */
	private storedOtherwiseLine(): string {
		const fields = [...this.storedOtherwise].slice(0, MAX_FIELDS).map(([field, count]) => {
			const records = count === 1 ? '1 record' : `${formatCount(count)} records`;

			return `'${labelOfChange(field, this.spec.labels)}' in ${records}`;
		});

		return `Vitally stored another value for ${fields.join(', ')}`;
	}

	private failuresByRow() {
		return this.failures.sort((a, b) => a.row - b.row);
	}

	/**
	 * The error of a table of which no row succeeds; skipped ones are none.
	 *
	 * @returns that of the first row; `undefined` where a row has none, or its changes are needed for an undo
	 */
	private errorOfWholeTable(): TableOutcome['error'] {
		if (this.hasUnknownOutcomes) return undefined;

		let first: { cause: unknown; index: number } | undefined;
		let errorCount = 0;

		for (const [index, { error }] of this.rows) {
			if (error === undefined) continue;

			errorCount++;
			if (!first || index < first.index) first = { cause: error, index };
		}

		const skippedCount = this.counts.get('skipped') ?? 0;

		return errorCount === this.rowCount - skippedCount ? first : undefined;
	}

	private summary(facts: RunFacts): IDataObject {
		const { seconds, requests, notInTable, exceededLimit, rowsNotReached } = facts;
		const fieldsChanged = [...this.fieldsChanged]
			.map(([field, records]) => ({ field, records }))
			.sort((a, b) => b.records - a.records || (a.field < b.field ? -1 : 1));
		const summary: IDataObject = {
			...NO_RESULTS,
			...Object.fromEntries(this.counts),
			notInTable: notInTable ?? null,
			fieldsChanged: fieldsChanged.slice(0, MAX_FIELDS),
			columnsLeftOut: [...this.columnsLeftOut.keys()],
			seconds,
			requests,
			failures: this.failuresByRow().slice(0, MAX_FAILURES),
		};
		if (rowsNotReached > 0) summary.notReached = rowsNotReached;
		if (exceededLimit !== undefined) summary.wouldStop = exceededLimit;
		if (this.options.isDryRun) summary.dryRun = true;

		return summary;
	}
}

function notReachedReason({ rowsNotReached }: RunFacts): string {
	return `${formatCount(rowsNotReached)} rows were not reached before the execution was stopped`;
}

/** A row as a line above the output names it. */
interface NamedRow {
	/** From 1. */
	row: number;
	text: string;
}

function nameOf({ name, externalId, id, email }: PlannedRow): string {
	return [name, externalId ?? id ?? email].filter((text) => text !== undefined).join(', ');
}

function firstRows(rows: readonly NamedRow[]): string {
	const sorted = [...rows].sort((a, b) => a.row - b.row);
	const named = sorted.slice(0, MAX_NAMED).map(({ row, text }) => `row ${row} (${text})`);
	const others = rows.length - named.length;
	if (others > 0) named.push(`and ${formatCount(others)} more`);

	return named.join(', ');
}

/** n8n's error item shows nothing else of a row. Rows of one record have the same error. */
function errorWithRow(error: unknown, row: IDataObject): unknown {
	if (!(error instanceof VitallyError)) return error;

	const { message, description, facts } = error;

	return new VitallyError(message, description, {
		...facts,
		details: { ...facts.details, ...row },
	});
}

function explanationOf({ error, reason, namesake }: PlannedRow, { noun }: RecordType): Explanation {
	if (error === undefined) {
		const named = namesake && `An ${noun} with this name exists: ${namesake}`;

		return { reason: reason ?? named };
	}

	const { message, description = '' } = error as Partial<VitallyError>;

	return { reason: message ?? reason, description };
}

/** Counts each name once, however often it is there. */
function countEach(counts: Map<string, number>, names: readonly string[]): void {
	for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function countResult(counts: Map<Result, number>, result: Result): void {
	counts.set(result, (counts.get(result) ?? 0) + 1);
}

export function formatCount(count: number): string {
	return count.toLocaleString('en');
}

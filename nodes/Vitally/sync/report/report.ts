import type { IDataObject } from 'n8n-workflow';

import type { TableOutcome } from '../../execution/operation';
import { omitUndefined } from '../../values/json/json';
import type { Changes } from '../changes';
import type { TableOptions } from '../options';
import { isChange, type PlannedRow, type Planner, type RecordSpec, type Row } from '../plan';
import type { Namesakes } from '../reading/namesakes';
import { NO_RESULTS } from '../resultCounts';
import { hintsOf, MAX_ROW_NUMBERS, notReachedReason, type HintFacts } from './hints';
import {
	emptyColumns,
	errorWithRow,
	explanationOf,
	nameOfResult,
	type Explanation,
} from './outputRow';
import { Tally } from './tally';

/** The most that a summary has of each. */
const MAX_FAILURES = 100;
const MAX_FIELDS = 5;

/** What a report contains in addition to the rows. */
export interface RunFacts extends HintFacts {
	seconds: number;
	/** Output items for the records that no row names. */
	unpaired: IDataObject[];
}

interface ReportContext {
	planner: Pick<Planner<Row>, 'operation' | 'columnsLeftOut' | 'numberOf'>;
	spec: Pick<RecordSpec, 'type' | 'placeColumns' | 'labels'>;
	options: Pick<TableOptions, 'output' | 'isDryRun' | 'findsNotInTable'>;
	/** Returns the changes of a row as a person reads them. */
	describe(changes: Changes, row: PlannedRow): string;
	/** The records that were read. */
	namesakes: Namesakes;
}

/** Collects the output of rows: an item for each, or a summary, and the lines above them. */
export class SyncReport {
	/** All columns of the output, so that every item has the same. */
	private readonly columns: IDataObject;
	private readonly tally = new Tally();
	private readonly rows: TableOutcome['rows'] = new Map();

	constructor(private readonly context: ReportContext) {
		const { planner, options, spec } = context;
		const { operation, columnsLeftOut } = planner;

		this.columns = emptyColumns({ operation, options, spec, columnsLeftOut });
	}

	/** Adds the results of all rows of one record. */
	add(rows: readonly PlannedRow[]): void {
		for (const row of rows) this.addRow(this.context.namesakes.mark(row));

		this.tally.countFields(rows);
	}

	/** An item of the output, with null where it has no value. */
	itemOf(values: IDataObject): IDataObject {
		return { ...this.columns, ...omitUndefined(values) };
	}

	/** The lines above the output. */
	hints(facts: RunFacts): string[] {
		const { planner, options, spec } = this.context;
		const { operation, columnsLeftOut } = planner;
		const { isDryRun } = options;
		const { type, labels } = spec;

		return hintsOf(this.tally, facts, { operation, isDryRun, type, labels, columnsLeftOut });
	}

	/** The output. A table of which every row failed is an error, unless a row may have been written. */
	outcome(facts: RunFacts): TableOutcome {
		const { rows } = this;
		const error = this.errorOfWholeTable();
		if (error) return { rows, error };
		if (this.context.options.output === 'summary') return { rows, summary: this.summary(facts) };

		const unpaired = [...facts.unpaired];

		if (facts.rowsNotReached > 0) {
			unpaired.push(this.itemOf({ result: 'skipped', reason: notReachedReason(facts) }));
		}

		return { rows, unpaired };
	}

	private addRow(row: PlannedRow): void {
		const { planner, spec } = this.context;
		const explanation = explanationOf(row, spec.type);

		this.tally.addRow(row, planner.numberOf(row.index), explanation);
		if (this.isInOutput(row)) this.addOutput(row, explanation);
	}

	private isInOutput(row: PlannedRow): boolean {
		const isFailed = row.result === 'failed';

		switch (this.context.options.output) {
			case 'each':
				return true;
			case 'changed':
				return isFailed || isChange(row) || row.result === 'missing';
			// A failed row is an error, which ends the run or becomes an error item.
			case 'summary':
				return isFailed;
		}
	}

	private addOutput(row: PlannedRow, { reason, description }: Explanation): void {
		const { index, result, name, externalId, id, url, place, fieldsLeft, error } = row;
		const { options, planner } = this.context;
		const shownChanges = { ...row.presentFields, ...row.changedFields };
		const changes = Object.keys(shownChanges).length > 0 ? shownChanges : undefined;

		const json = this.itemOf({
			result: nameOfResult(result, options),
			row: planner.numberOf(index),
			name,
			externalId,
			fieldsLeft,
			reason,
			description,
			id,
			url,
			...place,
			changes: changes && this.context.describe(changes, row),
			// The changes are text, so that tables and files keep them as they are.
			changedFields: changes && JSON.stringify(changes),
		});

		this.rows.set(index, {
			json: options.output === 'summary' ? undefined : json,
			error: errorWithRow(error, json),
		});
	}

	/**
	 * The error of a table of which no row succeeds; skipped ones are none.
	 *
	 * @returns that of the first row; `undefined` where a row has none, or its changes are needed for an undo
	 */
	private errorOfWholeTable(): TableOutcome['error'] {
		if (this.tally.hasUnknownOutcomes) return undefined;

		let first: { cause: unknown; index: number } | undefined;
		let errorCount = 0;

		for (const [index, { error }] of this.rows) {
			if (error === undefined) continue;

			errorCount++;
			if (!first || index < first.index) first = { cause: error, index };
		}

		return errorCount === this.tally.rowsNotSkipped ? first : undefined;
	}

	private summary({
		seconds,
		requests,
		notInTable,
		exceededLimit,
		rowsNotReached,
		rowsWithSpaces,
	}: RunFacts): IDataObject {
		const { results, failed, fieldsChanged } = this.tally;
		const { planner, options } = this.context;
		const fields = [...fieldsChanged]
			.map(([field, records]) => ({ field, records }))
			.sort((a, b) => b.records - a.records || (a.field < b.field ? -1 : 1));
		const failures = [...failed].sort((a, b) => a.row - b.row);
		const summary: IDataObject = {
			...NO_RESULTS,
			...results.toObject(),
			notInTable: notInTable ?? null,
			fieldsChanged: fields.slice(0, MAX_FIELDS),
			columnsLeftOut: [...planner.columnsLeftOut.keys()],
			seconds,
			requests,
			failures: failures.slice(0, MAX_FAILURES).map((failure) => ({ ...failure })),
		};

		if (rowsWithSpaces.length > 0) {
			summary.rowsWithSpaces = rowsWithSpaces.slice(0, MAX_ROW_NUMBERS);
		}

		if (rowsNotReached > 0) summary.notReached = rowsNotReached;
		if (exceededLimit !== undefined) summary.wouldStop = exceededLimit;
		if (options.isDryRun) summary.dryRun = true;

		return summary;
	}
}

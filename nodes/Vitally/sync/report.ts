import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { TableOutcome } from '../execution/operation';
import type { RecordType } from '../records/recordType';
import { omitUndefined } from '../values/json';
import type { Changes } from './changes';
import type { TableOptions } from './options';
import { isChange, RESULTS, type PlannedRow, type Planner, type Result, type Row } from './plan';

const MAX_FAILURES = 100;
const MAX_FIELDS = 5;

const MAX_SHOWN = 20;

/** Failures that the line above the output names. */
const MAX_NAMED = 3;

export type OperationName = Planner<Row>['operation'];

const LABELS = Object.entries(RESULTS) as Array<[Result, string]>;

/** The results that the line names even if there are none. */
const ALWAYS: Record<OperationName, readonly Result[]> = {
	Sync: ['created', 'updated', 'unchanged'],
	'Sync: Apply Changes': ['created', 'applied', 'unchanged'],
	'Sync: Undo': ['restored'],
};

/** The results that a summary of Sync, and its error about a limit, count even if there are none. */
export const NONE = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };

/** The names of results in a dry run. */
const IN_DRY_RUN: Partial<Record<Result, string>> = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	applied: 'wouldUpdate',
	restored: 'wouldRestore',
};

/** What a report contains in addition to the rows. */
interface RunFacts {
	seconds: number;
	requests: number;
	/** Numbers of the rows whose external ID begins or ends with a blank. */
	rowsWithBlanks: number[];
	/** How many records no row names; `undefined` where they were not looked for. */
	notInTable?: number;
	unpaired: IDataObject[];
	wouldStop?: string;
}

/** Counts the results of rows, and collects their output. */
export class SyncReport {
	private readonly counts = new Map<Result, number>();
	private readonly rows: TableOutcome['rows'] = new Map();
	/** Each with the number of its row, from 1. */
	private readonly failures: Array<IDataObject & { row: number }> = [];
	private size = 0;
	/** In how many records each field changed. */
	private readonly fieldsChanged = new Map<string, number>();
	/** All columns, so that every item of the output has the same. */
	private readonly columns: IDataObject;
	/** Columns of the table that are named, each with the reason. */
	private readonly leftOut: ReadonlyArray<[string, string]>;

	/** @param columnsLeftOut of the table, each with the reason */
	constructor(
		private readonly operation: OperationName,
		type: RecordType,
		private readonly options: Pick<TableOptions, 'output' | 'isDryRun' | 'findsNotInTable'>,
		private readonly describe: (changes: Changes) => string,
		private readonly columnsLeftOut: ReadonlyMap<string, string>,
	) {
		const { isDryRun, findsNotInTable } = options;

		this.leftOut = [...columnsLeftOut].slice(0, MAX_SHOWN);
		this.columns = {
			result: null,
			row: null,
			name: null,
			externalId: null,
			changes: null,
			changedFields: null,
			fieldsLeft: null,
			reason: null,
			description: null,
			id: null,
			...(type.appPath !== undefined && { url: null }),
			resource: type.name,
			...(findsNotInTable && { updatedAt: null, churnedAt: null, csmName: null }),
			...(isDryRun && { dryRun: true }),
			// For the person who approves the changes.
			...(isDryRun &&
				operation === 'Sync' && {
					columnsLeftOut: this.leftOut.map(([name, reason]) => ({ name, reason })),
				}),
		};
	}

	/** An item of the output, with null where it has no value. */
	itemOf(values: IDataObject): IDataObject {
		return { ...this.columns, ...omitUndefined(values) };
	}

	add(rows: readonly PlannedRow[]): void {
		const fields = new Set<string>();

		for (const row of rows) {
			this.addRow(row);
			if (row.result !== 'updated') continue;

			for (const field of Object.keys(row.changedFields ?? {})) fields.add(field);
		}

		for (const field of fields) {
			this.fieldsChanged.set(field, (this.fieldsChanged.get(field) ?? 0) + 1);
		}
	}

	private addRow(row: PlannedRow): void {
		const { index, result, name, externalId, id, url, place, fieldsLeft, error } = row;
		const { output, isDryRun } = this.options;

		this.size++;
		countResult(this.counts, result);
		const isFailed = result === 'failed';
		const { reason = row.reason, description } = error === undefined ? {} : reasonOf(error);

		if (isFailed) {
			this.failures.push({ row: index + 1, externalId: externalId ?? '', reason, description });
		}

		const isShown = output === 'each' || isFailed || isChange(row) || result === 'missing';
		const hasChanges = isChange(row) || result === 'alreadyApplied';
		if (!isShown || (output === 'summary' && !isFailed)) return;

		const changes = hasChanges ? row.changedFields : undefined;
		const json = this.itemOf({
			result: (isDryRun && IN_DRY_RUN[result]) || result,
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
			changedFields: changes as unknown as IDataObject,
		});
		const shown = row.changedFields ? errorWithRow(error, json) : error;

		this.rows.set(index, { ...(output !== 'summary' && { json }), error: shown });
	}

	hints(facts: RunFacts): string[] {
		const { rowsWithBlanks, wouldStop } = facts;
		const columns = this.leftOut.map(([name, why]) => `${name} (${why})`);
		const rows = rowsWithBlanks.slice(0, MAX_SHOWN).join(', ');

		return [
			`${this.line(facts)}.${this.leftInPlace()}`,
			this.failed(),
			columns.length > 0 && `Left out: ${columns.join(', ')}.`,
			rows !== '' &&
				`The External ID begins or ends with a blank, which makes it another one. Rows: ${rows}.`,
			wouldStop,
		].filter((hint) => typeof hint === 'string' && hint !== '') as string[];
	}

	private line({ requests, notInTable = 0 }: RunFacts): string {
		const { isDryRun } = this.options;
		const isUndo = this.operation === 'Sync: Undo';
		const parts = LABELS.flatMap(([result, label]) => {
			const why = isUndo && result === 'skipped' ? ': the Sync had not written them' : '';
			const count = this.counts.get(result) ?? 0;
			const isShown = count > 0 || ALWAYS[this.operation].includes(result);

			return isShown ? [`${withCommas(count)} ${label}${why}`] : [];
		});
		if (isDryRun) parts[0] = `Dry run: ${parts[0].replace(' ', ' would be ')}`;
		if (notInTable > 0) parts.push(`${withCommas(notInTable)} not in the table`);

		const isCounted = !isDryRun && !isUndo;
		if (isCounted) parts.push(`with ${requests} ${requests === 1 ? 'request' : 'requests'}`);

		return parts.join(', ');
	}

	private leftInPlace(): string {
		const count = this.counts.get('leftInPlace') ?? 0;
		if (count === 0) return '';

		const [was, is] = count === 1 ? ['was', 'is'] : ['were', 'are'];

		return ` ${withCommas(count)} ${was} created by the Sync and ${is} still there: Undo deletes nothing.`;
	}

	/** The first failures, each with its row and reason. */
	private failed(): string {
		const failures = this.failuresByRow();
		if (failures.length === 0) return '';

		const shown = failures.slice(0, MAX_NAMED).map(({ row, reason }) => `row ${row} (${reason})`);
		const others = failures.length - shown.length;
		if (others > 0) shown.push(`and ${withCommas(others)} more`);

		return `${withCommas(failures.length)} failed: ${shown.join(', ')}.`;
	}

	private failuresByRow() {
		return this.failures.sort((a, b) => a.row - b.row);
	}

	outcome(facts: RunFacts): TableOutcome {
		const { rows, counts, columnsLeftOut } = this;
		const { seconds, requests, notInTable = null, wouldStop } = facts;
		const errors = [...rows].flatMap(([index, { error }]) =>
			error === undefined ? [] : [{ cause: error, index }],
		);

		if (this.size > 0 && errors.length === this.size) {
			return {
				rows,
				error: errors.reduce((one, other) => (one.index < other.index ? one : other)),
			};
		}

		const { output, isDryRun } = this.options;
		if (output !== 'summary') return { rows, unpaired: facts.unpaired };

		const fieldsChanged = [...this.fieldsChanged]
			.map(([field, records]) => ({ field, records }))
			.sort((a, b) => b.records - a.records || (a.field < b.field ? -1 : 1));
		const summary = {
			...NONE,
			...Object.fromEntries(counts),
			notInTable,
			fieldsChanged: fieldsChanged.slice(0, MAX_FIELDS),
			columnsLeftOut: [...columnsLeftOut.keys()],
			seconds,
			requests,
			failures: this.failuresByRow().slice(0, MAX_FAILURES),
			...(wouldStop !== undefined && { wouldStop }),
			...(isDryRun && { dryRun: true }),
		};

		return { summary, rows };
	}
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

function reasonOf(error: unknown): { reason?: string; description?: string } {
	const { message: reason, description } = error as VitallyError;

	return { reason, description: description ?? '' };
}

export function countResult(counts: Map<Result, number>, result: Result): void {
	counts.set(result, (counts.get(result) ?? 0) + 1);
}

export function withCommas(count: number): string {
	return count.toLocaleString('en');
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { TableOutcome } from '../execution/operation';
import type { SyncOptions } from './options';
import { isChange, type PlannedRow } from './plan';

/** In the summary. */
const MAX_FAILURES = 100;
const MAX_FIELDS = 5;

/** Columns or rows in a hint. */
const MAX_SHOWN = 20;

/** Records in the error about a limit. */
const MAX_EXAMPLES = 10;

/** Percentages are not exact in binary. */
const TOLERANCE = 1e-6;

/** What a report contains in addition to the rows. */
interface RunFacts {
	seconds: number;
	requests: number;
	columnsLeftOut: string[];
	/** Numbers of the rows whose external ID begins or ends with a blank. */
	rowsWithBlanks: number[];
	/** How many records no row names; `undefined` where they were not looked for. */
	notInTable?: number;
	/** The items of these records. */
	unpaired: IDataObject[];
	/** The sentence about limits that the dry run exceeds. */
	wouldStop?: string;
	/** The error that ended the run before all rows were done. */
	stoppedBy?: unknown;
}

/** Counts the results of rows, and collects their output. */
export class SyncReport {
	private readonly counts = countResults([]);
	private readonly rows: TableOutcome['rows'] = new Map();
	/** Each with the number of its row, from 1. */
	private readonly failures: Array<IDataObject & { row: number }> = [];
	/** In how many records each field changed. */
	private readonly fieldsChanged = new Map<string, number>();

	/** Whether any row is only previewed. */
	private isDryRun = false;

	constructor(private readonly output: SyncOptions['output']) {}

	/** Adds all rows of a record with their final results. */
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
		const { index, result, name = null, externalId = null, id = null, isDryRun, error } = row;
		const { output } = this;
		this.isDryRun ||= isDryRun === true;
		const isFailed = result === 'failed';
		this.counts[result]++;
		const reason = isFailed ? reasonOf(error) : {};
		if (isFailed) {
			this.failures.push({ row: index + 1, externalId: externalId ?? '', ...reason });
		}
		const isShown = output === 'each' || isFailed || isChange(row);
		if (!isShown || (output === 'summary' && !isFailed)) return;
		const json = {
			result,
			name,
			externalId,
			changedFields: (row.changedFields ?? {}) as unknown as IDataObject,
			id,
			...reason,
			...(isDryRun && isChange(row) && { dryRun: true }),
		};
		this.rows.set(index, { ...(output !== 'summary' && { json }), error });
	}

	/** The sentences above the output. */
	hints({
		requests,
		columnsLeftOut,
		rowsWithBlanks,
		notInTable = 0,
		wouldStop,
	}: RunFacts): string[] {
		const { created, updated, unchanged, missing, failed } = this.counts;
		const { isDryRun } = this;
		const others = { 'not in Vitally': missing, failed, 'not in the table': notInTable };
		const line = [
			isDryRun
				? `Dry run: ${withCommas(created)} would be created`
				: `${withCommas(created)} created`,
			`${withCommas(updated)} updated`,
			`${withCommas(unchanged)} unchanged`,
			...Object.entries(others)
				.filter(([, count]) => count > 0)
				.map(([text, count]) => `${withCommas(count)} ${text}`),
			...(isDryRun ? [] : [`with ${requests} ${requests === 1 ? 'request' : 'requests'}`]),
		].join(', ');
		const columns = columnsLeftOut.slice(0, MAX_SHOWN).join(', ');
		const rows = rowsWithBlanks.slice(0, MAX_SHOWN).join(', ');
		return [
			`${line}.`,
			columns !== '' &&
				`Left out, because no trait has this name: ${columns}. To send it, set 'Columns Without Trait' under Options.`,
			rows !== '' &&
				`The External ID begins or ends with a blank, which makes it another one. Rows: ${rows}.`,
			wouldStop,
		].filter((hint) => typeof hint === 'string');
	}

	outcome(facts: RunFacts): TableOutcome {
		const { rows, counts } = this;
		const { seconds, requests, columnsLeftOut, notInTable = null, wouldStop, stoppedBy } = facts;
		const failures = this.failures.sort((a, b) => a.row - b.row);
		const first = failures.length > 0 ? failures[0].row - 1 : 0;
		const { output, isDryRun } = this;
		const hasSuccess = counts.created + counts.updated + counts.unchanged + counts.missing > 0;
		if (failures.length > 0 && !hasSuccess) {
			return { rows, error: { cause: stoppedBy ?? rows.get(first)?.error, index: first } };
		}
		if (output !== 'summary') return { rows, unpaired: facts.unpaired };
		const fieldsChanged = [...this.fieldsChanged]
			.map(([field, records]) => ({ field, records }))
			.sort((a, b) => b.records - a.records || (a.field < b.field ? -1 : 1));
		const summary = {
			...counts,
			notInTable,
			fieldsChanged: fieldsChanged.slice(0, MAX_FIELDS),
			columnsLeftOut,
			seconds,
			requests,
			failures: failures.slice(0, MAX_FAILURES),
			...(wouldStop !== undefined && { wouldStop }),
			...(isDryRun && { dryRun: true }),
		};
		return { summary, rows };
	}
}

function reasonOf(error: unknown): IDataObject {
	const { message: reason, description } = error as VitallyError;
	return { reason, description: description ?? '' };
}

/**
 * @param changes number of records that would be created or updated
 * @param rows number of rows of the table
 * @returns the sentence about the limit that is exceeded; `undefined` when none is
 */
export function exceededLimit(
	{ maxChanges, maxChangesPercent }: Pick<SyncOptions, 'maxChanges' | 'maxChangesPercent'>,
	changes: number,
	rows: number,
	plural: string,
): string | undefined {
	const isOver = changes > maxChanges;
	if (!isOver && changes * 100 <= maxChangesPercent * rows + TOLERANCE) return undefined;
	const limit = isOver
		? `${withCommas(maxChanges)} that 'Max Changes'`
		: `${maxChangesPercent} % that 'Max Changes Percent'`;
	return `Sync would change ${withCommas(changes)} of ${withCommas(rows)} ${plural}, more than the ${limit} allows. Nothing was written.`;
}

/**
 * The error for a plan that is not carried out, with what it would do.
 *
 * @param sentence of `exceededLimit`
 * @param planned all rows of the table
 * @param changed the rows of each record that would change
 */
export function limitError(
	sentence: string,
	planned: readonly PlannedRow[],
	changed: ReadonlyArray<readonly PlannedRow[]>,
): VitallyError {
	const examples = changed.slice(0, MAX_EXAMPLES).map((rows) => {
		const { name = null, externalId = null, changedFields } = rows.find(isChange) as PlannedRow;
		return { name, externalId, changedFields } as unknown as IDataObject;
	});
	return new VitallyError(
		sentence,
		"Check the table. If it is right, set a higher limit under Options; 'Dry Run' returns all changes.",
		{ details: { ...countResults(planned), examples } },
	);
}

/** How many rows have each result. */
function countResults(rows: readonly PlannedRow[]) {
	const counts = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };
	for (const { result } of rows) counts[result]++;
	return counts;
}

/** With commas between thousands; `toLocaleString` is slow on first use. */
export function withCommas(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

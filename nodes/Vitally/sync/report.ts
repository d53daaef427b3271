import type { IDataObject } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import type { TableOutcome } from '../execution/operation';
import type { SyncOutput } from './options';
import type { PlannedRow } from './plan';

/** In the summary. */
const MAX_FAILURES = 100;

const PROGRESS_INTERVAL_MS = 15_000;

/** The results as the output names them. */
const RESULTS = {
	create: 'created',
	update: 'updated',
	unchanged: 'unchanged',
	missing: 'missing',
} as const;

/** Counts the results of rows, and collects their output. */
export class SyncReport {
	private readonly counts = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };
	private readonly rows: TableOutcome['rows'] = new Map();
	private readonly externalIds = new Map<number, string>();
	private isDryRun = false;

	constructor(private readonly output: SyncOutput) {}

	/** How many rows are done. */
	get done(): number {
		return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
	}

	/** Adds a row with its final result. */
	add(row: PlannedRow): void {
		const { index, externalId, id, changedFields, isDryRun } = row;
		if (row.result === 'failed') return this.fail(row, row.error);
		const result = RESULTS[row.result];
		this.counts[result]++;
		const isWrite = row.result === 'create' || row.result === 'update';
		this.isDryRun ||= isDryRun && isWrite;
		if (this.output === 'summary' || (this.output === 'changed' && !isWrite)) return;
		this.rows.set(index, {
			json: {
				externalId,
				id: id ?? null,
				result,
				...(changedFields && { changedFields: changedFields as unknown as IDataObject }),
				...(isDryRun && isWrite && { dryRun: true }),
			},
		});
	}

	fail({ index, externalId = '' }: Pick<PlannedRow, 'index' | 'externalId'>, error: unknown): void {
		this.counts.failed++;
		this.externalIds.set(index, externalId);
		const json = { ...failureOf(externalId, error), result: 'failed' };
		this.rows.set(index, { error, ...(this.output !== 'summary' && { json }) });
	}

	/** The counts as text. */
	line(): string {
		const { created, updated, unchanged, missing, failed } = this.counts;
		const parts = [
			`${withCommas(created)} created`,
			`${withCommas(updated)} updated`,
			`${withCommas(unchanged)} unchanged`,
			...(missing > 0 ? [`${withCommas(missing)} not in Vitally`] : []),
			...(failed > 0 ? [`${withCommas(failed)} failed`] : []),
		];
		return `${this.isDryRun ? 'Dry run: ' : ''}${parts.join(', ')}`;
	}

	/** @param stoppedBy the error that ended the run before all rows were done */
	outcome(figures: { seconds: number; requests: number }, stoppedBy?: unknown): TableOutcome {
		const { counts, rows } = this;
		const failed = [...this.externalIds.keys()].sort((a, b) => a - b);
		const hasSuccess = this.done > failed.length;
		const cause = stoppedBy ?? (hasSuccess ? undefined : rows.get(failed[0])?.error);
		const error = cause === undefined ? undefined : { cause, index: failed[0] ?? 0 };
		if (this.output !== 'summary' || (failed.length > 0 && !hasSuccess)) return { rows, error };
		const failures = failed.slice(0, MAX_FAILURES).map((index) => ({
			item: index,
			...failureOf(this.externalIds.get(index) ?? '', rows.get(index)?.error),
		}));
		const summary = { ...counts, ...figures, failures };
		return { summary: this.isDryRun ? { ...summary, dryRun: true } : summary, rows, error };
	}
}

/** Logs the progress of a long run. */
export class Progress {
	private reportedAt: number;

	/**
	 * @param log receives the line
	 * @param now a clock in milliseconds
	 */
	constructor(
		private readonly log: (line: string) => void,
		private readonly now: () => number,
	) {
		this.reportedAt = now();
	}

	/** @param line only called when an interval is over */
	report(line: () => string): void {
		if (this.now() - this.reportedAt < PROGRESS_INTERVAL_MS) return;
		this.reportedAt = this.now();
		this.log(line());
	}
}

function failureOf(externalId: string, error: unknown): IDataObject {
	const { message: reason, description } = error as VitallyError;
	return { externalId, reason, description: description ?? '' };
}

/** With commas between thousands; `toLocaleString` is slow on first use. */
function withCommas(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

import type { IDataObject } from 'n8n-workflow';

import type { VitallyError } from '../../errors/vitallyError';
import type { TableOutcome } from '../../run/operation';
import type { FieldChange } from './differences';
import type { SyncOutput } from './options';

/** What became of a row. */
export interface RowResult {
	result: 'created' | 'updated' | 'unchanged' | 'missing';
	/** The service's ID, where it is known. */
	id?: string;
	changedFields?: Record<string, FieldChange>;
	/** Whether nothing was written, because the row asks for a dry run. */
	isDryRun: boolean;
}

/** Which row of the table. */
export interface RowPlace {
	index: number;
	/** `undefined` where the row does not have one. */
	externalId?: string;
}

/** So many failures the summary names. */
const MOST_FAILURES = 100;

/** Counts what becomes of the rows, and keeps what the wanted output shows of them. */
export class Tally {
	private readonly counts = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };
	private readonly failures: IDataObject[] = [];
	private readonly rows: TableOutcome['rows'] = new Map();
	private firstError: TableOutcome['error'];
	private isDryRun = false;

	/** How many rows are done. */
	get done(): number {
		return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
	}

	constructor(private readonly output: SyncOutput) {}

	add({ index, externalId }: RowPlace, { result, id, changedFields, isDryRun }: RowResult): void {
		this.counts[result]++;
		this.isDryRun ||= isDryRun;
		const isShown =
			this.output === 'each' || (this.output === 'changed' && /^(crea|upda)ted$/.test(result));
		if (!isShown) return;
		const json: IDataObject = { externalId, id: id ?? null, result };
		if (changedFields) json.changedFields = changedFields as unknown as IDataObject;
		this.rows.set(index, { json: isDryRun ? { ...json, dryRun: true } : json });
	}

	fail({ index, externalId = '' }: RowPlace, error: unknown): void {
		this.counts.failed++;
		if (!this.firstError || index < this.firstError.index)
			this.firstError = { cause: error, index };
		const { message: reason, description } = error as VitallyError;
		const failure = { externalId, reason, description: description ?? '' };
		const isInSummary = this.output === 'summary';
		if (isInSummary && this.failures.length < MOST_FAILURES) {
			this.failures.push({ item: index, ...failure });
		}
		this.rows.set(index, {
			error,
			...(!isInSummary && { json: { ...failure, result: 'failed' } }),
		});
	}

	/** One line for people. */
	line(): string {
		const { created, updated, unchanged, missing, failed } = this.counts;
		const parts = [
			`${shown(created)} created`,
			`${shown(updated)} updated`,
			`${shown(unchanged)} unchanged`,
			...(missing > 0 ? [`${shown(missing)} not in Vitally`] : []),
			...(failed > 0 ? [`${shown(failed)} failed`] : []),
		];
		return `${this.isDryRun ? 'Dry run: ' : ''}${parts.join(', ')}`;
	}

	/**
	 * @param stoppedBy what ended the run before all rows were done
	 */
	outcome(figures: { seconds: number; requests: number }, stoppedBy?: unknown): TableOutcome {
		const { failed, ...counts } = this.counts;
		const { rows, firstError, failures } = this;
		const hasSuccess = Object.values(counts).some((count) => count > 0);
		const error =
			stoppedBy !== undefined && firstError
				? { cause: stoppedBy, index: firstError.index }
				: hasSuccess
					? undefined
					: firstError;
		if (this.output !== 'summary' || (failed > 0 && !hasSuccess)) return { rows, error };
		const summary = {
			...this.counts,
			...figures,
			failures,
			...(this.isDryRun && { dryRun: true }),
		};
		return { summary, rows, error };
	}
}

/** With commas between thousands; `toLocaleString` loads its data on first use, which takes long. */
function shown(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

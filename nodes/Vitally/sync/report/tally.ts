import type { PlannedRow } from '../plan';
import { ResultCounts } from '../resultCounts';

/** A row as the lines above the output name it. */
export interface NamedRow {
	/** See `Planner.numberOf`. */
	row: number;
	text: string;
}

/** A row that failed, as a summary names it. */
export interface FailedRow {
	/** See `Planner.numberOf`. */
	row: number;
	externalId: string;
	reason?: string;
	description?: string;
}

/** Counts what became of the rows of a table, and remembers those that the lines above the output name. */
export class Tally {
	readonly results = new ResultCounts();
	readonly failed: FailedRow[] = [];
	readonly missing: NamedRow[] = [];
	/** New records with the name of another one. */
	readonly withNamesake: NamedRow[] = [];
	/** The number of records in which a field changed, by field. */
	readonly fieldsChanged = new Map<string, number>();
	/** The number of records in which Vitally stored another value of a field, by field. */
	readonly storedOtherwise = new Map<string, number>();
	/** Whether rows have failed whose changes may have been made. */
	hasUnknownOutcomes = false;
	private rowCount = 0;

	/** How many rows were to be read or written. */
	get rowsNotSkipped(): number {
		return this.rowCount - this.results.countOf('skipped');
	}

	/**
	 * Adds a row.
	 *
	 * @param number see `Planner.numberOf`
	 * @param explanation says why it failed
	 */
	addRow(
		row: PlannedRow,
		number: number,
		{ reason, description }: Pick<FailedRow, 'reason' | 'description'>,
	): void {
		const { result, name, externalId, namesake } = row;

		this.rowCount++;
		this.results.add(row);

		if (result === 'failed') {
			this.failed.push({ row: number, externalId: externalId ?? '', reason, description });
			this.hasUnknownOutcomes ||= (row.changedFields ?? row.presentFields) !== undefined;
		}

		if (result === 'missing') this.missing.push({ row: number, text: namesOfRecord(row) });

		if (namesake !== undefined) {
			this.withNamesake.push({ row: number, text: [name, namesake].join(', ') });
		}
	}

	/** Counts the fields of a record once each, though several of its rows may change one. */
	countFields(rows: readonly PlannedRow[]): void {
		const updated = rows.filter(({ result }) => result === 'updated');
		const changed = updated.flatMap(({ changedFields = {} }) => Object.keys(changedFields));

		countEach(this.fieldsChanged, changed);
		countEach(
			this.storedOtherwise,
			rows.flatMap((row) => row.storedOtherwise ?? []),
		);
	}
}

function namesOfRecord({ name, externalId, id, email }: PlannedRow): string {
	return [name, externalId ?? id ?? email].filter((text) => text !== undefined).join(', ');
}

/** Counts each name once, however often it is there. */
function countEach(counts: Map<string, number>, names: readonly string[]): void {
	for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

import type { IDataObject } from 'n8n-workflow';

import { valuesEqual } from '../../values/valuesEqual';
import { isShown, valueIn, type Changes } from '../changes';
import type { PlannedRow, RecordPlan, RecordSpec } from '../plan';

/**
 * Returns the rows of a record that was written, with the values that Vitally stored: it may trim a text, round a number or
 * write an email address in lower case, and an undo compares with what Vitally has.
 *
 * @param shown what Vitally shows of the record, see `comparedFields`
 */
export function withStoredValues(
	{ rows, changes }: RecordPlan,
	shown: IDataObject,
	spec: RecordSpec,
): PlannedRow[] {
	const stored = otherValues(changes, shown, spec);
	if (stored.size === 0) return rows;

	const written = rows.map((row) => ({ ...row }));

	for (const [name, value] of stored) {
		const sent = changes[name].new;
		// If several rows change the field, the last one with this value is the one that was sent.
		const row = [...written].reverse().find(({ changedFields = {} }) => {
			const change = (changedFields as Partial<Changes>)[name];

			return change && valuesEqual(change.new, sent);
		});
		if (!row?.changedFields) continue;

		row.storedOtherwise = [...(row.storedOtherwise ?? []), name];

		// Where Vitally still shows the old value, it may store the new one later.
		const isUnchanged = valuesEqual(value, changes[name].old);
		if (!isUnchanged) row.changedFields = withNewValue(row.changedFields, name, value);
	}

	return written;
}

/** The values that Vitally shows in place of those that were sent. What it does not show is not compared. */
function otherValues(changes: Changes, shown: IDataObject, spec: RecordSpec): Map<string, unknown> {
	const { additiveFields = [] } = spec;
	const values = new Map<string, unknown>();

	for (const [name, { new: sent }] of Object.entries(changes)) {
		if (additiveFields.includes(name) || !isStored(shown, name, spec)) continue;

		const value = valueIn(shown, name, spec);
		if (!valuesEqual(value, sent)) values.set(name, value);
	}

	return values;
}

/** Whether Vitally shows a value of a field: a trait that is not in its answer may be stored later. */
function isStored(shown: IDataObject, name: string, spec: RecordSpec): boolean {
	return isShown(shown, name, spec) && valueIn(shown, name, spec) !== undefined;
}

function withNewValue(changes: Changes, name: string, value: unknown): Changes {
	// `fromEntries` makes a property of any name, even of `__proto__`.
	const entries = Object.entries(changes).map(([field, change]) => [
		field,
		field === name ? { ...change, new: value } : change,
	]);

	return Object.fromEntries(entries) as Changes;
}

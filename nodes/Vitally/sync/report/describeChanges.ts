import { withoutMidnight } from '../../values/dates';
import { valuesEqual } from '../../values/valuesEqual';
import { labelOfChange, type Change, type Changes } from '../changes';
import { escapeUnseen, showText } from '../showText';

const NOTHING = '–';

/**
 * Changes as a person reads them: `Plan: Growth → Enterprise; Account: – → Birch Health`. Nothing is cut, because a
 * person approves what stands there: each field and each value can be read from the text.
 *
 * @param labels of fields; a trait is called by its key
 * @param names of records by Vitally ID
 */
export function describeChanges(
	changes: Changes,
	labels: ReadonlyMap<string, string>,
	names: ReadonlyMap<unknown, string>,
): string {
	const shownLabels = distinctLabels(Object.keys(changes), labels);
	const texts = Object.entries(changes).map(([field, change]) => {
		const { before, after } = textsOfChange(change, names);

		return `${shownLabels.get(field)}: ${before} → ${after}`;
	});

	return texts.join('; ');
}

/**
 * The values of a new record as a person reads them: `External ID: crm-2041; Plan: Growth`. Its fields were empty before,
 * and its name is left out where the column `name` next to the text shows all of it.
 *
 * @param shownName value of that column
 */
export function describeNewRecord(
	changes: Changes,
	labels: ReadonlyMap<string, string>,
	names: ReadonlyMap<unknown, string>,
	shownName: string | undefined,
): string {
	const shownLabels = distinctLabels(Object.keys(changes), labels);
	const isNameShown = shownName !== undefined && showsAllCharacters(shownName);
	const texts: string[] = [];

	for (const [field, { new: value }] of Object.entries(changes)) {
		if (field === 'name' && isNameShown && value === shownName) continue;

		texts.push(`${shownLabels.get(field)}: ${textOfValue(value, names)}`);
	}

	return texts.join('; ');
}

/** Whether a column shows each character of a text. */
function showsAllCharacters(text: string): boolean {
	return escapeUnseen(text) === text && text.trim() === text;
}

/** The labels of fields; those with the label of another one have their names in the API. */
function distinctLabels(
	fields: readonly string[],
	labels: ReadonlyMap<string, string>,
): Map<string, string> {
	const fieldsByLabel = new Map<string, string[]>();

	for (const field of fields) {
		const label = labelOfChange(field, labels);

		fieldsByLabel.set(label, [...(fieldsByLabel.get(label) ?? []), field]);
	}

	const shown = new Map<string, string>();

	for (const [label, sameLabel] of fieldsByLabel) {
		for (const field of sameLabel) {
			shown.set(field, showText(sameLabel.length === 1 && label !== '' ? label : field));
		}
	}

	return shown;
}

function textsOfChange(
	change: Change,
	names: ReadonlyMap<unknown, string>,
): { before: string; after: string } {
	const before = textOfValue(change.old, names);
	const after = textOfValue(change.new, names);
	if (before !== after) return { before, after };

	// Two records of one name differ by their IDs.
	return { before: textOfValue(change.old), after: textOfValue(change.new) };
}

/** A list is its entries, with commas between them. */
function textOfValue(value: unknown, names: ReadonlyMap<unknown, string> = new Map()): string {
	if (valuesEqual(value, null)) return NOTHING;

	return [value]
		.flat()
		.map((entry) => textOfEntry(entry, names))
		.join(', ');
}

function textOfEntry(entry: unknown, names: ReadonlyMap<unknown, string>): string {
	if (entry === null || entry === undefined) return NOTHING;
	if (typeof entry === 'object') return escapeUnseen(JSON.stringify(entry));

	return showText(names.get(entry) ?? withoutMidnight(String(entry)));
}
